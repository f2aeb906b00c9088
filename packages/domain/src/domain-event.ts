import { z } from 'zod';
import { ContentKind } from './campaigns/campaign-brief.ts';
import { Id } from './shape.ts';

const ids = z.array(Id).readonly();
const optIn = z.object({ optInId: Id, campaignId: Id, creatorId: Id });
const optInStatus = optIn.extend({ status: z.string() });
const offer = optIn.extend({ number: z.int(), side: z.enum(['brand', 'creator']) });
const content = z.object({ optInId: Id, campaignId: Id, previewId: Id });
const decision = content.extend({
  version: z.int(),
  creatorUserId: Id.nullable(),
  /** What the brand says about it; may be empty. */
  comment: z.string(),
  /** It revokes an approval. */
  reopened: z.boolean(),
});
const orders = z.object({ storeId: Id.nullable(), orderIds: ids });

const PaymentChange = z.object({
  subscriptionId: z.string(),
  planId: z.string(),
  currency: z.string(),
  /** Minor units. */
  due: z.int(),
  /** Since when it was due before and is due now, ISO 8601; null while nothing is. */
  before: z.string().nullable(),
  since: z.string().nullable(),
  /** The subscription has ended. */
  ended: z.boolean(),
});
/** A change of the payment of a subscription. */
export type PaymentChange = z.infer<typeof PaymentChange>;

const webhook = (title: string, data: string, ...sent: string[]) => ({ title, data, sent });

/**
 * Everything that modules tell each other, webhooks to brands and live streams: one list. An event is published in the
 * module where it happens, in its transaction; modules to the right subscribe.
 *
 * - `data`: what subscribers get, beside the brand.
 * - `webhook`: carried to the endpoints of brands under this name. `title` is what people call it, `data` what the
 *   payload holds beside `brandId`; only the fields in `sent` leave.
 * - `live`: carried to the screens of connected people, in live streams of this type.
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
    data: z.object({ campaignId: Id, creatorIds: ids, inviteIds: ids }),
    webhook: webhook('Invites sent', 'campaignId, creatorIds', 'campaignId', 'creatorIds'),
  },
  /** A creator opted in, or takes part again after they withdrew. */
  'opt_in.created': {
    data: optInStatus.extend({ again: z.boolean() }),
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
    data: content.extend({
      kind: ContentKind,
      by: z.enum(['brand', 'creator']),
      /** A new version of content that a change was asked for. */
      again: z.boolean(),
    }),
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
  /** Screens of a brand and its team are out of date: its members, plan or settings changed. */
  'brand.changed': { data: z.object({}), live: 'brand' },
  /** A payment of a subscription failed, was settled, or was given up. */
  'subscription.payment_changed': { data: PaymentChange },
  /** A campaign, its brief or its status changed. */
  'campaign.changed': { data: z.object({ campaignId: Id }), live: 'campaign' },
  /** An opt-in is not as it was. `bulk`: with others in one step, which a team is told of at once. */
  'opt_in.changed': {
    data: z.object({
      optInId: Id,
      campaignId: Id,
      creatorUserId: Id.nullable(),
      status: z.string(),
      version: z.int(),
      bulk: z.boolean().optional(),
    }),
    live: 'opt-in',
  },
  /** The history of an opt-in grew by lines that both sides see. `notify`: the creator whom they are news to. */
  'opt_in.progressed': {
    data: z.object({
      optInId: Id,
      version: z.int(),
      notify: Id.nullable(),
      lines: z.array(z.object({ kind: z.string(), text: z.string() })).readonly(),
    }),
  },
  /** A creator made, accepted, declined or withdrew an offer: the same line of history, for the team. */
  'opt_in.answered': {
    data: optIn.extend({ version: z.int(), kind: z.string(), text: z.string() }),
  },
  /** A creator could not accept an offer, because the plan of the brand has no collaborations remaining. */
  'opt_in.limit_reached': { data: optIn.extend({ version: z.int() }) },
  /** The team looked at new opt-ins of a campaign; so many remain unseen. */
  'opt_in.seen': { data: z.object({ campaignId: Id, unseen: z.int() }), live: 'opt-in' },
  /** Content, a file or a live post of an opt-in is not as it was; `change` is what live streams carry. */
  'content.changed': {
    data: z.object({
      optInId: Id,
      campaignId: Id,
      creatorUserId: Id.nullable(),
      change: z.object({
        previewId: Id.nullish(),
        status: z.string().optional(),
        livePostId: Id.optional(),
        uploadId: Id.optional(),
        scan: z.string().optional(),
      }),
    }),
    live: 'content',
  },
  /** Payments to creators changed together. */
  'payable.changed': { data: z.object({ payableIds: ids }), live: 'opt-in' },
  /** A payment to a creator was approved, paid, or failed. */
  'payable.moved': {
    data: z.object({
      payableId: Id,
      optInId: Id,
      creatorUserId: Id.nullable(),
      version: z.int(),
      state: z.enum(['approved', 'paid', 'failed']),
      reason: z.string().nullable(),
    }),
    live: 'opt-in',
  },
  /** The connection or the orders of a store changed. */
  'store.changed': { data: z.object({ storeId: Id }), live: 'store' },
} as const satisfies Record<string, EventDefinition>;

interface EventDefinition {
  data: z.ZodObject;
  webhook?: { title: string; data: string; sent: readonly string[] };
  live?: 'opt-in' | 'content' | 'campaign' | 'brand' | 'store';
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

/** The events that live streams carry. */
export type LiveType = {
  [K in DomainEventType]: Definitions[K] extends { live: string } ? K : never;
}[DomainEventType];

const isLive = (type: DomainEventType): type is LiveType => 'live' in DOMAIN_EVENTS[type];

/** The events that live streams carry. */
export const LIVE_TYPES = (Object.keys(DOMAIN_EVENTS) as DomainEventType[]).filter(isLive);

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
