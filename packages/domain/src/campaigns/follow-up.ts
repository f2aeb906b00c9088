import { z } from 'zod';
import { StepCondition } from '../outreach/sequence.ts';
import { Id, Instant } from '../shape.ts';

/**
 * State of the follow-ups to a creator. `paused` ones can be resumed, `stopped` ones stay stopped, `finished` ones have
 * no step left.
 */
export const FollowUpState = z.enum(['running', 'paused', 'stopped', 'finished']);
export type FollowUpState = z.infer<typeof FollowUpState>;

/** Why follow-ups stopped. `not-sent`: an email before it couldn't be sent. `person`: a teammate stopped them. */
export const FollowUpStop = z.enum([
  'replied',
  'opted-in',
  'unsubscribed',
  'bounced',
  'campaign-closed',
  'taken-over',
  'invite-canceled',
  'not-sent',
  'person',
]);
export type FollowUpStop = z.infer<typeof FollowUpStop>;

/** Where the time zone of an email is known from; see `readerZone`. */
const ZoneSource = z.enum(['country', 'main', 'brand']);

/** An email of a timeline: the invite (`number` 0) or a follow-up. */
export const TimelineEntry = z.object({
  number: z.int(),
  /** Null for the invite, and for a step that was removed since. */
  stepId: Id.nullable(),
  /**
   * `planned`: to be decided at its time. `queued`: waits in the outbox. `skipped`: its condition wasn't met.
   * `unsent`: it couldn't be sent, or was canceled.
   */
  state: z.enum(['planned', 'queued', 'sent', 'skipped', 'unsent', 'uncertain']),
  condition: StepCondition.nullable(),
  /** When it was sent or skipped, or the earliest time it will be sent. */
  at: Instant.nullable(),
  /** The reason for `unsent`, as reported. */
  reason: z.string().nullable(),
  subject: z.string(),
  /** The email as HTML; links are examples. */
  html: z.string(),
  text: z.string(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** The emails to one creator, sent and planned. */
export const FollowUpTimeline = z.object({
  entries: z.array(TimelineEntry),
  zone: z.string(),
  zoneSource: ZoneSource,
  /** Variables without a value that the texts don't say what to write instead of. */
  empty: z.array(z.string()),
});
export type FollowUpTimeline = z.infer<typeof FollowUpTimeline>;

/** The follow-ups of an invite. */
export const FollowUp = z.object({
  id: Id,
  inviteId: Id,
  sequenceId: Id.nullable(),
  sequenceName: z.string().nullable(),
  state: FollowUpState,
  stop: FollowUpStop.nullable(),
  /** Who stopped or paused them; null for the system. */
  changedBy: z.string().nullable(),
  changed: Instant,
  /** When the creator opened the personal link. */
  opened: Instant.nullable(),
  timeline: FollowUpTimeline,
});
export type FollowUp = z.infer<typeof FollowUp>;

/** The follow-ups of an invite in a list. */
export const FollowUpSummary = z.object({
  state: FollowUpState,
  stop: FollowUpStop.nullable(),
  sent: z.int(),
  /** Earliest time of the next one; null while an email before it is on its way. */
  next: Instant.nullable(),
});
export type FollowUpSummary = z.infer<typeof FollowUpSummary>;

/** Why follow-ups weren't added to an invite. */
export const FollowUpSkip = z.enum(['has-follow-ups', 'not-sent', 'stopped', 'not-found', 'contacted']);
export type FollowUpSkip = z.infer<typeof FollowUpSkip>;

/** The most invites that one request adds follow-ups to. */
export const MAX_FOLLOW_UPS = 1000;

/** A recent email to a creator by a teammate or another brand of the account, or their running follow-ups. */
export const RecentContact = z.object({
  kind: z.enum(['email', 'follow-ups']),
  /** Null if the reader isn't a member of that brand, or unknown. */
  name: z.string().nullable(),
  /** Null for the reader's own brand, and for brands they aren't a member of. */
  brand: z.string().nullable(),
  /** Whether it was another brand of the account. */
  otherBrand: z.boolean(),
  at: Instant,
});
export type RecentContact = z.infer<typeof RecentContact>;

/** Returns a sentence about a recent contact, for clients of the API. */
export function recentContactText({ kind, name, brand, otherBrand, at }: RecentContact, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(at)) / 86_400_000);
  const when = days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
  const who = otherBrand
    ? brand
      ? `${name ?? 'Someone'} at ${brand}`
      : 'Another brand on your account'
    : (name ?? 'A teammate');
  return kind === 'follow-ups'
    ? `${who} is following up with this creator.`
    : `${who} contacted this creator ${when}.`;
}
