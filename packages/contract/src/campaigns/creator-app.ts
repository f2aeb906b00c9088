import { AgreementChange, Offer, OfferAnswer } from '@troupe/domain/campaigns/agreement';
import { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import { ContentPreview, Shoutout } from '@troupe/domain/campaigns/campaign-content';
import {
  ClaimedProfile,
  NewOptIn,
  OptIn,
  OptInEvent,
  ShippingAddress,
} from '@troupe/domain/campaigns/opt-in';
import { Platform } from '@troupe/domain/discovery/creator';
import { Id, Instant, PageNumber, paging, text, Version } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

/** A campaign as shown to creators. */
const OpenCampaign = z.object({
  id: Id,
  status: CampaignStatus,
  open: z.boolean(),
  brand: z.object({ id: Id, name: z.string(), website: z.string() }),
  brief: CampaignBrief,
  coverUrl: z.string().nullable(),
  /** When the brief last changed after this creator opted in, and which fields. */
  changed: z.object({ at: Instant, fields: z.array(z.string()) }).nullable(),
  invited: z.boolean(),
  optInId: Id.nullable(),
});

/**
 * An opt-in as shown to its creator: without the brand's notes, and with the rating only once
 * completed.
 */
const OwnOptIn = OptIn.omit({ unseen: true, socialProfile: true, undoUntil: true, abilities: true }).extend({
  campaign: OpenCampaign,
  username: z.string(),
  platform: Platform,
});

const own = z.object({ optInId: Id });
const ownAccess = { own: 'opt-in', param: 'optInId' } as const;

export const listClaimedProfiles = defineCall({
  name: 'listClaimedProfiles',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/profiles',
  access: 'creator',
  summary: "Lists the creator's social profiles, both claimed and awaiting verification.",
  output: z.object({ profiles: z.array(ClaimedProfile) }),
});

export const claimProfile = defineCall({
  name: 'claimProfile',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/profiles',
  access: 'creator',
  summary:
    "Claims a social profile. A personal invite link verifies the profile immediately if it was sent to the account's email. Otherwise the creator adds a code to their bio; set `check` to look for it.",
  body: z.object({
    platform: Platform,
    username: text({ max: 200, min: 1 }),
    inviteToken: text({ max: 100 }).nullable().default(null),
    check: z.boolean().default(false),
  }),
  output: z.object({ profile: ClaimedProfile }),
  problems: ['conflict', 'unavailable'],
});

export const listOpenCampaigns = defineCall({
  name: 'listOpenCampaigns',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/campaigns',
  access: 'creator',
  summary:
    'Lists campaigns the creator can join. Campaigns they are invited to come first, followed by open campaigns that match a claimed profile.',
  query: z.object({ page: PageNumber.default(1), search: text({ max: 120 }).optional() }),
  output: z.object({ campaigns: z.array(OpenCampaign), ...paging }),
});

export const getOpenCampaign = defineCall({
  name: 'getOpenCampaign',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/campaigns/:campaignId',
  access: 'creator',
  summary: 'Retrieves a published campaign, or one the creator has joined.',
  params: z.object({ campaignId: Id }),
  query: z.object({ invite: text({ max: 100 }).optional() }),
  output: OpenCampaign,
  problems: ['not_found'],
});

export const optIn = defineCall({
  name: 'optIn',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/campaigns/:campaignId/opt-in',
  access: 'creator',
  summary: 'Joins a campaign with a claimed profile. Joining again has no effect.',
  params: z.object({ campaignId: Id }),
  body: NewOptIn,
  bodyLimit: 512 * 1024,
  output: z.object({ optIn: OwnOptIn }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const listOwnOptIns = defineCall({
  name: 'listOwnOptIns',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/opt-ins',
  access: 'creator',
  summary: "Lists the creator's opt-ins, most recently updated first.",
  output: z.object({ optIns: z.array(OwnOptIn) }),
});

export const getOwnOptIn = defineCall({
  name: 'getOwnOptIn',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/opt-ins/:optInId',
  access: ownAccess,
  summary:
    "Retrieves one of the creator's opt-ins. Includes its history, content, live posts and every version of its terms.",
  params: own,
  output: z.object({
    optIn: OwnOptIn,
    history: z.array(OptInEvent),
    offers: z.array(Offer),
    contentPreviews: z.array(ContentPreview),
    shoutouts: z.array(Shoutout),
  }),
  problems: ['not_found'],
});

export const withdrawOptIn = defineCall({
  name: 'withdrawOptIn',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/withdraw',
  access: ownAccess,
  summary: 'Withdraws an opt-in. Set `again` to rejoin the campaign.',
  params: own,
  body: z.object({ again: z.boolean().default(false), reason: text({ max: 1000 }).default('') }),
  output: z.object({ optIn: OwnOptIn }),
  problems: ['not_found', 'invalid_transition'],
});

export const makeOwnOffer = defineCall({
  name: 'makeOwnOffer',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/offers',
  access: ownAccess,
  summary:
    'Makes a counter-offer, or proposes a change to the agreed terms. `number` is the latest version the creator has seen; if there is a newer one, returns 409. Terms you leave out stay as last proposed.',
  params: own,
  body: z.object({ number: Version, terms: AgreementChange.omit({ currency: true }) }),
  output: z.object({ optIn: OwnOptIn }),
  problems: ['not_found', 'conflict', 'invalid_transition', 'plan_limit'],
});

export const answerOwnOffer = defineCall({
  name: 'answerOwnOffer',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/offers/:number/answer',
  access: ownAccess,
  summary:
    "Accepts or declines the brand's offer, or withdraws the creator's own offer. Returns 409 if the offer is no longer open.",
  params: own.extend({ number: z.coerce.number().int().min(1).max(1_000_000) }),
  body: z.object({ answer: OfferAnswer }),
  output: z.object({ optIn: OwnOptIn }),
  problems: ['not_found', 'conflict', 'invalid_transition', 'plan_limit'],
});

export const giveAddress = defineCall({
  name: 'giveAddress',
  noun: 'creator-app',
  method: 'PUT',
  path: '/creator/opt-ins/:optInId/address',
  access: ownAccess,
  summary: "Saves the creator's shipping address, or confirms delivery with `received`.",
  params: own,
  body: z.object({ address: ShippingAddress.optional(), received: z.literal(true).optional() }),
  output: z.object({ optIn: OwnOptIn }),
  problems: ['not_found', 'invalid_transition'],
});

export const exportOwnData = defineCall({
  name: 'exportOwnData',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/export',
  access: 'creator',
  summary: "Downloads all of the creator's data as JSON.",
  file: 'application/json',
});

export const removeOwnAccount = defineCall({
  name: 'removeOwnAccount',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/remove',
  access: 'creator',
  summary:
    "Deletes the creator's account. Claims, addresses and messages are erased; agreements are kept without the creator's name.",
  body: z.object({ confirm: z.literal('REMOVE', 'Type REMOVE to confirm') }),
  output: z.object({ success: z.boolean() }),
});
