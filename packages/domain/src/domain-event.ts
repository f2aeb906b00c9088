import { z } from 'zod';
import { Id } from './shape.ts';

const ids = z.array(Id).readonly();
const optIn = z.object({ optInId: Id, campaignId: Id, creatorId: Id });
const optInStatus = optIn.extend({ status: z.string() });
const offer = optIn.extend({ number: z.int(), side: z.enum(['brand', 'creator']) });
const content = z.object({ optInId: Id, campaignId: Id, previewId: Id });
const decision = content.extend({ version: z.int() });
const orders = z.object({ storeId: Id.nullable(), orderIds: ids });

const webhook = (title: string, data: string, ...sent: string[]) => ({ title, data, sent });

/**
 * Everything that modules tell each other, webhooks to brands and live streams: one list. An event is published in the
 * module where it happens, in its transaction; modules to the right subscribe.
 *
 * - `data`: what subscribers get, beside the brand.
 * - `webhook`: carried to the endpoints of brands under this name. `title` is what people call it, `data` what the
 *   payload holds beside `brandId`; only the fields in `sent` leave.
 */
export const DOMAIN_EVENTS = {
  /** Items of lists changed together. */
  'creator_list_item.changed': {
    data: z.object({
      itemIds: ids,
      change: z.enum(['added', 'edited', 'archived', 'recovered', 'tagged', 'copied', 'moved']),
    }),
    webhook: webhook(
      'Creators of lists changed',
      'itemIds, change (added, edited, archived, recovered, tagged, copied, moved)',
      'itemIds',
      'change',
    ),
  },
  /** A campaign was published, paused, or ended. */
  'campaign.status_changed': {
    data: z.object({ campaignId: Id, status: z.string() }),
    webhook: webhook('Campaign changed its status', 'campaignId, status', 'campaignId', 'status'),
  },
  /** Invites were put into the outbox. */
  'invite.sent': {
    data: z.object({ campaignId: Id, creatorIds: ids }),
    webhook: webhook('Invites sent', 'campaignId, creatorIds', 'campaignId', 'creatorIds'),
  },
  /** A creator opted in, for the first time or again. */
  'opt_in.created': {
    data: optInStatus,
    webhook: webhook(
      'Creator opted in',
      'optInId, campaignId, creatorId, status',
      'optInId',
      'campaignId',
      'creatorId',
      'status',
    ),
  },
  /** A brand approved a creator, finally: an approval that can be undone is published once it no longer can. */
  'opt_in.approved': {
    data: optInStatus,
    webhook: webhook(
      'Creator approved',
      'optInId, campaignId, creatorId, status',
      'optInId',
      'campaignId',
      'creatorId',
      'status',
    ),
  },
  /** A brand declined a creator. */
  'opt_in.rejected': {
    data: optInStatus,
    webhook: webhook(
      'Creator declined',
      'optInId, campaignId, creatorId, status',
      'optInId',
      'campaignId',
      'creatorId',
      'status',
    ),
  },
  /** A brand marked a collaboration as completed. */
  'opt_in.completed': {
    data: optInStatus,
    webhook: webhook(
      'Collaboration completed',
      'optInId, campaignId, creatorId, status',
      'optInId',
      'campaignId',
      'creatorId',
      'status',
    ),
  },
  /** A creator withdrew. */
  'opt_in.withdrawn': {
    data: optInStatus,
    webhook: webhook(
      'Creator withdrew',
      'optInId, campaignId, creatorId, status',
      'optInId',
      'campaignId',
      'creatorId',
      'status',
    ),
  },
  /** One side offered terms. */
  'offer.created': {
    data: offer,
    webhook: webhook(
      'Offer made',
      'optInId, campaignId, creatorId, number, side (brand, creator)',
      'optInId',
      'campaignId',
      'creatorId',
      'number',
      'side',
    ),
  },
  /** The other side accepted an offer; `side` is who accepted. */
  'offer.accepted': {
    data: offer,
    webhook: webhook(
      'Offer accepted',
      'optInId, campaignId, creatorId, number, side',
      'optInId',
      'campaignId',
      'creatorId',
      'number',
      'side',
    ),
  },
  /** The other side declined an offer. */
  'offer.declined': {
    data: offer,
    webhook: webhook(
      'Offer declined',
      'optInId, campaignId, creatorId, number, side',
      'optInId',
      'campaignId',
      'creatorId',
      'number',
      'side',
    ),
  },
  /** Whoever made an offer withdrew it. */
  'offer.withdrawn': {
    data: offer,
    webhook: webhook(
      'Offer withdrawn',
      'optInId, campaignId, creatorId, number, side',
      'optInId',
      'campaignId',
      'creatorId',
      'number',
      'side',
    ),
  },
  /** Content was submitted for a decision, by the creator or for them. */
  'content.submitted': {
    data: content,
    webhook: webhook(
      'Content handed in',
      'optInId, campaignId, previewId, version',
      'optInId',
      'campaignId',
      'previewId',
    ),
  },
  /** A brand approved a version of content. */
  'content.approved': {
    data: decision,
    webhook: webhook(
      'Content approved',
      'optInId, campaignId, previewId, version',
      'optInId',
      'campaignId',
      'previewId',
      'version',
    ),
  },
  /** A brand asked for a change of a version of content, or revoked its approval. */
  'content.change_requested': {
    data: decision,
    webhook: webhook(
      'Change of content asked for',
      'optInId, campaignId, previewId, version',
      'optInId',
      'campaignId',
      'previewId',
      'version',
    ),
  },
  /** A creator wrote, in the chat or by email. */
  'message.received': {
    data: z.object({
      conversationId: Id,
      optInId: Id.nullable(),
      campaignId: Id.nullable(),
      messageId: Id,
    }),
    webhook: webhook(
      'Message from a creator',
      'conversationId, optInId, campaignId, messageId',
      'conversationId',
      'optInId',
      'campaignId',
      'messageId',
    ),
  },
  /** An audience report arrived and was paid for. */
  'report.purchased': {
    data: z.object({ reportId: Id, creatorId: Id }),
    webhook: webhook('Audience report bought', 'reportId, creatorId', 'reportId', 'creatorId'),
  },
  /** An entry was added to the credit ledger. `amount` is signed, `balance` the one after it. */
  'credit.changed': {
    data: z.object({ entryId: Id, kind: z.string(), amount: z.int(), balance: z.int() }),
    webhook: webhook(
      'Credits changed',
      'entryId, kind, amount, balance',
      'entryId',
      'kind',
      'amount',
      'balance',
    ),
  },
  /** Orders came in that were not known. */
  'order.placed': {
    data: orders,
    webhook: webhook('Orders of a store placed', 'storeId, orderIds', 'storeId', 'orderIds'),
  },
  /** Known orders changed: money, fulfillment, or a refund. */
  'order.changed': {
    data: orders,
    webhook: webhook('Orders of a store changed', 'storeId, orderIds', 'storeId', 'orderIds'),
  },
  /** The books of a subscription changed. `status` is the provider's word. */
  'subscription.changed': {
    data: z.object({ subscriptionId: z.string(), status: z.string() }),
    webhook: webhook('Subscription changed', 'subscriptionId, status', 'subscriptionId', 'status'),
  },
} as const satisfies Record<string, EventDefinition>;

interface EventDefinition {
  data: z.ZodObject;
  webhook?: { title: string; data: string; sent: readonly string[] };
}

type Definitions = typeof DOMAIN_EVENTS;

/** The name of an event; webhooks carry the same one. */
export type DomainEventType = keyof Definitions;

/** An event of one of these types, as it is published. `data` holds ids and states rather than names. */
export type DomainEventOf<T extends DomainEventType> = {
  [K in T]: { type: K; brandId: string; data: z.input<Definitions[K]['data']> };
}[T];

/** Any event. */
export type DomainEvent = DomainEventOf<DomainEventType>;

/** The events that endpoints of brands can be told of. */
export type WebhookType = {
  [K in DomainEventType]: Definitions[K] extends { webhook: object } ? K : never;
}[DomainEventType];

/** Brands hear these of an opt-in and of its offers. */
export type OptInWebhookType = Extract<WebhookType, `opt_in.${string}` | `offer.${string}`>;

const isWebhook = (type: DomainEventType): type is WebhookType => 'webhook' in DOMAIN_EVENTS[type];

/** The events that endpoints of brands can be told of, in the order that people choose from. */
export const WEBHOOK_TYPES = (Object.keys(DOMAIN_EVENTS) as DomainEventType[]).filter(isWebhook);

/** Returns what endpoints get of an event beside the brand: only what the list names. */
export function webhookData({ type, data }: DomainEventOf<WebhookType>): Record<string, unknown> {
  const fields: Record<string, unknown> = data;
  return Object.fromEntries(DOMAIN_EVENTS[type].webhook.sent.map((name) => [name, fields[name]]));
}
