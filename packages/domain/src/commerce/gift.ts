import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { ShippingAddress } from '../campaigns/opt-in.ts';
import { Platform } from '../discovery/creator.ts';
import { Id, Instant, text, Version } from '../shape.ts';

/**
 * Status of a gift.
 * - `offered`: the creator can choose from the products
 * - `chosen`: the creator chose; the order is being created in the store
 * - `ordered`, `shipped`, `delivered`: state of the order
 * - `cancelled`: canceled by the brand, or canceled in the store
 */
const GIFT_STATUSES = ['offered', 'chosen', 'ordered', 'shipped', 'delivered', 'cancelled'] as const;
export const GiftStatus = z.enum(GIFT_STATUSES);
export type GiftStatus = z.infer<typeof GiftStatus>;

/** Statuses of gifts on their way. A creator has at most one of them in a campaign. */
export const OPEN_GIFT_STATUSES = ['offered', 'chosen', 'ordered', 'shipped'] as const satisfies GiftStatus[];

/**
 * What keeps a gift from being ordered.
 * - `out_of_stock`, `product_removed`, `address_refused`: the creator must choose again
 * - `no_permission`: the store doesn't allow draft orders
 * - `store_disconnected`: the store no longer gives access
 * - `store_unavailable`, `store_refused`: retried
 */
export const GiftProblem = z.enum([
  'out_of_stock',
  'product_removed',
  'address_refused',
  'no_permission',
  'store_disconnected',
  'store_unavailable',
  'store_refused',
]);
export type GiftProblem = z.infer<typeof GiftProblem>;

/** Problems that the creator solves by choosing again. */
export const CREATOR_PROBLEMS = ['out_of_stock', 'product_removed', 'address_refused'] as const;

/** The scope that creating orders for gifts requires. */
export const GIFT_SCOPES = ['write_draft_orders'];

/** Days after delivery on which creators without content are reminded, once each. */
export const GIFT_REMINDER_DAYS = [7, 10, 14] as const;

/** Most creators that one request offers gifts to. */
export const MAX_GIFT_CREATORS = 100;
/** Most products that a creator chooses from. */
export const MAX_GIFT_PRODUCTS = 20;
export const MAX_GIFT_ITEMS = 20;

/** A variant of a product, such as a size. `price` is the retail price in minor units. */
export const GiftVariant = z.object({
  id: z.string(),
  title: z.string(),
  price: z.int(),
  /** Whether it was in stock when it was last checked. */
  available: z.boolean(),
});
export type GiftVariant = z.infer<typeof GiftVariant>;

/** A product to choose from. Ids are those of the store. */
export const GiftProduct = z.object({
  id: z.string(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  variants: z.array(GiftVariant),
});
export type GiftProduct = z.infer<typeof GiftProduct>;

/** A chosen variant. `price` is the retail price of a piece in minor units. */
export const GiftLine = z.object({
  productId: z.string(),
  variantId: z.string(),
  title: z.string(),
  variantTitle: z.string(),
  quantity: z.int(),
  price: z.int(),
});
export type GiftLine = z.infer<typeof GiftLine>;

/** Shipment of a gift's order; null if the store doesn't report it. */
const GiftTracking = z.object({
  company: z.string().nullable(),
  number: z.string().nullable(),
  url: z.string().nullable(),
});
export type GiftTracking = z.infer<typeof GiftTracking>;

/** Where to send a gift. Deleted with the creator's account. */
const GiftAddress = ShippingAddress.extend({
  country: z
    .string()
    .max(2, 'Choose a country')
    .regex(/^[A-Z]{2}$/, 'Choose a country'),
});

/** An id at the store. */
const StoreItemId = z.string().max(20).regex(/^\d+$/, 'Not an ID of the store');

const gift = {
  id: Id,
  status: GiftStatus,
  problem: GiftProblem.nullable(),
  products: z.array(GiftProduct),
  maxItems: z.int(),
  /** Highest retail price of all items together, in minor units; null for no limit. */
  maxValue: z.int().nullable(),
  /** Currency of the store. */
  currency: z.string(),
  message: z.string(),
  lines: z.array(GiftLine),
  tracking: GiftTracking,
  offered: Instant,
  chosen: Instant.nullable(),
  ordered: Instant.nullable(),
  shipped: Instant.nullable(),
  delivered: Instant.nullable(),
  cancelled: Instant.nullable(),
  /** Reminders sent after delivery because no content had arrived. */
  reminders: z.int(),
  version: z.int(),
};

/** A gift as shown to the brand: without the creator's address, which is in the store's order. */
export const Gift = z.object({
  ...gift,
  campaignId: Id,
  optInId: Id,
  storeId: Id,
  storeName: z.string(),
  creator: z.object({
    username: z.string(),
    fullname: z.string(),
    profilePicUrl: z.string().nullable(),
    platform: Platform,
  }),
  /** Name of its order at the store, such as `#1001`, and the page of the order. */
  orderName: z.string().nullable(),
  orderUrl: z.string().nullable(),
  /** Cost of the products in minor units; null before the order. */
  cost: z.int().nullable(),
  /** Whether the cost is the unit cost that the store keeps, or the retail price because it keeps none. */
  costBasis: z.enum(['unit_cost', 'price']).nullable(),
  /** Shipping price of the order before discounts, in minor units; null if the store doesn't report it. */
  shippingCost: z.int().nullable(),
  abilities: z.object({ cancel: Ability }),
});
export type Gift = z.infer<typeof Gift>;

/** A gift as shown to the creator. */
export const OwnGift = z.object({ ...gift, address: ShippingAddress.nullable() });
export type OwnGift = z.infer<typeof OwnGift>;

/** Input for offering gifts. */
export const NewGifts = z.object({
  storeId: Id,
  optInIds: z.array(Id).min(1, 'Choose at least one creator').max(MAX_GIFT_CREATORS),
  products: z
    .array(
      z.object({
        id: StoreItemId,
        /** Variants to choose from; all if left out. */
        variantIds: z.array(StoreItemId).min(1).max(40).optional(),
      }),
    )
    .min(1, 'Choose at least one product')
    .max(MAX_GIFT_PRODUCTS),
  maxItems: z.int().min(1).max(MAX_GIFT_ITEMS).default(1),
  maxValue: z.int().min(1).max(1_000_000_000).nullable().default(null),
  message: text({ max: 1000 }).default(''),
});

/** Input for choosing a gift. */
export const GiftChoice = z.object({
  lines: z
    .array(
      z.object({
        variantId: StoreItemId,
        quantity: z.int().min(1).max(MAX_GIFT_ITEMS),
      }),
    )
    .min(1, 'Choose a product')
    .max(MAX_GIFT_ITEMS),
  address: GiftAddress,
  version: Version,
});

/**
 * Returns the chosen lines with their products, or why they can't be chosen.
 * @param lines variants and quantities; a variant may occur more than once
 */
export function giftLines(
  offer: Pick<Gift, 'products' | 'maxItems' | 'maxValue'>,
  lines: readonly { variantId: string; quantity: number }[],
): { lines: GiftLine[] } | { refusal: 'unknown' | 'out_of_stock' | 'too_many' | 'too_expensive' } {
  const quantities = new Map<string, number>();
  for (const { variantId, quantity } of lines)
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  const chosen: GiftLine[] = [];
  for (const product of offer.products)
    for (const variant of product.variants) {
      const quantity = quantities.get(variant.id);
      if (quantity === undefined) continue;
      if (!variant.available) return { refusal: 'out_of_stock' };
      quantities.delete(variant.id);
      chosen.push({
        productId: product.id,
        variantId: variant.id,
        title: product.title,
        variantTitle: variant.title,
        quantity,
        price: variant.price,
      });
    }
  if (quantities.size > 0) return { refusal: 'unknown' };
  if (chosen.reduce((sum, { quantity }) => sum + quantity, 0) > offer.maxItems)
    return { refusal: 'too_many' };
  if (offer.maxValue !== null && giftValue(chosen) > offer.maxValue) return { refusal: 'too_expensive' };
  return { lines: chosen };
}

/** Returns the retail price of all lines, in minor units. */
const giftValue = (lines: readonly Pick<GiftLine, 'price' | 'quantity'>[]): number =>
  lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

/**
 * Returns the cost of the products: unit costs, as inventory is booked; the retail price for all lines if the store
 * doesn't keep the cost of one of them, so that a sum never mixes the two.
 * @param costs by variant id, in minor units
 */
export function giftCost(
  lines: readonly GiftLine[],
  costs: ReadonlyMap<string, number | null>,
): { cost: number; basis: 'unit_cost' | 'price' } {
  let cost = 0;
  for (const { variantId, quantity } of lines) {
    const unit = costs.get(variantId);
    if (unit === undefined || unit === null) return { cost: giftValue(lines), basis: 'price' };
    cost += unit * quantity;
  }
  return { cost, basis: 'unit_cost' };
}

/** Returns why the brand can't cancel a gift; null if it can. @param attempted the store may have its order */
export function giftCancelRefusal(status: GiftStatus, attempted: boolean): string | null {
  if (status === 'cancelled') return 'This gift is already canceled.';
  if (status === 'offered' || (status === 'chosen' && !attempted)) return null;
  if (status === 'delivered') return 'This gift was already delivered.';
  return 'This gift was already ordered. Cancel the order in your store.';
}

/** Returns the actions available to the brand. */
export const giftAbilities = (status: GiftStatus, attempted: boolean): Gift['abilities'] => ({
  cancel: abilityUnless(giftCancelRefusal(status, attempted)),
});

/** Returns how many reminders are due by now, 0 to 3. @param delivered ISO 8601 */
export const dueGiftReminders = (delivered: string, now: Date): number =>
  GIFT_REMINDER_DAYS.filter((days) => now.getTime() - Date.parse(delivered) >= days * 86_400_000).length;
