import { RecentContact } from '@troupe/domain/campaigns/follow-up';
import {
  Invite,
  InviteBrief,
  InviteStatus,
  LocalSending,
  MAX_BULK_INVITE,
  SkipReason,
} from '@troupe/domain/campaigns/invite';
import { Id, Instant, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ inviteId: Id });

/**
 * The invite's email: the given template, else the campaign's default, else the product's default.
 */
const emailFields = {
  campaignId: Id,
  templateId: Id.nullable().default(null),
  /** Sends at this time instead of immediately; at most 90 days ahead. */
  sendAt: Instant.nullable().default(null),
  /** Sends at this time of day in each creator's time zone, or the brand's where unknown; instead of `sendAt`. */
  sendLocal: LocalSending.nullable().default(null),
  /** Follow-ups to send after the invite. */
  sequenceId: Id.nullable().default(null),
  /** Invites creators despite a recent contact by someone else; recorded in the audit log. */
  contactAnyway: z.boolean().default(false),
};

const auditAnyway = (body: { contactAnyway?: boolean }) =>
  body.contactAnyway ? 'Invited creators despite recent contact' : null;

const skipped = z.array(
  z.object({
    socialProfileId: Id,
    username: z.string(),
    reason: SkipReason,
    /** Who wrote to the creator, if that is the reason. */
    contact: RecentContact.nullable(),
  }),
);

const bulk = z.object({
  ...emailFields,
  socialProfileIds: z.array(Id).max(MAX_BULK_INVITE).default([]),
  /** Invites every creator on this list instead of individual creators. */
  creatorListId: Id.nullable().default(null),
});

export const listInvites = defineCall({
  name: 'listInvites',
  noun: 'invite',
  method: 'GET',
  path: '/campaign-invites/:brandId',
  access: 'brand',
  summary:
    "Lists the brand's invites, newest first. Use `search` to match creator names and campaign titles.",
  params,
  query: z.object({
    page: PageNumber.default(1),
    search: text({ max: 120 }).optional(),
    status: several(InviteStatus),
    campaignId: Id.optional(),
  }),
  output: z.object({ invites: z.array(Invite), ...paging }),
});

export const searchInvites = defineCall({
  name: 'searchInvites',
  noun: 'invite',
  method: 'POST',
  path: '/campaign-invites/:brandId/search',
  access: 'brand',
  audit: false,
  summary:
    "Lists the brand's invites to the creator with the given username, newest first. Canceled invites are excluded.",
  params,
  body: z.object({ username: text({ max: 200, min: 1 }) }),
  output: z.object({ invites: z.array(Invite) }),
});

export const listInvitedCreators = defineCall({
  name: 'listInvitedCreators',
  noun: 'invite',
  method: 'POST',
  path: '/campaign-invites/:brandId/invited',
  access: 'brand',
  audit: false,
  summary:
    'Returns which of the given usernames the brand has already invited. Canceled invites are excluded.',
  params,
  body: z.object({ usernames: z.array(text({ max: 200 })).max(200) }),
  bodyLimit: 256 * 1024,
  output: z.object({ invited: z.array(z.string()) }),
});

export const previewInvite = defineCall({
  name: 'previewInvite',
  noun: 'invite',
  method: 'POST',
  path: '/brand/:brandId/campaign-invite/preview',
  access: 'brand',
  audit: false,
  summary:
    "Previews an invite email without sending it. Variables are filled with the given creator's data, or with sample data.",
  params,
  body: z.object({ campaignId: Id, templateId: emailFields.templateId, socialProfileId: Id.optional() }),
  output: z.object({
    /**
     * Where the email came from: the chosen template, the campaign's default or the product's
     * default.
     */
    letter: z.enum(['template', 'campaign', 'standard']),
    /** Label of the template; null for the product's default. */
    label: z.string().nullable(),
    /** Recipient address; null if unknown or if no creator was given. */
    to: z.string().nullable(),
    subject: z.string(),
    preview: z.string(),
    text: z.string(),
  }),
  problems: ['not_found'],
});

export const sendInvite = defineCall({
  name: 'sendInvite',
  noun: 'invite',
  method: 'POST',
  path: '/campaign-invite/:brandId',
  access: 'brand',
  effect: 'Emails the creator.',
  summary:
    "Invites a creator to a campaign by email. The email is sent in the background. Inviting the same creator again doesn't send a second email. If a teammate or another brand with the same owner contacted the creator in the last 7 days, the call fails with `recently_contacted` and returns `contact`; set `contactAnyway` to invite them anyway. `sequenceId` adds follow-ups.",
  params,
  body: z.object({
    ...emailFields,
    socialProfileId: Id,
    socialId: text({ max: 200 }).nullable().optional(),
    creatorListId: Id.nullable().optional(),
  }),
  output: z.object({ success: z.boolean(), invite: Invite }),
  problems: [
    'not_found',
    'subscription_required',
    'email_domain_required',
    'already_invited',
    'no_contact',
    'suppressed',
    'recently_contacted',
    'invalid_transition',
  ],
  messageField: 'msg',
  audit: auditAnyway,
});

export const previewBulkInvite = defineCall({
  name: 'previewBulkInvite',
  noun: 'invite',
  method: 'POST',
  path: '/brand/:brandId/campaign-invites/preview',
  access: 'brand',
  audit: false,
  summary:
    'Previews a bulk invite without sending it. Returns how many creators would be invited, and who would be skipped and why.',
  params,
  body: bulk,
  bodyLimit: 512 * 1024,
  output: z.object({
    ready: z.int(),
    /** Some of those who would be invited, to preview their emails with `previewFollowUps`. */
    sample: z.array(z.object({ socialProfileId: Id, username: z.string() })).max(50),
    skipped,
    /** Creators who would get an email with a gap: variables without a value and nothing to write instead. */
    empty: z.array(
      z.object({ variable: z.string(), count: z.int(), usernames: z.array(z.string()).max(200) }),
    ),
    /** How many creators' time zones are known, guessed from a country with several, or taken from the brand. */
    zones: z.object({ country: z.int(), main: z.int(), brand: z.int(), brandZone: z.string() }),
    /** When the last email would be sent at the domain's sending rate. */
    lastLeaves: Instant.nullable(),
  }),
  problems: ['not_found', 'invalid_transition'],
});

export const sendBulkInvite = defineCall({
  name: 'sendBulkInvite',
  noun: 'invite',
  method: 'POST',
  path: '/brand/:brandId/campaign-invites',
  access: 'brand',
  effect: 'Emails every creator who can be invited.',
  summary:
    "Invites many creators at once. Each creator receives their own email. Creators who can't be invited are skipped, as shown in the preview. Set `contactAnyway` to include creators who were contacted recently.",
  params,
  body: bulk,
  bodyLimit: 512 * 1024,
  output: z.object({
    accepted: z.int(),
    skipped,
  }),
  problems: ['not_found', 'subscription_required', 'email_domain_required', 'invalid_transition'],
  audit: auditAnyway,
});

export const cancelInvite = defineCall({
  name: 'cancelInvite',
  noun: 'invite',
  method: 'POST',
  path: '/brand/:brandId/campaign-invite/:inviteId/cancel',
  access: 'brand',
  summary: "Cancels an invite that hasn't been sent.",
  params: one,
  output: z.object({ success: z.boolean(), invite: Invite }),
  problems: ['not_found', 'invalid_transition'],
});

export const restoreInvite = defineCall({
  name: 'restoreInvite',
  noun: 'invite',
  method: 'POST',
  path: '/brand/:brandId/campaign-invite/:inviteId/restore',
  access: 'brand',
  effect: 'Sends the invite at its originally scheduled time.',
  summary:
    'Restores a canceled invite. The email is sent as originally scheduled. Restoring again has no effect.',
  params: one,
  output: z.object({ success: z.boolean(), invite: Invite }),
  problems: ['not_found', 'already_invited', 'invalid_transition', 'email_domain_required'],
});

export const settleInvite = defineCall({
  name: 'settleInvite',
  noun: 'invite',
  method: 'POST',
  path: '/brand/:brandId/campaign-invite/:inviteId/settle',
  access: 'brand',
  audit: 'Resolved unconfirmed invite',
  effect: 'Sending again emails the creator.',
  summary:
    'Resolves an invite whose delivery failed or is unconfirmed. Send it again or, if delivery is unconfirmed, mark it as sent.',
  params: one,
  body: z.object({ as: z.enum(['sent', 'again']) }),
  output: z.object({ success: z.boolean(), invite: Invite }),
  problems: ['not_found', 'invalid_transition', 'email_domain_required'],
});

export const openInvite = defineCall({
  name: 'openInvite',
  noun: 'invite',
  method: 'POST',
  path: '/invite/:token/visit',
  access: 'public',
  summary: 'Opens a personal invite link. Records when the invite was first opened.',
  params: z.object({ token: z.string().max(100) }),
  output: InviteBrief,
  problems: ['not_found'],
});
