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
import { Id, Instant, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

/** A campaign as creators see it. */
const OpenCampaign = z.object({
  id: Id,
  status: CampaignStatus,
  open: z.boolean(),
  brand: z.object({ id: Id, name: z.string(), website: z.string() }),
  brief: CampaignBrief,
  coverUrl: z.string().nullable(),
  /** The brief changed after this creator opted in: when, and which fields. */
  changed: z.object({ at: Instant, fields: z.array(z.string()) }).nullable(),
  invited: z.boolean(),
  optInId: Id.nullable(),
});

/** An opt-in as its creator sees it: no notes of the brand, no rating until completed. */
const OwnOptIn = OptIn.omit({ unseen: true, socialProfile: true, undoUntil: true, abilities: true }).extend({
  campaign: OpenCampaign,
  username: z.string(),
  platform: Platform,
});

const own = z.object({ optInId: Id });
const ofOwn = { own: 'opt-in', param: 'optInId' } as const;

export const listClaimedProfiles = defineCall({
  name: 'listClaimedProfiles',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/profiles',
  access: 'creator',
  summary: 'The social profiles of the signed-in creator, claimed or waiting for their proof.',
  output: z.object({ profiles: z.array(ClaimedProfile) }),
});

export const claimProfile = defineCall({
  name: 'claimProfile',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/profiles',
  access: 'creator',
  summary:
    "Claims a profile. A personal invite link proves it at once when the mail went to the account's address; else a code has to stand in the bio, which `check` looks for.",
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
  summary: 'Campaigns the creator is invited to first, then open ones that fit a claimed profile.',
  query: z.object({ page: PageNumber.default(1), search: text({ max: 120 }).optional() }),
  output: z.object({ campaigns: z.array(OpenCampaign), ...paging }),
});

export const getOpenCampaign = defineCall({
  name: 'getOpenCampaign',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/campaigns/:campaignId',
  access: 'creator',
  summary: 'A published campaign, or one the creator takes part in.',
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
  summary: 'Takes part in a campaign with a claimed profile; twice is once.',
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
  summary: 'What the creator takes part in, last changed first.',
  output: z.object({ optIns: z.array(OwnOptIn) }),
});

export const getOwnOptIn = defineCall({
  name: 'getOwnOptIn',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/opt-ins/:optInId',
  access: ofOwn,
  summary: 'One of them with its history, every version of its terms, content and live posts.',
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
  access: ofOwn,
  summary: 'Takes an opt-in back, or takes part again (`again`).',
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
  access: ofOwn,
  summary:
    'Makes a counter-offer, or proposes other terms than those agreed. `number` is the newest version seen: when there is a newer one, the offer is refused (409). What is left out of the terms stays as it was proposed last.',
  params: own,
  body: z.object({ number: z.int().min(1), terms: AgreementChange.omit({ currency: true }) }),
  output: z.object({ optIn: OwnOptIn }),
  problems: ['not_found', 'conflict', 'invalid_transition', 'plan_limit'],
});

export const answerOwnOffer = defineCall({
  name: 'answerOwnOffer',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/offers/:number/answer',
  access: ofOwn,
  summary:
    "Accepts or declines the brand's open offer, or withdraws the creator's own. The offer is named by its number; an offer that is no longer open is refused (409).",
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
  access: ofOwn,
  summary: 'Where the product goes; or `received` once it is there.',
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
  summary: 'Everything kept about the creator, as JSON.',
  file: 'application/json',
});

export const removeOwnAccount = defineCall({
  name: 'removeOwnAccount',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/remove',
  access: 'creator',
  summary:
    'Removes the account: claims, addresses and messages of the creator are erased, agreements stay without name.',
  body: z.object({ confirm: z.literal('REMOVE', 'Type REMOVE to confirm') }),
  output: z.object({ success: z.boolean() }),
});
