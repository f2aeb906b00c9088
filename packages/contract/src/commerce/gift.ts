import { Gift, GiftChoice, GiftProduct, NewGifts, OwnGift } from '@troupe/domain/commerce/gift';
import { Id, PageNumber, paging, text, Version } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const ownAccess = { own: 'opt-in', param: 'optInId' } as const;
const own = z.object({ optInId: Id });

export const listStoreProducts = defineCall({
  name: 'listStoreProducts',
  noun: 'gift',
  method: 'GET',
  path: '/brand/:brandId/stores/:storeId/products',
  access: 'brand',
  summary:
    "Lists a connected store's active products, read from the store. Pass `next` as `after` to get the next page; it is null on the last page. Prices are in minor units of the store's currency. Includes each product's first 40 variants.",
  params: params.extend({ storeId: Id }),
  query: z.object({ search: text({ max: 120 }).default(''), after: text({ max: 1000 }).optional() }),
  output: z.object({
    products: z.array(GiftProduct),
    currency: z.string(),
    next: z.string().nullable(),
  }),
  problems: ['not_found', 'store_refused', 'unavailable'],
});

export const listGifts = defineCall({
  name: 'listGifts',
  noun: 'gift',
  method: 'GET',
  path: '/brand/:brandId/campaign/:campaignId/gifts',
  access: 'brand',
  summary:
    "Lists gifts offered to a campaign's creators, newest first. With `optInId`, only those for one opt-in. Creators' addresses aren't included; only the store's orders have them.",
  params: params.extend({ campaignId: Id }),
  query: z.object({ page: PageNumber.default(1), optInId: Id.optional() }),
  output: z.object({ gifts: z.array(Gift), ...paging }),
  problems: ['not_found'],
});

export const offerGifts = defineCall({
  name: 'offerGifts',
  noun: 'gift',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/gifts',
  access: 'brand',
  audit: 'Offered gifts',
  effect: 'Lets creators order products from the store for free.',
  summary:
    "Offers products from a connected store to approved creators. `skipped` lists the opt-ins that weren't offered a gift because the creator already has one on the way, isn't approved, or deleted their account.",
  params: params.extend({ campaignId: Id }),
  body: NewGifts,
  bodyLimit: 256 * 1024,
  output: z.object({ gifts: z.array(Gift), skipped: z.array(Id) }),
  problems: ['not_found', 'invalid_transition', 'store_refused', 'unavailable'],
});

export const cancelGift = defineCall({
  name: 'cancelGift',
  noun: 'gift',
  method: 'POST',
  path: '/brand/:brandId/gifts/:giftId/cancel',
  access: 'brand',
  audit: 'Canceled gift',
  summary:
    'Cancels a gift before it is ordered. Cancel an ordered gift in the store: Troupe reads the cancellation from there.',
  params: params.extend({ giftId: Id }),
  output: z.object({ gift: Gift }),
  problems: ['not_found', 'invalid_transition'],
});

export const listOwnGifts = defineCall({
  name: 'listOwnGifts',
  noun: 'gift',
  method: 'GET',
  path: '/creator/opt-ins/:optInId/gifts',
  access: ownAccess,
  summary: "Lists the gifts offered for one of the creator's opt-ins, newest first.",
  params: own,
  output: z.object({ gifts: z.array(OwnGift) }),
});

export const chooseGift = defineCall({
  name: 'chooseGift',
  noun: 'gift',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/gifts/:giftId/choice',
  access: ownAccess,
  summary:
    'Saves which variants of the offered products the creator chose and where to send them. The order is then created in the store. Sending the same choice again has no effect. `version` is the latest version the creator has seen; if there is a newer one, returns 409.',
  params: own.extend({ giftId: Id }),
  body: GiftChoice,
  output: z.object({ gift: OwnGift }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const receiveGift = defineCall({
  name: 'receiveGift',
  noun: 'gift',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/gifts/:giftId/received',
  access: ownAccess,
  summary:
    "Confirms that a gift arrived, for carriers that don't report deliveries. Confirming again has no effect.",
  params: own.extend({ giftId: Id }),
  body: z.object({ version: Version }),
  output: z.object({ gift: OwnGift }),
  problems: ['not_found', 'invalid_transition'],
});
