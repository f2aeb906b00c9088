import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/**
 * Status of an order.
 * - `open`: placed, nothing refunded
 * - `partly_refunded`, `refunded`: part or all of the payment was refunded
 * - `cancelled`: cancelled, or its payment was voided
 * - `test`: a test order, never counted
 * - `gift`: products sent to a creator for free, never counted
 */
export const ORDER_STATUSES = ['open', 'partly_refunded', 'refunded', 'cancelled', 'test', 'gift'] as const;
export const OrderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** A discount code used on an order. `amount` in minor units of the order's currency. */
export const OrderDiscount = z.object({
  code: z.string(),
  amount: z.int().nullable(),
  /** Such as `percentage`, `fixed_amount` or `shipping`. */
  type: z.string().nullable(),
});
export type OrderDiscount = z.infer<typeof OrderDiscount>;

/** A cart attribute set by the shop or a link. */
export const OrderAttribute = z.object({ name: z.string(), value: z.string() });
export type OrderAttribute = z.infer<typeof OrderAttribute>;

/** A line item. `price` is per piece before discounts, in minor units of the order's currency. */
export const OrderLine = z.object({
  id: z.string().nullable(),
  title: z.string(),
  sku: z.string().nullable(),
  quantity: z.int(),
  price: z.int().nullable(),
  discount: z.int().nullable(),
  /** Its product at the store; null where that is not known. */
  productId: z.string().nullish(),
  giftCard: z.boolean().optional(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** Refund of an order line, in minor units of the order's currency. */
export interface RefundLine {
  lineId: string;
  /** With the tax where prices hold it. */
  goods: number;
  tax: number;
}

/** Whether an order came from its store or from a file. */
export const OrderSource = z.enum(['store', 'import']);
export type OrderSource = z.infer<typeof OrderSource>;

/** An order as shown to its brand. Amounts in minor units of `currency` unless noted otherwise. */
export const Order = z.object({
  id: Id,
  storeId: Id.nullable(),
  /** Domain of the store; null for orders from a file that names none. */
  shop: z.string().nullable(),
  source: OrderSource,
  /** Id at the store. */
  externalId: z.string(),
  /** Name at the store, such as `#1001`. */
  name: z.string(),
  status: OrderStatus,
  /**
   * False for orders excluded from all metrics: test and cancelled orders, and gifts. Orders with pending
   * payment count, as in the store's own sales reports.
   */
  counted: z.boolean(),
  placed: Instant,
  updated: Instant,
  cancelled: Instant.nullable(),
  financialStatus: z.string().nullable(),
  fulfillmentStatus: z.string().nullable(),
  /** Store currency. */
  currency: z.string(),
  total: z.int(),
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  shipping: z.int(),
  /** Amount refunded, for any reason. */
  refunded: z.int(),
  /** Net amount of the goods (see `netAmount`). */
  net: z.int(),
  /** Total in the currency the buyer paid in, if different. */
  presentment: z.object({ currency: z.string(), total: z.int() }).nullable(),
  discounts: z.array(OrderDiscount),
  attributes: z.array(OrderAttribute),
  lines: z.array(OrderLine),
  /** Reference of the link the buyer followed. */
  ref: z.string().nullable(),
  landingSite: z.string().nullable(),
  /** Whether the store knows the buyer; the buyer's identity isn't stored. */
  hasCustomer: z.boolean(),
});
export type Order = z.infer<typeof Order>;

/** Maximum number of line items stored per order. */
export const MAX_ORDER_LINES = 250;

/** Parameters and cart attributes that name the referrer. */
const REFERENCE_NAMES = ['ref', 'referral', 'affiliate', 'aff', 'influencer', 'creator'];
const LONGEST = 200;

/**
 * Returns who referred the buyer. Cart attributes take precedence over the landing page, because
 * express checkouts lose it. Null if there is none.
 * @param landingSite a URL or path such as `/?utm_source=ig&ref=mia`; may be null or invalid
 */
export function referenceOf(
  attributes: readonly OrderAttribute[],
  landingSite: string | null,
  told: string | null = null,
): string | null {
  const noted = attributes.find(({ name, value }) => isReferenceName(name) && value.trim() !== '')?.value;
  return cleaned(noted) ?? cleaned(told) ?? cleaned(inAddress(landingSite));
}

/** Returns whether a parameter or cart attribute of this name can name the referrer. */
export const isReferenceName = (name: string): boolean => REFERENCE_NAMES.includes(name.trim().toLowerCase());

function inAddress(address: string | null): string | undefined {
  if (!address || !URL.canParse(address, 'https://shop.invalid')) return undefined;
  for (const [name, value] of new URL(address, 'https://shop.invalid').searchParams)
    if (isReferenceName(name) && value.trim() !== '') return value;
  return undefined;
}

const cleaned = (text: string | null | undefined): string | null =>
  text?.replaceAll('\u0000', '').toWellFormed().trim().slice(0, LONGEST) || null;
