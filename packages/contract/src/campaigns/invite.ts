import {
  Invite,
  InviteBrief,
  InviteStatus,
  MAX_BULK_INVITE,
  SkipReason,
} from '@troupe/domain/campaigns/invite';
import { Id, Instant, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ inviteId: Id });

/** Letter of an invite: a template of the brand, else the campaign's own, else the product's. */
const letter = {
  campaignId: Id,
  templateId: Id.nullable().default(null),
  /** Leaves at this moment instead of at once; at most 90 days ahead. */
  sendAt: Instant.nullable().default(null),
};

const bulk = z.object({
  ...letter,
  socialProfileIds: z.array(Id).max(MAX_BULK_INVITE).default([]),
  /** Everybody on this list, instead of creators one by one. */
  creatorListId: Id.nullable().default(null),
});

export const listInvites = defineCall({
  name: 'listInvites',
  noun: 'invite',
  method: 'GET',
  path: '/campaign-invites/:brandId',
  access: 'brand',
  summary: 'The invites of a brand, newest first; `search` looks in names and campaign titles.',
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
  summary: 'The invites of the creators with this username, newest first; cancelled ones do not count.',
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
  summary: 'Which of these usernames the brand has invited already; cancelled invites do not count.',
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
    'The mail of an invite as it would arrive, and whose letter it is. Filled for the creator named, else with examples. Sends nothing.',
  params,
  body: z.object({ campaignId: Id, templateId: letter.templateId, socialProfileId: Id.optional() }),
  output: z.object({
    /** A template that was chosen, the campaign's own one, or the standard letter of the product. */
    letter: z.enum(['template', 'campaign', 'standard']),
    /** The label of the template; null for the standard letter. */
    label: z.string().nullable(),
    /** The address it would go to; null when there is none or no creator is named. */
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
  summary:
    'Invites a creator to a campaign by email. The mail leaves in the background; the same invite twice is one.',
  params,
  body: z.object({
    ...letter,
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
    'invalid_transition',
  ],
  messageField: 'msg',
});

export const previewBulkInvite = defineCall({
  name: 'previewBulkInvite',
  noun: 'invite',
  method: 'POST',
  path: '/brand/:brandId/campaign-invites/preview',
  access: 'brand',
  audit: false,
  summary: 'Who of these creators would be invited and who would be left out, and why. Sends nothing.',
  params,
  body: bulk,
  bodyLimit: 512 * 1024,
  output: z.object({
    ready: z.int(),
    skipped: z.array(z.object({ socialProfileId: Id, username: z.string(), reason: SkipReason })),
    /** When the last one would leave at the pace of the domain. */
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
  summary: 'Invites many creators at once, each by one mail; those the preview names are left out.',
  params,
  body: bulk,
  bodyLimit: 512 * 1024,
  output: z.object({
    accepted: z.int(),
    skipped: z.array(z.object({ socialProfileId: Id, username: z.string(), reason: SkipReason })),
  }),
  problems: ['not_found', 'subscription_required', 'email_domain_required', 'invalid_transition'],
});

export const cancelInvite = defineCall({
  name: 'cancelInvite',
  noun: 'invite',
  method: 'POST',
  path: '/brand/:brandId/campaign-invite/:inviteId/cancel',
  access: 'brand',
  summary: 'Stops an invite whose mail has not left.',
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
  summary:
    'Takes back the cancelling of an invite: its mail leaves as it was to. Repeating it changes nothing.',
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
  summary: 'Settles an uncertain or failed invite: count its mail as sent, or send it again.',
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
  summary: 'What the personal link of an invite shows; keeps when it was first opened.',
  params: z.object({ token: z.string().max(100) }),
  output: InviteBrief,
  problems: ['not_found'],
});
