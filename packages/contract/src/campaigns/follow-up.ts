import {
  FollowUp,
  FollowUpSkip,
  FollowUpTimeline,
  MAX_FOLLOW_UPS,
  RecentContact,
} from '@troupe/domain/campaigns/follow-up';
import { LocalSending } from '@troupe/domain/campaigns/invite';
import { Id, Instant } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const ofInvite = params.extend({ inviteId: Id });
const action = z.enum(['pause', 'resume', 'stop']);

const AUDIT_TITLES = {
  pause: 'Paused follow-ups',
  resume: 'Resumed follow-ups',
  stop: 'Stopped follow-ups',
} as const;
const auditOf = (body: { action?: keyof typeof AUDIT_TITLES }) =>
  (body.action && AUDIT_TITLES[body.action]) ?? null;

export const previewFollowUps = defineCall({
  name: 'previewFollowUps',
  noun: 'follow-up',
  method: 'POST',
  path: '/brand/:brandId/follow-ups/preview',
  access: 'brand',
  audit: false,
  summary:
    "Previews the invite and the follow-ups that a creator would get, with send times and variables filled in. Times are the earliest possible: each follow-up is sent only if its condition is met then, and all emails share the brand's daily sending limit. Nothing is sent.",
  params,
  body: z.object({
    campaignId: Id,
    templateId: Id.nullable().default(null),
    sequenceId: Id.nullable().default(null),
    socialProfileId: Id,
    creatorListId: Id.nullable().default(null),
    sendAt: Instant.nullable().default(null),
    sendLocal: LocalSending.nullable().default(null),
  }),
  output: z.object({ timeline: FollowUpTimeline }),
  problems: ['not_found'],
});

export const startFollowUps = defineCall({
  name: 'startFollowUps',
  noun: 'follow-up',
  method: 'POST',
  path: '/brand/:brandId/follow-ups',
  access: 'brand',
  effect: 'Emails each creator the steps of the sequence as they come due.',
  summary:
    'Adds follow-ups to invites that were sent or are queued. Skips invites that already have follow-ups or whose creator replied, opted in, unsubscribed or can no longer be emailed, and returns the reason for each. Repeating a request adds nothing.',
  params,
  body: z.object({
    sequenceId: Id,
    inviteIds: z.array(Id).min(1).max(MAX_FOLLOW_UPS),
    /** Adds follow-ups despite a recent contact by someone else; recorded in the audit log. */
    contactAnyway: z.boolean().default(false),
  }),
  bodyLimit: 256 * 1024,
  output: z.object({
    started: z.int(),
    skipped: z.array(
      z.object({
        inviteId: Id,
        username: z.string(),
        reason: FollowUpSkip,
        contact: RecentContact.nullable(),
      }),
    ),
  }),
  problems: ['not_found', 'subscription_required'],
  audit: (body: { contactAnyway?: boolean }) =>
    body.contactAnyway ? 'Started follow-ups despite recent contact' : null,
});

export const getFollowUps = defineCall({
  name: 'getFollowUps',
  noun: 'follow-up',
  method: 'GET',
  path: '/brand/:brandId/campaign-invite/:inviteId/follow-ups',
  access: 'brand',
  summary: "Retrieves an invite's follow-ups: sent, skipped and planned. Null if it has none.",
  params: ofInvite,
  output: z.object({ followUp: FollowUp.nullable() }),
  problems: ['not_found'],
});

export const changeFollowUps = defineCall({
  name: 'changeFollowUps',
  noun: 'follow-up',
  method: 'POST',
  path: '/brand/:brandId/campaign-invite/:inviteId/follow-ups',
  access: 'brand',
  effect: 'Resuming sends the creator the follow-ups that are due.',
  summary:
    "Pauses, resumes or stops an invite's follow-ups. Paused follow-ups keep their place; those that came due while paused are sent when you resume. Stopped follow-ups can't be resumed.",
  params: ofInvite,
  body: z.object({ action }),
  output: z.object({ followUp: FollowUp.nullable() }),
  problems: ['not_found', 'invalid_transition'],
  audit: auditOf,
});

export const changeAllFollowUps = defineCall({
  name: 'changeAllFollowUps',
  noun: 'follow-up',
  method: 'POST',
  path: '/brand/:brandId/follow-ups/change',
  access: 'brand',
  effect: 'Resuming sends follow-ups to creators again.',
  summary:
    "Pauses, resumes or stops all of the brand's follow-ups, or those of one campaign or sequence. Returns how many changed.",
  params,
  body: z.object({
    action,
    campaignId: Id.nullable().default(null),
    sequenceId: Id.nullable().default(null),
  }),
  output: z.object({ changed: z.int() }),
  audit: auditOf,
});

export const takeOver = defineCall({
  name: 'takeOver',
  noun: 'follow-up',
  method: 'POST',
  path: '/brand/:brandId/inbox/:optInId/take-over',
  access: 'brand',
  summary:
    'Takes over a conversation: assigns it to you and stops the automatic follow-ups to its creator. Pass the ID of an opt-in or a conversation.',
  params: params.extend({ optInId: Id }),
  output: z.object({ stopped: z.int() }),
  problems: ['not_found'],
  peopleOnly: true,
  audit: 'Took over conversation',
});
