import {
  Affiliate,
  AffiliateChange,
  AffiliateInvite,
  AffiliateState,
  OwnAffiliate,
} from '@troupe/domain/affiliate/affiliate';
import { Platform } from '@troupe/domain/discovery/platform';
import { Id, PageNumber, paging, several, text } from '@troupe/domain/shape';
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
    'Lists all creators of the affiliate program by name, for filters; at most 1,000. `productId` is the id that the analytics of one creator take.',
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
  summary:
    "Invites creators to the affiliate program, by approved opt-in or by profile. They are notified in their app, or by email if they have no account yet. `skipped` lists the creators who weren't invited, with the reason.",
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
  summary:
    'Pauses, resumes or removes a creator, or offers a rate of their own. A new rate applies once the creator accepts it. Returns 409 if `version` is outdated.',
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
    'Removes a creator from the affiliate program, or withdraws their invitation. Their links keep leading to the store, without credit. What they earned stays due.',
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
  summary: 'Lists the affiliate programs that the creator is in or invited to. Newest first.',
  output: z.object({ affiliates: z.array(OwnAffiliate) }),
});

export const acceptAffiliateTerms = defineCall({
  name: 'acceptAffiliateTerms',
  noun: 'affiliate',
  method: 'POST',
  path: '/me/affiliates/:affiliateId/accept',
  access: ownAccess,
  summary:
    'Accepts the offered terms, which joins the program if the creator was invited. `version` is the version that the creator has seen; returns 409 if there is a newer one.',
  params: own,
  body: z.object({ version: z.int().min(1) }),
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
    'Declines the offered terms. An invitation ends; a creator in the program keeps the terms they accepted.',
  params: own,
  body: z.object({ version: z.int().min(1) }),
  output: z.object({ affiliate: OwnAffiliate }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const leaveAffiliateProgram = defineCall({
  name: 'leaveAffiliateProgram',
  noun: 'affiliate',
  method: 'POST',
  path: '/me/affiliates/:affiliateId/leave',
  access: ownAccess,
  summary: 'Leaves an affiliate program. What the creator earned stays due.',
  params: own,
  output: z.object({ affiliate: OwnAffiliate }),
  problems: ['not_found', 'invalid_transition'],
});
