import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/**
 * What an order counts as.
 * - `open`: placed, nothing given back
 * - `partly_refunded`, `refunded`: a part or all of the money went back
 * - `cancelled`: called off, or its payment was voided
 * - `test`: placed to try something; never counted
 */
export const ORDER_STATUSES = ['open', 'partly_refunded', 'refunded', 'cancelled', 'test'] as const;
export const OrderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** What people call each. */
export const ORDER_STATUS_NAMES: Record<OrderStatus, string> = {
  open: 'Open',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Canceled',
  test: 'Test',
};

/** A code that made an order cheaper. `amount` in minor units of the order's currency. */
export const OrderDiscount = z.object({
  code: z.string(),
  amount: z.int().nullable(),
  /** Such as `percentage`, `fixed_amount` or `shipping`. */
  type: z.string().nullable(),
});
export type OrderDiscount = z.infer<typeof OrderDiscount>;

/** Something the shop or a link noted on the cart. */
export const OrderAttribute = z.object({ name: z.string(), value: z.string() });
export type OrderAttribute = z.infer<typeof OrderAttribute>;

/** One product of an order. `price` is of one piece before discounts, in minor units of the order's currency. */
export const OrderLine = z.object({
  id: z.string().nullable(),
  title: z.string(),
  sku: z.string().nullable(),
  quantity: z.int(),
  price: z.int().nullable(),
  discount: z.int().nullable(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** Where an order came into the ledger: told by its store, or out of a file. */
export const OrderSource = z.enum(['store', 'import']);
export type OrderSource = z.infer<typeof OrderSource>;

/** An order of a store as its brand sees it. Amounts in minor units of `currency` unless they say otherwise. */
export const Order = z.object({
  id: Id,
  storeId: Id.nullable(),
  /** The store's domain; null for orders out of a file that names none. */
  shop: z.string().nullable(),
  source: OrderSource,
  /** Its id at the store. */
  externalId: z.string(),
  /** What the store calls it, such as `#1001`. */
  name: z.string(),
  status: OrderStatus,
  /**
   * False for what is left out of every figure: test orders, and those that were called off. Pending payments count, as
   * in the store's own sales reports.
   */
  counted: z.boolean(),
  placed: Instant,
  updated: Instant,
  cancelled: Instant.nullable(),
  financialStatus: z.string().nullable(),
  fulfillmentStatus: z.string().nullable(),
  /** Currency of the store's books. */
  currency: z.string(),
  total: z.int(),
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  shipping: z.int(),
  /** Money that went back, whatever for. */
  refunded: z.int(),
  /** What the goods brought in the end (see `netAmount`). */
  net: z.int(),
  /** What the buyer saw and paid, where that was in another currency. */
  presentment: z.object({ currency: z.string(), total: z.int() }).nullable(),
  discounts: z.array(OrderDiscount),
  attributes: z.array(OrderAttribute),
  lines: z.array(OrderLine),
  /** The reference of the link the buyer came by. */
  ref: z.string().nullable(),
  landingSite: z.string().nullable(),
  /** Whether the store knows who bought; who that is, is not kept. */
  hasCustomer: z.boolean(),
});
export type Order = z.infer<typeof Order>;

/** The most products of an order that are kept by themselves. */
export const MOST_ORDER_LINES = 250;

/** Names under which links and carts carry who sent a buyer. */
const REFERENCE_NAMES = ['ref', 'referral', 'affiliate', 'aff', 'influencer', 'creator'];
const LONGEST = 200;

/**
 * The reference of whoever sent the buyer: a cart attribute before the address of the first page, because express
 * checkouts lose that one. Null when there is none.
 * @param landingSite an address or path such as `/?utm_source=ig&ref=mia`; may be null or no address at all
 */
export function referenceOf(
  attributes: readonly OrderAttribute[],
  landingSite: string | null,
  told: string | null = null,
): string | null {
  const noted = attributes.find(({ name, value }) => isReference(name) && value.trim() !== '')?.value;
  return cleaned(noted) ?? cleaned(told) ?? cleaned(inAddress(landingSite));
}

const isReference = (name: string) => REFERENCE_NAMES.includes(name.trim().toLowerCase());

function inAddress(address: string | null): string | undefined {
  if (!address || !URL.canParse(address, 'https://shop.invalid')) return undefined;
  for (const [name, value] of new URL(address, 'https://shop.invalid').searchParams)
    if (isReference(name) && value.trim() !== '') return value;
  return undefined;
}

const cleaned = (text: string | null | undefined): string | null =>
  text?.replaceAll('\u0000', '').toWellFormed().trim().slice(0, LONGEST) || null;
