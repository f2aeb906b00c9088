import { z } from 'zod';
import { ContentKind } from './campaigns/campaign-brief.ts';
import { OptInEventDetail } from './campaigns/opt-in-event.ts';
import { PayoutFailureCode } from './campaigns/payout.ts';
import { Id, Instant } from './shape.ts';

const ids = z.array(Id).readonly();
const optIn = z.object({ optInId: Id, campaignId: Id, creatorId: Id });
const optInStatus = optIn.extend({ status: z.string() });
const offer = optIn.extend({ number: z.int(), side: z.enum(['brand', 'creator']) });
const content = z.object({ optInId: Id, campaignId: Id, previewId: Id });
const decision = content.extend({
  version: z.int(),
  creatorUserId: Id.nullable(),
  /** The brand's comment; may be empty. */
  comment: z.string(),
  /** Whether it revokes an approval. */
  reopened: z.boolean(),
});
const orders = z.object({ storeId: Id.nullable(), orderIds: ids });

const PaymentChange = z.object({
  subscriptionId: z.string(),
  planId: z.string(),
  currency: z.string(),
  /** Minor units. */
  due: z.int(),
  /** Start of the past-due period before and after the change, ISO 8601; null if nothing is due. */
  before: z.string().nullable(),
  since: z.string().nullable(),
  /** Whether the subscription has ended. */
  ended: z.boolean(),
});
/** A change in the payment of a subscription. */
export type PaymentChange = z.infer<typeof PaymentChange>;

const webhook = (title: string, data: string, ...sent: string[]) => ({ title, data, sent });

/**
 * All domain events. Modules publish events in the transaction where they happen and subscribe to
 * events of modules further down.
 *
 * - `data`: payload for subscribers, in addition to the brand.
 * - `webhook`: name of the event in webhooks. `title` is its label, `data` describes the payload in
 * addition to `brandId`; only the fields in `sent` are sent.
 * - `live`: type of the event in live streams.
 */
export const DOMAIN_EVENTS = {
  /** List items changed together. */
  'creator_list_item.changed': {
    data: z.object({
      itemIds: ids,
      change: z.enum(['added', 'edited', 'archived', 'recovered', 'tagged', 'copied', 'moved', 'merged']),
      /** Items that no longer exist, in the order of those they were merged into. */
      replacedIds: ids.optional(),
    }),
    webhook: webhook(
      'List creators changed',
      'itemIds, change (added, edited, archived, recovered, tagged, copied, moved, merged), replacedIds (only if merged: for each of itemIds, the ID it replaces)',
      'itemIds',
      'change',
      'replacedIds',
    ),
  },
  /** A campaign was published, paused or ended. */
  'campaign.status_changed': {
    data: z.object({ campaignId: Id, status: z.string() }),
    webhook: webhook('Campaign status changed', 'campaignId, status', 'campaignId', 'status'),
  },
  /** Invites were queued. */
  'invite.sent': {
    data: z.object({ campaignId: Id, creatorIds: ids, inviteIds: ids }),
    webhook: webhook('Invites sent', 'campaignId, creatorIds', 'campaignId', 'creatorIds'),
  },
  /** A follow-up was sent, bounced or failed. `number` is its place in the sequence, from 1. */
  'follow_up.sent': {
    data: z.object({
      campaignId: Id,
      creatorId: Id,
      inviteId: Id,
      number: z.int(),
      mailId: Id,
      status: z.string(),
    }),
    webhook: webhook(
      'Follow-up sent',
      'campaignId, creatorId, inviteId, number, status (sent, bounced, failed, uncertain)',
      'campaignId',
      'creatorId',
      'inviteId',
      'number',
      'status',
    ),
  },
  /** Bounces, complaints or test emails in spam stopped a brand's invites and follow-ups. */
  'email_domain.stopped': {
    data: z.object({
      domain: z.string(),
      /** The mailbox that emails are sent from; null for the email domain. */
      mailbox: z.string().nullable(),
      /** The member who connected the mailbox. */
      memberId: Id.nullable(),
      reason: z.enum(['bounces', 'complaints', 'placement']),
      sent: z.int(),
      count: z.int(),
      at: Instant,
    }),
    webhook: webhook(
      'Outreach stopped',
      'domain, mailbox (null if sent from the email domain), reason (bounces, complaints, placement), sent, count, at',
      'domain',
      'mailbox',
      'reason',
      'sent',
      'count',
      'at',
    ),
  },
  /** A connected mailbox can't be used until someone reconnects it. */
  'mailbox.attention': {
    data: z.object({ mailboxId: Id, userId: Id, address: z.string(), at: Instant }),
  },
  /** A creator opted in or rejoined. */
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
  /** A brand approved a creator. An approval that can be undone is published once it is final. */
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
  /** A brand completed a collaboration. */
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
  /** One side made an offer. */
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
  /** The maker of an offer withdrew it. */
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
  /** One side accepted a version of the written agreement; `complete` once both have. */
  'agreement.accepted': {
    data: offer.extend({ hash: z.string(), complete: z.boolean() }),
    webhook: webhook(
      'Agreement accepted',
      'optInId, campaignId, creatorId, number, side (brand, creator), hash, complete',
      'optInId',
      'campaignId',
      'creatorId',
      'number',
      'side',
      'hash',
      'complete',
    ),
  },
  /** Content was submitted for approval, by or on behalf of the creator. */
  'content.submitted': {
    data: content.extend({
      kind: ContentKind,
      by: z.enum(['brand', 'creator']),
      /** Whether it is a new version after requested changes. */
      again: z.boolean(),
    }),
    webhook: webhook(
      'Content submitted',
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
  /** A brand requested changes to a version of content, or revoked its approval. */
  'content.change_requested': {
    data: decision,
    webhook: webhook(
      'Content changes requested',
      'optInId, campaignId, previewId, version',
      'optInId',
      'campaignId',
      'previewId',
      'version',
    ),
  },
  /** A creator sent a chat message or an email. */
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
  /** An audience report was delivered and charged. */
  'report.purchased': {
    data: z.object({ reportId: Id, creatorId: Id }),
    webhook: webhook('Audience report purchased', 'reportId, creatorId', 'reportId', 'creatorId'),
  },
  /** An entry was added to the credit ledger. `amount` is signed, `balance` is the new balance. */
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
  /** New orders were imported. */
  'order.placed': {
    data: orders,
    webhook: webhook('Store orders placed', 'storeId, orderIds', 'storeId', 'orderIds'),
  },
  /** Known orders changed: amounts, fulfillment or a refund. */
  'order.changed': {
    data: orders,
    webhook: webhook('Store orders changed', 'storeId, orderIds', 'storeId', 'orderIds'),
  },
  /** A gift was offered, chosen, ordered, shipped, delivered or canceled. */
  'gift.changed': {
    data: optIn.extend({
      giftId: Id,
      status: z.string(),
      creatorUserId: Id.nullable(),
      /** Costs that became known or changed. */
      costs: z.array(z.enum(['product', 'shipping'])),
    }),
    webhook: webhook(
      'Gift changed',
      'giftId, optInId, campaignId, creatorId, status (offered, chosen, ordered, shipped, delivered, cancelled)',
      'giftId',
      'optInId',
      'campaignId',
      'creatorId',
      'status',
    ),
    live: 'opt-in',
  },
  /** A creator accepted the terms of an affiliate program. */
  'affiliate.joined': {
    data: z.object({ affiliateId: Id, creatorId: Id, campaignId: Id.nullable() }),
    webhook: webhook(
      'Creator joined the affiliate program',
      'affiliateId, creatorId, campaignId',
      'affiliateId',
      'creatorId',
      'campaignId',
    ),
  },
  /** The recipient of an email that has its own unsubscribing turned such emails off. */
  'mail.unsubscribed': { data: z.object({ mailId: Id }) },
  /** An email to a creator was returned or rejected for good. */
  'mail.bounced': { data: z.object({ mailId: Id, reason: z.string() }) },
  /** Buyers' data was erased from orders. */
  'order.erased': { data: orders },
  /** Entries were added to the ledger of affiliate commissions. */
  'commission.written': {
    data: z.object({ commissionIds: ids }),
    webhook: webhook('Commissions written', 'commissionIds', 'commissionIds'),
  },
  /** A monthly statement of affiliate commissions was closed. `due` and `carriedOut` are in minor units. */
  'statement.closed': {
    data: z.object({
      statementId: Id,
      affiliateId: Id,
      currency: z.string(),
      due: z.int(),
      carriedOut: z.int(),
    }),
    webhook: webhook(
      'Commission statement closed',
      'statementId, affiliateId, currency, due, carriedOut',
      'statementId',
      'affiliateId',
      'currency',
      'due',
      'carriedOut',
    ),
  },
  /** A creator claimed an order that isn't credited to them. */
  'affiliate_claim.opened': {
    data: z.object({ claimId: Id, affiliateId: Id, orderName: z.string() }),
    webhook: webhook(
      'Order claimed by a creator',
      'claimId, affiliateId, orderName',
      'claimId',
      'affiliateId',
      'orderName',
    ),
  },
  /** A brand answered a claim. `orderId` is the credited order; null if the claim was declined. */
  'affiliate_claim.decided': {
    data: z.object({
      claimId: Id,
      affiliateId: Id,
      state: z.enum(['accepted', 'declined']),
      orderId: Id.nullable(),
    }),
    webhook: webhook(
      'Order claim answered',
      'claimId, affiliateId, state (accepted, declined), orderId',
      'claimId',
      'affiliateId',
      'state',
      'orderId',
    ),
  },
  /** Something about an affiliate program needs a look. */
  'affiliate.alert': {
    data: z.object({ alertId: Id, kind: z.string(), affiliateId: Id.nullable() }),
    webhook: webhook('Affiliate alert', 'alertId, kind, affiliateId', 'alertId', 'kind', 'affiliateId'),
  },
  /** Posts with an affiliate code, written by others than its creator, were found. */
  'affiliate_code.sighted': { data: z.object({ codeId: Id, mentionIds: ids }) },
  /**
   * Posts about the brand were found that are by creators whom it approved for a campaign, and whose URL can be campaign content.
   */
  'mention.attributed': {
    data: z.object({
      posts: z
        .array(z.object({ mentionId: Id, url: z.string(), published: Instant, creatorIds: ids }))
        .readonly(),
    }),
  },
  /** A saved creator search that members are alerted about found creators for the first time. */
  'saved_search.matched': {
    data: z.object({ savedSearchId: Id, name: z.string(), creatorIds: ids }),
    webhook: webhook(
      'Saved search matched',
      'savedSearchId, name, creatorIds',
      'savedSearchId',
      'name',
      'creatorIds',
    ),
  },
  /** A monitor found new mentions; published together for posts that arrive together. */
  'mention.found': {
    data: z.object({ monitorId: Id, mentionIds: ids }),
    webhook: webhook('Mentions found', 'monitorId, mentionIds', 'monitorId', 'mentionIds'),
  },
  /**
   * A monitor found far more mentions than usual in an hour, or another share of negative ones in a day. `seen` and
   * `expected` count mentions, for `negative-shift` the negative ones.
   */
  'mention.spike': {
    data: z.object({
      alertId: Id,
      monitorId: Id,
      rule: z.enum(['spike', 'negative-shift']),
      hour: Instant,
      seen: z.int(),
      expected: z.number(),
    }),
    webhook: webhook(
      'Mentions spiked',
      'alertId, monitorId, rule (spike, negative-shift), hour, seen, expected',
      'alertId',
      'monitorId',
      'rule',
      'hour',
      'seen',
      'expected',
    ),
    live: 'listening',
  },
  /** A creator matches a brand-safety rule, for the first time or with new evidence after a decision. */
  'safety_flag.raised': {
    data: z.object({ flagId: Id, creatorId: Id, category: z.string(), reopened: z.boolean() }),
    webhook: webhook(
      'Creator flagged',
      'flagId, creatorId, category, reopened',
      'flagId',
      'creatorId',
      'category',
      'reopened',
    ),
  },
  /** A scheduled report was sent. */
  'report.sent': {
    data: z.object({
      reportId: Id,
      runId: Id,
      name: z.string(),
      from: z.string(),
      to: z.string(),
      sha256: z.string(),
    }),
    webhook: webhook(
      'Report sent',
      'reportId, runId, name, from, to, sha256',
      'reportId',
      'runId',
      'name',
      'from',
      'to',
      'sha256',
    ),
  },
  /** A subscription changed. `status` is the provider's status. */
  'subscription.changed': {
    data: z.object({ subscriptionId: z.string(), status: z.string() }),
    webhook: webhook('Subscription changed', 'subscriptionId, status', 'subscriptionId', 'status'),
  },
  /** A brand's members, plan or settings changed, so its screens must reload. */
  'brand.changed': { data: z.object({}), live: 'brand' },
  /** A subscription payment failed, was settled or was written off. */
  'subscription.payment_changed': { data: PaymentChange },
  /** A campaign, its brief or its status changed. */
  'campaign.changed': {
    data: z.object({
      campaignId: Id,
      /** Those of the brief, or `status`; empty for a new campaign. */
      fields: z.array(z.string()).readonly(),
      /** A draft was published. */
      published: z.boolean(),
    }),
    live: 'campaign',
  },
  /**
   * An opt-in changed. `bulk`: changed together with others, which the team is notified of once.
   */
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
  /** Lines visible to both sides were added to an opt-in's history. `notify`: creator to notify. */
  'opt_in.progressed': {
    data: z.object({
      optInId: Id,
      version: z.int(),
      notify: Id.nullable(),
      lines: z
        .array(z.object({ kind: z.string(), text: z.string(), detail: OptInEventDetail.optional() }))
        .readonly(),
    }),
  },
  /** A creator made, accepted, declined or withdrew an offer; notifies the team. */
  'opt_in.answered': {
    data: optIn.extend({
      version: z.int(),
      kind: z.string(),
      text: z.string(),
      detail: OptInEventDetail.optional(),
    }),
  },
  /**
   * A creator couldn't accept an offer because the brand's plan has no collaborations remaining.
   */
  'opt_in.limit_reached': { data: optIn.extend({ version: z.int() }) },
  /** The team viewed new opt-ins of a campaign; `unseen` remain. */
  'opt_in.seen': { data: z.object({ campaignId: Id, unseen: z.int() }), live: 'opt-in' },
  /** Content, a file or a live post of an opt-in changed; `change` is sent in live streams. */
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
  /** Untagged posts of a campaign were found, added or dismissed. `found` are newly offered ones. */
  'untagged_post.changed': { data: z.object({ campaignId: Id, found: z.int() }), live: 'content' },
  /** Payments to creators changed together. */
  'payable.changed': { data: z.object({ payableIds: ids }), live: 'opt-in' },
  /** A payment to a creator was approved, paid or failed. */
  'payable.moved': {
    data: z.object({
      payableId: Id,
      /** Null for a statement of commissions. */
      optInId: Id.nullable(),
      creatorUserId: Id.nullable(),
      version: z.int(),
      state: z.enum(['approved', 'paid', 'failed']),
      reason: z.string().nullable(),
      /** Why the provider couldn't pay it; null if a person changed the state. */
      failure: PayoutFailureCode.nullish(),
    }),
    live: 'opt-in',
  },
  /** A creator's payout account stopped working, or their bank refused a payout. */
  'payout_account.blocked': {
    data: z.object({ userId: Id, name: z.string(), why: z.enum(['details', 'closed', 'bank']), at: Instant }),
  },
  /** A store's connection or orders changed. */
  'store.changed': { data: z.object({ storeId: Id }), live: 'store' },
  /** A monitor was created, changed, paused or deleted. */
  'monitor.changed': { data: z.object({ monitorId: Id }), live: 'listening' },
} as const satisfies Record<string, EventDefinition>;

interface EventDefinition {
  data: z.ZodObject;
  webhook?: { title: string; data: string; sent: readonly string[] };
  live?: 'opt-in' | 'content' | 'campaign' | 'brand' | 'store' | 'listening';
}

type Definitions = typeof DOMAIN_EVENTS;

/** Event name, also used in webhooks. */
export type DomainEventType = keyof Definitions;

/** An event of one of these types. `data` holds ids and states rather than names. */
export type DomainEventOf<T extends DomainEventType> = {
  [K in T]: { type: K; brandId: string; data: z.input<Definitions[K]['data']> };
}[T];

/** Any domain event. */
export type DomainEvent = DomainEventOf<DomainEventType>;

/** Events available as webhooks. */
export type WebhookType = {
  [K in DomainEventType]: Definitions[K] extends { webhook: object } ? K : never;
}[DomainEventType];

/** Events sent in live streams. */
export type LiveType = {
  [K in DomainEventType]: Definitions[K] extends { live: string } ? K : never;
}[DomainEventType];

const isLive = (type: DomainEventType): type is LiveType => 'live' in DOMAIN_EVENTS[type];

/** Events sent in live streams. */
export const LIVE_TYPES = (Object.keys(DOMAIN_EVENTS) as DomainEventType[]).filter(isLive);

/** Webhook events about opt-ins and offers. */
export type OptInWebhookType = Extract<WebhookType, `opt_in.${string}` | `offer.${string}`>;

const isWebhook = (type: DomainEventType): type is WebhookType => 'webhook' in DOMAIN_EVENTS[type];

/** Events available as webhooks, in display order. */
export const WEBHOOK_TYPES = (Object.keys(DOMAIN_EVENTS) as DomainEventType[]).filter(isWebhook);

/** Returns the webhook payload of an event: only the listed fields. */
export function webhookData({ type, data }: DomainEventOf<WebhookType>): Record<string, unknown> {
  const fields: Record<string, unknown> = data;
  return Object.fromEntries(DOMAIN_EVENTS[type].webhook.sent.map((name) => [name, fields[name]]));
}
