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
const filter = {
  affiliateId: Id.optional(),
  /** Orders through the links and codes of a campaign. */
  campaignId: Id.optional(),
  rule: several(AttributionRule),
  search: text({ max: 120 }).optional(),
  from: Day.optional(),
  to: Day.optional(),
};

export const listAffiliateOrders = defineCall({
  name: 'listAffiliateOrders',
  noun: 'attribution',
  method: 'GET',
  path: '/brand/:brandId/affiliates/orders',
  access: 'brand',
  summary:
    "Lists orders with an attribution signal, newest first. Each order shows who is credited and by which rule. `from` and `to` are days in the program's time zone. Amounts are in minor units.",
  params,
  query: z.object({ ...page, ...filter }),
  output: z.object({ orders: z.array(AffiliateOrder), ...paging }),
});

export const exportAffiliateOrders = defineCall({
  name: 'exportAffiliateOrders',
  noun: 'attribution',
  method: 'GET',
  path: '/brand/:brandId/affiliates/orders/csv',
  access: 'brand',
  summary:
    'Downloads orders with an attribution signal as CSV, newest first. Each row is one credited creator, or an order without one.',
  params,
  query: z.object(filter),
  file: 'text/csv',
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
  /** What limits per order and month cut off commissions, in minor units. */
  cut: z.int(),
});

export const getAffiliateOrder = defineCall({
  name: 'getAffiliateOrder',
  noun: 'attribution',
  method: 'GET',
  path: '/brand/:brandId/affiliates/orders/:orderId',
  access: 'brand',
  summary:
    'Retrieves an order with its attribution signals, the deciding rule, why the other signals lost, and its ledger entries.',
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
  audit: 'Changed order attribution',
  summary:
    'Overrides the attribution of an order. Pass shares for creators, an empty list for no one, or `shares: null` to apply the rules again. The decision is kept when the order changes. Returns 409 if `revision` is outdated.',
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
  summary: "Lists creators' claims for missing orders, newest first.",
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
  audit: 'Responded to missing order claim',
  summary:
    "Accepts a creator's claim and credits the order to them, or declines it. The creator is notified.",
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
    "Lists orders with one of the creator's attribution signals, newest first. Each order shows what it earns, or why it isn't counted. Amounts are in minor units.",
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
    'Claims a missing order. The brand is notified and reviews the claim. A creator can claim each order only once.',
  params: own,
  body: NewClaim,
  output: z.object({ claim: OwnClaim }),
  problems: ['not_found', 'too_many', 'invalid_transition'],
});
