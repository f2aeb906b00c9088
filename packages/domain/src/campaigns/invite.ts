import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { INVITE_STATUSES } from '../discovery/invite-status.ts';
import { Day, Id, Instant } from '../shape.ts';
import { CampaignBrief } from './campaign-brief.ts';
import { FollowUpSummary } from './follow-up.ts';

/** Status of an invite, derived from its email and opt-in. */
export const InviteStatus = z.enum(INVITE_STATUSES);
export type InviteStatus = z.infer<typeof InviteStatus>;

/** An email inviting a creator to a campaign. */
export const Invite = z.object({
  id: Id,
  status: InviteStatus,
  /** Explanation of the status; null if there is nothing to add. */
  statusReason: z.string().nullable(),
  savedDate: Instant,
  scheduledFor: Instant.nullable(),
  sentDate: Instant.nullable(),
  repliedDate: Instant.nullable(),
  /** When the creator first opened the personal link. */
  visitedDate: Instant.nullable(),
  savedBy: z.string().nullable(),
  campaignId: Id,
  socialProfileId: Id,
  creatorListId: Id.nullable(),
  templateId: Id.nullable(),
  subject: z.string(),
  /** Conversation with the creator, which holds the invite and all replies. */
  conversationId: Id.nullable(),
  /** The resulting opt-in, if any. */
  optInId: Id.nullable(),
  /** The creator's reply without quoted text, if any. */
  reply: z.string().nullable(),
  /** Its follow-ups; null without any. */
  followUp: FollowUpSummary.nullable(),
  metaData: z.object({
    profile: z.object({
      username: z.string(),
      fullname: z.string(),
      platform: Platform,
      profilePicUrl: z.string().nullable(),
    }),
    campaignTitle: z.string(),
  }),
});
export type Invite = z.infer<typeof Invite>;

/** Why a creator is skipped in a bulk invite. */
export const SkipReason = z.enum([
  'no_contact',
  'suppressed',
  'already_invited',
  'invited_by_teammate',
  'contacted_by_brand',
  'not_found',
]);
export type SkipReason = z.infer<typeof SkipReason>;

/** Skip reasons that a person can override, because nothing but courtesy forbids the email. */
export const OVERRIDABLE_SKIPS: readonly SkipReason[] = ['invited_by_teammate', 'contacted_by_brand'];

/** Invites are refused if a teammate or another brand of the account wrote to the creator within this many days. */
export const CONTACT_DAYS = 7;

/** A time of day on each creator's own clock. */
export const LocalSending = z.object({
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 09:00'),
  /** The first day, `YYYY-MM-DD`; null for the next time it is that late. */
  date: Day.nullable().default(null),
  /** Moves Saturdays and Sundays to Monday. */
  weekdaysOnly: z.boolean().default(true),
});
export type LocalSending = z.infer<typeof LocalSending>;

/** Maximum days an invite can be scheduled ahead. */
export const MAX_SCHEDULE_DAYS = 90;

/** Maximum number of creators in a bulk invite. */
export const MAX_BULK_INVITE = 5000;

/** A campaign brief as shown behind a personal invite link. */
export const InviteBrief = z.object({
  brandName: z.string(),
  brandWebsite: z.string(),
  creatorName: z.string(),
  /** The invited profile. */
  profile: z.object({ platform: Platform, username: z.string() }),
  /**
   * Email the invite was sent to, to prefill sign-up; empty if it wasn't sent or the profile is
   * already claimed.
   */
  email: z.string(),
  campaign: z.object({
    id: Id,
    title: z.string(),
    socialChannels: z.array(Platform),
    /** Minor units; null if the campaign pays in products. */
    maxPaidAmount: z.int().nullable(),
    open: z.boolean(),
    /** Cover image; null without one. */
    coverUrl: z.string().nullable(),
    /** The parts of the brief that help creators decide. */
    ...CampaignBrief.pick({
      description: true,
      currency: true,
      product: true,
      commissionPercent: true,
      deliverables: true,
      draftDue: true,
      liveDue: true,
      closes: true,
      usageRights: true,
      hashtags: true,
      mentions: true,
      disclosure: true,
    }).shape,
  }),
});
export type InviteBrief = z.infer<typeof InviteBrief>;

/** Default reason for emails that have none. */
const REASONS: Partial<Record<InviteStatus, string>> = {
  bounced: 'The email bounced. Check the address.',
  failed: "We couldn't send this email.",
  uncertain: "We can't confirm this email was sent. Mark it as sent, or send it again.",
  unsubscribed: 'The creator unsubscribed from your emails.',
};

const SPEAKS_FOR_ITSELF: ReadonlySet<InviteStatus> = new Set([
  ...(['sent', 'replied', 'cancelled', 'opted_in', 'approved'] as const),
  ...(['collaborating', 'posted', 'completed', 'declined', 'withdrawn'] as const),
]);

/** Returns the explanation of an invite's status. `reason` is the reason reported for its email. */
export function inviteReason(status: InviteStatus, reason: string | null): string | null {
  return SPEAKS_FOR_ITSELF.has(status) ? null : (reason ?? REASONS[status] ?? null);
}
