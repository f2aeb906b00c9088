import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { flag, type Input, orNull, text, whole } from '../platform/control.ts';

/** Amounts are in minor units of the store currency: cents, whole yen. */
export type Minor = number;
export type NextId = () => number;

interface DemoShop {
  name: string;
  handle: string;
  currency: string;
  timezone: string;
  country: string;
  /** Scopes that are never granted. */
  withheld?: string[];
  /** Title, type, price, motif of the picture (one of /thumb), and options if there are several variants. */
  goods: [title: string, type: string, price: Minor, motif: string, options?: string[]][];
}

const SHOPS: DemoShop[] = JSON.parse(readFileSync(new URL('demo-stores.json', import.meta.url), 'utf8'));
const DAY_MS = 86_400_000;

/** A product of a store. */
export type ShopProduct = ReturnType<typeof productOf>;

/** What products of earlier versions lack. */
interface ProductDetails {
  /** Title of the first variant. */
  option?: string;
  /** Variants beside the first one. */
  more?: { variantId: number; sku: string; title: string }[];
  /** What a piece cost the store; null if it doesn't say. */
  cost?: Minor | null;
  /** Variants that are out of stock. */
  soldOut?: number[];
}

function productOf(
  [title, type, price, motif, options = []]: DemoShop['goods'][number],
  vendor: string,
  nextId: NextId,
) {
  const handle = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const at = new Date(Date.now() - 120 * DAY_MS).toISOString();
  const ids = { id: nextId(), variantId: nextId() };
  const sku = handle.toUpperCase().slice(0, 12);
  const details: ProductDetails = {
    option: options[0] ?? 'Default Title',
    more: options.slice(1).map((option) => ({
      variantId: nextId(),
      sku: `${sku}-${option.toUpperCase()}`,
      title: option,
    })),
    cost: Math.round(price * 0.4),
    soldOut: [],
  };
  return { ...ids, ...details, title, handle, vendor, type, price, motif, sku, createdAt: at, updatedAt: at };
}

/** A merchant's store. */
export type Shop = ReturnType<typeof demoShops>[number];

/** Stores of a new sandbox, without the app. */
export const demoShops = (nextId: NextId) =>
  SHOPS.map(({ handle, goods, withheld = [], ...shop }) => ({
    ...shop,
    withheld,
    /** `name.myshopify.com`. */
    domain: `${handle}.myshopify.com`,
    id: nextId(),
    email: `owner@${handle}.test`,
    /** Since when the app is installed, and its scopes. */
    installation: null as { at: string; scopes: string[] } | null,
    /** Number of the newest order: `#1001`. */
    lastNumber: 1000,
    products: goods.map((one) => productOf(one, shop.name, nextId)),
  }));

export interface OrderLine {
  id: number;
  productId: number;
  variantId: number;
  title: string;
  sku: string;
  quantity: number;
  price: Minor;
  /** Discount on this line from the order's code. */
  discount: Minor;
}

export interface OrderRefund {
  id: number;
  at: string;
  note: string | null;
  lines: { id: number; lineId: number; quantity: number; subtotal: Minor }[];
  shipping: Minor;
  transactionId: number;
  /** Lines and shipping. */
  amount: Minor;
}

/** A payment that the buyer disputes at the bank. */
export interface OrderDispute {
  id: number;
  at: string;
  status: 'needs_response' | 'won' | 'lost';
}

/** A parcel with all ordered items. */
export interface OrderFulfillment {
  id: number;
  at: string;
  deliveredAt: string | null;
  company: string | null;
  number: string | null;
  url: string | null;
}

export interface OrderDiscount {
  code: string;
  kind: 'percentage' | 'fixed_amount';
  /** Percent (15), or minor units. */
  value: number;
}

type Lines = { lines: OrderLine[] };

/** Decimals: 2 for USD, 0 for JPY. */
export const digitsOf = (currency: string): number => (currency === 'JPY' ? 0 : 2);

/** As in webhooks: `85.00`, `1500` for yen. */
export const plainAmount = (amount: Minor, currency: string): string =>
  (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** As in GraphQL, with at least one decimal: `85.0`, `85.25`. */
export function decimalAmount(amount: Minor, currency: string): string {
  const text = String(Number(plainAmount(amount, currency)));
  return text.includes('.') ? text : `${text}.0`;
}

/** Converts minor units between currencies. */
export const convert = (amount: Minor, from: string, to: string, rate: number): Minor =>
  from === to ? amount : Math.round((amount / 10 ** digitsOf(from)) * rate * 10 ** digitsOf(to));

const DOLLARS: Record<string, number> = { USD: 1, EUR: 1.09, GBP: 1.27, JPY: 0.0066, CAD: 0.73 };

/** Exchange rate; 1 for unknown currencies. */
const rateOf = (from: string, to: string): number =>
  from === to ? 1 : (DOLLARS[from] ?? 1) / (DOLLARS[to] ?? DOLLARS[from] ?? 1);

const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);

/** Price of the goods before discounts. */
export const goodsOf = ({ lines }: Lines): Minor => sum(lines.map(({ price, quantity }) => price * quantity));
export const discountOf = ({ lines }: Lines): Minor => sum(lines.map(({ discount }) => discount));
export const subtotalOf = (order: Lines): Minor => goodsOf(order) - discountOf(order);
export const totalOf = (order: ShopOrder): Minor => subtotalOf(order) + order.shipping + order.tax;
export const refundedOf = ({ refunds }: ShopOrder): Minor => sum(refunds.map(({ amount }) => amount));

/** Price per piece after the discount. */
const pieceOf = ({ price, quantity, discount }: OrderLine): Minor => Math.round(price - discount / quantity);

/** Pieces of a line that haven't been refunded. */
export const leftOf = ({ refunds }: ShopOrder, { id, quantity }: OrderLine): number =>
  quantity -
  sum(refunds.flatMap(({ lines }) => lines.filter((one) => one.lineId === id).map((one) => one.quantity)));

export function financialStatusOf(order: ShopOrder): string {
  if (!order.paid) return order.cancelledAt ? 'voided' : 'pending';
  const refunded = refundedOf(order);
  if (refunded === 0) return 'paid';
  return refunded >= totalOf(order) ? 'refunded' : 'partially_refunded';
}

/** Variants of a product, the first one first. */
export const variantsOf = ({ variantId, sku, option = 'Default Title', more = [] }: ShopProduct) => [
  { variantId, sku, title: option },
  ...more,
];

/** Returns a product and variant by the variant's id. */
export function findVariant({ products }: Pick<Shop, 'products'>, id: number) {
  for (const product of products)
    for (const variant of variantsOf(product)) if (variant.variantId === id) return { product, variant };
  return null;
}

/** In seconds, as in GraphQL: `2026-05-01T14:00:00Z`. */
export const secondOf = (iso: string): string => `${iso.slice(0, 19)}Z`;

/** In seconds in the store's time zone, as in webhooks: `2026-05-01T10:00:00-04:00`. */
export function localTime(iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [offset = '+00:00', sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const moved = Number(`${sign ?? '+'}1`) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return `${new Date(Date.parse(iso) + moved).toISOString().slice(0, 19)}${offset}`;
}

/** Returns what a discount takes off goods. */
export const discountOn = (goods: Minor, { kind, value }: OrderDiscount): Minor =>
  kind === 'percentage' ? Math.round((goods * value) / 100) : Math.min(value, goods);

/** Input for placing an order. */
export const orderFields = {
  /** A discount code; unknown ones take ten percent off. */
  code: text(),
  /** Added to the cart's attributes as `ref`. */
  ref: text(),
  /** Email address; null for a shopper without one. */
  customer: orNull(text(2000)),
  currency: text(3, { pattern: '^[A-Z]{3}$' }),
  test: flag,
  paid: flag,
  /** Null for an order without landing page. */
  landingSite: orNull(text(2000)),
  referringSite: orNull(text(2000)),
  quantity: whole(1, 1000),
  /** Index of the store's product. */
  product: whole(0, 1000),
  createdAt: text(40, { format: 'date-time' }),
  /** How long the customer journey takes to be ready. */
  journeySeconds: whole(0, 10_000_000),
};
export type OrderInput = Input<'', typeof orderFields>;

/** A buyer's arrival in the store from elsewhere. */
export interface ShopVisit {
  at: string;
  /** Path and query in the store. */
  landingPage: string;
  referrer: string | null;
}

/** What a buyer ordered in the storefront. */
export interface Checkout {
  items: { product: ShopProduct; quantity: number }[];
  buyer: { email: string; firstName: string; lastName: string };
  /** Arrivals in the last 30 days, oldest first; null for a buyer who declined to be tracked. */
  visits: ShopVisit[] | null;
}

const SHIPPING: Minor = 500;
const CUSTOMERS = ['Mia Novak', 'Owen Reid', 'Hana Sato', 'Zuri Okafor', 'Leif Dahl', 'Camille Roux'];

/** A positive number for an email address, the same each time. */
const numberFor = (email: string): number =>
  createHash('sha256').update(email.toLowerCase()).digest().readUIntBE(0, 5);

/** Returns the customer with this address, or a regular one. */
function customerOf(shop: Shop, email = '', { firstName: first = '', lastName: last = 'Buyer' } = {}) {
  const at = shop.lastNumber % CUSTOMERS.length;
  const [firstName = '', lastName = ''] = (CUSTOMERS[at] ?? '').split(' ');
  if (email === '')
    return {
      id: shop.id * 100 + at,
      firstName,
      lastName,
      email: `${firstName}.${lastName}@buyer.test`.toLowerCase(),
    };
  const name = first || (email.split('@')[0] ?? '');
  return { id: numberFor(email), email, firstName: name, lastName: last };
}

/** An order. */
export type ShopOrder = ReturnType<typeof makeOrder>;

/** Returns the lines of an order: what was in the cart, or one product. The discount is spread over them. */
function linesOf(shop: Shop, input: OrderInput, { nextId, discount, checkout }: NewOrder): OrderLine[] {
  const product = shop.products[(input.product ?? shop.lastNumber) % shop.products.length];
  if (!product) throw new Error(`${shop.domain} sells nothing.`);
  const items = checkout?.items ?? [{ product, quantity: input.quantity ?? 1 }];
  const goods = sum(items.map((one) => one.product.price * one.quantity));
  const off = discount ? discountOn(goods, discount) : 0;
  let before = 0;
  let given = 0;
  return items.map(({ product: { id: productId, variantId, title, sku, price }, quantity }) => {
    before += price * quantity;
    const share = (goods > 0 ? Math.round((off * before) / goods) : 0) - given;
    given += share;
    return { id: nextId(), productId, variantId, title, sku, quantity, price, discount: share };
  });
}

interface NewOrder {
  nextId: NextId;
  /** Of the order's code. */
  discount: OrderDiscount | null;
  /** Without one, the order is of a single product. */
  checkout?: Checkout | undefined;
}

/** Creates an order. */
export function makeOrder(shop: Shop, input: OrderInput, parts: NewOrder) {
  const { nextId, discount, checkout } = parts;
  const { currency = shop.currency, createdAt = new Date().toISOString(), ref } = input;
  const lines = linesOf(shop, input, parts);
  const customer =
    input.customer === null
      ? null
      : customerOf(shop, checkout?.buyer.email ?? input.customer, checkout?.buyer);
  const landingPage = `/${ref ? `?ref=${encodeURIComponent(ref)}` : ''}`;
  const landingSite = input.landingSite === undefined ? landingPage : input.landingSite;
  const referringSite = input.referringSite ?? null;
  const arrival =
    landingSite === null ? null : { at: createdAt, landingPage: landingSite, referrer: referringSite };
  shop.lastNumber += 1;
  return {
    id: nextId(),
    shop: shop.domain,
    number: shop.lastNumber,
    createdAt,
    updatedAt: createdAt,
    cancelledAt: null as string | null,
    cancelReason: null as string | null,
    paid: input.paid ?? true,
    /** The buyer's currency and its rate to the store currency. */
    presentmentCurrency: currency,
    rate: rateOf(shop.currency, currency),
    lines,
    shipping: SHIPPING,
    /** What the store took off the price of shipping; orders of earlier versions lack it. */
    shippingDiscount: 0 as Minor | undefined,
    tax: shop.currency === 'JPY' ? Math.round(subtotalOf({ lines }) / 10) : 0,
    discount,
    customer,
    landingSite,
    referringSite,
    /** The buyer's visits, oldest first; null if the store knows none. */
    visits: checkout ? checkout.visits : arrival && [arrival],
    /** When the customer journey is ready, in ms. */
    journeyAt: Date.parse(createdAt) + (input.journeySeconds ?? 0) * 1000,
    dispute: null as OrderDispute | null,
    noteAttributes: ref ? [{ name: 'ref', value: ref }] : [],
    note: null as string | null,
    tags: [] as string[] | undefined,
    fulfillment: null as OrderFulfillment | null | undefined,
    test: input.test ?? false,
    refunds: [] as OrderRefund[],
  };
}

/**
 * Refunds an order; null if it is fully refunded.
 * @param quantity pieces of the first line that has any, or of `lineId`; without it everything left,
 * including shipping
 */
export function makeRefund(
  order: ShopOrder,
  {
    quantity,
    lineId,
    at,
    nextId,
  }: { quantity?: number | undefined; lineId?: number | undefined; at: string; nextId: NextId },
): OrderRefund | null {
  const left = order.lines
    .filter(({ id }) => lineId === undefined || id === lineId)
    .map((line) => ({ line, count: leftOf(order, line) }))
    .filter(({ count }) => count > 0);
  const whole = quantity === undefined;
  const taken = whole ? left : left.slice(0, 1);
  const lines = taken.map(({ line, count }) => {
    const pieces = Math.min(count, quantity ?? count);
    const isAll = pieces === line.quantity;
    const subtotal = isAll ? line.price * pieces - line.discount : pieceOf(line) * pieces;
    return { id: nextId(), lineId: line.id, quantity: pieces, subtotal };
  });
  const rest = totalOf(order) - refundedOf(order);
  if (rest <= 0 || (lines.length === 0 && !whole)) return null;
  const goods = Math.min(
    rest,
    lines.reduce((sum, { subtotal }) => sum + subtotal, 0),
  );
  const refund: OrderRefund = {
    id: nextId(),
    at,
    note: null,
    lines,
    shipping: whole ? Math.min(order.shipping, rest - goods) : 0,
    transactionId: nextId(),
    amount: whole ? rest : goods,
  };
  order.refunds.push(refund);
  order.updatedAt = at;
  return refund;
}

/** Cancels an order. */
export function cancelOrder(order: ShopOrder, at: string): void {
  order.cancelledAt ??= at;
  order.cancelReason = 'customer';
  order.updatedAt = at;
}
