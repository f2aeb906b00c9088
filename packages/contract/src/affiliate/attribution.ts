import {
  AffiliateOrder,
  Attribution,
  AttributionDecision,
  AttributionRule,
  Claim,
  ClaimAnswer,
  ClaimState,
  NewClaim,
  OrderTouch,
  OwnClaim,
  OwnOrder,
} from '@troupe/domain/affiliate/attribution';
import { Commission } from '@troupe/domain/affiliate/commission';
import { Day, Id, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ orderId: Id });
const own = z.object({ affiliateId: Id });
const ownAccess = { own: 'affiliate', param: 'affiliateId' } as const;
const page = { page: PageNumber.default(1) };

export const listAffiliateOrders = defineCall({
  name: 'listAffiliateOrders',
  noun: 'attribution',
  method: 'GET',
  path: '/brand/:brandId/affiliates/orders',
  access: 'brand',
  summary:
    'Lists the orders with a sign of a creator, newest first, with who is credited and by which rule. `from` and `to` are days in UTC. Amounts are in minor units.',
  params,
  query: z.object({
    ...page,
    affiliateId: Id.optional(),
    rule: several(AttributionRule),
    search: text({ max: 120 }).optional(),
    from: Day.optional(),
    to: Day.optional(),
  }),
  output: z.object({ orders: z.array(AffiliateOrder), ...paging }),
});

const orderDetail = z.object({
  order: AffiliateOrder,
  /** Every sign on the order, with why it did or didn't decide. */
  touches: z.array(OrderTouch),
  /** Every decision, newest first. */
  revisions: z.array(Attribution),
  /** Entries of the ledger, oldest first. */
  commissions: z.array(Commission),
  /** The program's window when the order was placed; null where there was no program. */
  windowHours: z.int().nullable(),
});

export const getAffiliateOrder = defineCall({
  name: 'getAffiliateOrder',
  noun: 'attribution',
  method: 'GET',
  path: '/brand/:brandId/affiliates/orders/:orderId',
  access: 'brand',
  summary:
    'Retrieves an order with all signs of creators, who won by which rule, why the others lost, and its ledger.',
  params: one,
  output: orderDetail,
  problems: ['not_found'],
});

export const decideAttribution = defineCall({
  name: 'decideAttribution',
  noun: 'attribution',
  method: 'POST',
  path: '/brand/:brandId/affiliates/orders/:orderId/attribution',
  access: 'brand',
  peopleOnly: true,
  summary:
    'Credits an order to other creators than the rules did, to none, or lets the rules decide again (`shares: null`). The decision stays when the order changes. Returns 409 if `revision` is outdated.',
  params: one,
  body: AttributionDecision,
  output: orderDetail,
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const listClaims = defineCall({
  name: 'listClaims',
  noun: 'attribution',
  method: 'GET',
  path: '/brand/:brandId/affiliates/claims',
  access: 'brand',
  summary: 'Lists the orders that creators say are missing, newest first.',
  params,
  query: z.object({ ...page, state: several(ClaimState), affiliateId: Id.optional() }),
  output: z.object({ claims: z.array(Claim), ...paging }),
});

export const answerClaim = defineCall({
  name: 'answerClaim',
  noun: 'attribution',
  method: 'POST',
  path: '/brand/:brandId/affiliates/claims/:claimId/answer',
  access: 'brand',
  peopleOnly: true,
  summary:
    "Accepts a creator's claim, which credits the order to them, or declines it. The creator reads the answer.",
  params: params.extend({ claimId: Id }),
  body: ClaimAnswer,
  output: z.object({ claim: Claim }),
  problems: ['not_found', 'invalid_transition'],
});

export const listOwnOrders = defineCall({
  name: 'listOwnOrders',
  noun: 'attribution',
  method: 'GET',
  path: '/me/affiliates/:affiliateId/orders',
  access: ownAccess,
  summary:
    "Lists the orders with a sign of the creator, newest first: what they earn, or why they weren't counted. Amounts are in minor units.",
  params: own,
  query: z.object(page),
  output: z.object({ orders: z.array(OwnOrder), ...paging }),
  problems: ['not_found'],
});

export const listOwnClaims = defineCall({
  name: 'listOwnClaims',
  noun: 'attribution',
  method: 'GET',
  path: '/me/affiliates/:affiliateId/claims',
  access: ownAccess,
  summary: "Lists the creator's claims in a program, newest first.",
  params: own,
  output: z.object({ claims: z.array(OwnClaim) }),
  problems: ['not_found'],
});

export const createClaim = defineCall({
  name: 'createClaim',
  noun: 'attribution',
  method: 'POST',
  path: '/me/affiliates/:affiliateId/claims',
  access: ownAccess,
  summary:
    'Reports an order that is missing. The brand is notified and answers. Each order can be claimed once.',
  params: own,
  body: NewClaim,
  output: z.object({ claim: OwnClaim }),
  problems: ['not_found', 'too_many', 'invalid_transition'],
});
