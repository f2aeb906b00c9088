import {
  Affiliate,
  AffiliateChange,
  AffiliateInvite,
  AffiliateState,
  OwnAffiliate,
} from '@troupe/domain/affiliate/affiliate';
import { Platform } from '@troupe/domain/discovery/platform';
import { Id, PageNumber, paging, several, text, Version } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ affiliateId: Id });
const own = z.object({ affiliateId: Id });
const ownAccess = { own: 'affiliate', param: 'affiliateId' } as const;

export const listAffiliates = defineCall({
  name: 'listAffiliates',
  noun: 'affiliate',
  method: 'GET',
  path: '/brand/:brandId/affiliates',
  access: 'brand',
  summary: 'Lists the creators in the affiliate program, newest first.',
  params,
  query: z.object({
    page: PageNumber.default(1),
    state: several(AffiliateState),
    search: text({ max: 120 }).optional(),
    campaignId: Id.optional(),
    creatorId: Id.optional(),
  }),
  output: z.object({ affiliates: z.array(Affiliate), ...paging }),
});

export const getAffiliate = defineCall({
  name: 'getAffiliate',
  noun: 'affiliate',
  method: 'GET',
  path: '/brand/:brandId/affiliates/:affiliateId',
  access: 'brand',
  summary: 'Retrieves a creator in the affiliate program.',
  params: one,
  output: z.object({ affiliate: Affiliate }),
  problems: ['not_found'],
});

export const filterAffiliates = defineCall({
  name: 'filterAffiliates',
  noun: 'affiliate',
  method: 'GET',
  path: '/brands/affiliates/filter-affiliates/:brandId',
  access: 'brand',
  summary:
    "Lists up to 1,000 creators in the affiliate program by name, for filters. To retrieve one creator's metrics, pass the `productId` from this response to the creator analytics endpoint.",
  params,
  query: z.object({ search: text({ max: 120 }).optional() }),
  output: z.object({
    affiliates: z.array(
      z.object({
        id: Id,
        productId: Id,
        creatorId: Id,
        platform: Platform,
        username: z.string(),
        fullname: z.string(),
        profilePicUrl: z.string().nullable(),
        state: AffiliateState,
        campaignId: Id.nullable(),
      }),
    ),
  }),
});

export const inviteAffiliates = defineCall({
  name: 'inviteAffiliates',
  noun: 'affiliate',
  method: 'POST',
  path: '/brand/:brandId/affiliates',
  access: 'brand',
  effect: 'Notifies creators who have an account, and emails the others.',
  summary:
    "Invites creators to the affiliate program, by approved opt-in or by profile. Creators with an account are notified in their app, others by email. `skipped` lists the creators who weren't invited, with the reason.",
  params,
  body: AffiliateInvite,
  output: z.object({
    affiliates: z.array(Affiliate),
    skipped: z.array(z.object({ optInId: Id.nullable(), creatorId: Id.nullable(), reason: z.string() })),
  }),
  problems: ['add_on_required', 'invalid_transition', 'too_many', 'rate_limited'],
});

export const changeAffiliate = defineCall({
  name: 'changeAffiliate',
  noun: 'affiliate',
  method: 'PUT',
  path: '/brand/:brandId/affiliates/:affiliateId',
  access: 'brand',
  effect: 'Offering a rate commits the brand to pay it once the creator accepts.',
  summary:
    'Pauses, resumes or removes a creator, or offers them an individual rate. A new rate applies once the creator accepts it. Returns 409 if `version` is outdated.',
  params: one,
  body: AffiliateChange,
  output: z.object({ affiliate: Affiliate }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const removeAffiliate = defineCall({
  name: 'removeAffiliate',
  noun: 'affiliate',
  method: 'DELETE',
  path: '/brand/:brandId/affiliates/:affiliateId',
  access: 'brand',
  summary:
    'Removes a creator from the affiliate program, or withdraws their invitation. Their links still lead to the store but no longer earn commission. Commission already earned is still paid.',
  params: one,
  output: z.object({ affiliate: Affiliate }),
  problems: ['not_found', 'invalid_transition'],
});

export const listOwnAffiliates = defineCall({
  name: 'listOwnAffiliates',
  noun: 'affiliate',
  method: 'GET',
  path: '/me/affiliates',
  access: 'creator',
  summary: 'Lists the affiliate programs that the creator has joined or been invited to, newest first.',
  output: z.object({ affiliates: z.array(OwnAffiliate) }),
});

export const acceptAffiliateTerms = defineCall({
  name: 'acceptAffiliateTerms',
  noun: 'affiliate',
  method: 'POST',
  path: '/me/affiliates/:affiliateId/accept',
  access: ownAccess,
  summary:
    'Accepts the offered terms. An invited creator joins the program. `version` is the latest version the creator has seen; if there is a newer one, returns 409.',
  params: own,
  body: z.object({ version: Version }),
  output: z.object({ affiliate: OwnAffiliate }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const declineAffiliateTerms = defineCall({
  name: 'declineAffiliateTerms',
  noun: 'affiliate',
  method: 'POST',
  path: '/me/affiliates/:affiliateId/decline',
  access: ownAccess,
  summary:
    'Declines the offered terms. An invitation ends; a creator already in the program keeps their current terms.',
  params: own,
  body: z.object({ version: Version }),
  output: z.object({ affiliate: OwnAffiliate }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const leaveAffiliateProgram = defineCall({
  name: 'leaveAffiliateProgram',
  noun: 'affiliate',
  method: 'POST',
  path: '/me/affiliates/:affiliateId/leave',
  access: ownAccess,
  summary: 'Leaves an affiliate program. Commission already earned is still paid.',
  params: own,
  output: z.object({ affiliate: OwnAffiliate }),
  problems: ['not_found', 'invalid_transition'],
});
