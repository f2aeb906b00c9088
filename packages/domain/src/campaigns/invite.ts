import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { INVITE_STATUSES } from '../discovery/invite-status.ts';
import { Id, Instant } from '../shape.ts';
import { CampaignBrief } from './campaign-brief.ts';

/** Where an invite stands, told from what became of its mail. */
export const InviteStatus = z.enum(INVITE_STATUSES);
export type InviteStatus = z.infer<typeof InviteStatus>;

/** What people call each status. */
export const INVITE_STATUS_NAMES: Record<InviteStatus, string> = {
  scheduled: 'Scheduled',
  queued: 'Waiting to send',
  sent: 'Sent',
  deferred: 'Delayed',
  bounced: 'Bounced',
  failed: 'Not sent',
  uncertain: 'Uncertain',
  replied: 'Replied',
  unsubscribed: 'Unsubscribed',
  cancelled: 'Canceled',
  opted_in: 'Opted in',
  approved: 'Approved',
  collaborating: 'Collaborating',
  posted: 'Posted',
  completed: 'Completed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/** What the facts behind each status are, for help texts and the API's documentation. */
export const INVITE_STATUS_MEANINGS: Record<InviteStatus, string> = {
  scheduled: 'The email is scheduled for later.',
  queued: 'The email is waiting for its turn.',
  sent: 'The email was sent.',
  deferred: "The recipient's mail server asked us to try again later.",
  bounced: 'The email came back.',
  failed: 'The email could not be sent.',
  uncertain: "We can't confirm that the email was sent.",
  replied: 'The creator answered the email.',
  unsubscribed: 'The creator unsubscribed from your emails.',
  cancelled: 'The invite was canceled before it was sent.',
  opted_in: 'The creator opted in and is waiting for your decision.',
  approved: 'You approved the creator.',
  collaborating: 'The product was shipped, or the creator submitted content.',
  posted: 'Content of the creator is live.',
  completed: 'The collaboration is completed.',
  declined: 'You declined the creator.',
  withdrawn: 'The creator withdrew.',
};

/** An invite of a creator to a campaign by email. */
export const Invite = z.object({
  id: Id,
  status: InviteStatus,
  /** Why it stands there, in words for people; null when there is nothing to say. */
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
  /** The conversation with its creator, which holds the invite and every reply. */
  conversationId: Id.nullable(),
  /** The opt-in that followed; null before. */
  optInId: Id.nullable(),
  /** What the creator wrote back, without quotes; null before. */
  reply: z.string().nullable(),
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

/** Why a creator is left out of a bulk invite. */
export const SkipReason = z.enum([
  'no_contact',
  'suppressed',
  'already_invited',
  'invited_by_teammate',
  'not_found',
]);
export type SkipReason = z.infer<typeof SkipReason>;

/** The reasons in words. */
export const SKIP_REASON_NAMES: Record<SkipReason, string> = {
  no_contact: 'No contact info',
  suppressed: 'Unsubscribed, or email bounced',
  already_invited: 'Already invited to this campaign',
  invited_by_teammate: 'A teammate invited them in the last 7 days',
  not_found: 'No longer available',
};

/** For so many days nobody invites a creator whom a teammate has just invited, unless one by one. */
export const TEAMMATE_DAYS = 7;

/** How far ahead an invite can be scheduled. */
export const MAX_SCHEDULE_DAYS = 90;

/** The most creators one bulk invite takes. */
export const MAX_BULK_INVITE = 5000;

/** What a creator sees behind the personal link of an invite. */
export const InviteBrief = z.object({
  brandName: z.string(),
  brandWebsite: z.string(),
  creatorName: z.string(),
  /** The profile that was invited. */
  profile: z.object({ platform: Platform, username: z.string() }),
  /** Where the invite was sent, to fill in at sign-up; empty when it wasn't sent, and once the profile is claimed. */
  email: z.string(),
  campaign: z.object({
    id: Id,
    title: z.string(),
    socialChannels: z.array(Platform),
    /** Minor units; null when the campaign pays in products. */
    maxPaidAmount: z.int().nullable(),
    open: z.boolean(),
    /** Its picture; null without one. */
    coverUrl: z.string().nullable(),
    /** What is asked and given, as far as it helps to decide. */
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

/** The reason shown when an email has none of its own. */
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

/** Why an invite stands where it does, in words for people; `reason` is what its mail says. */
export function inviteReason(status: InviteStatus, reason: string | null): string | null {
  return SPEAKS_FOR_ITSELF.has(status) ? null : (reason ?? REASONS[status] ?? null);
}
