import type { Minor, OrderDiscount, OrderRefund, Shop, ShopOrder } from './shopify-entity.ts';
import { discountLines, leftOf, pieceOf, rateOf, refundedOf, subtotalOf, totalOf } from './shopify-value.ts';

type NextId = () => number;

/** What somebody who orders may say; everything is optional. */
export interface OrderInput {
  /** A discount code; one that the store does not know takes ten percent off. */
  code?: string;
  /** Put into the cart's attributes as `ref`. */
  ref?: string;
  /** An email address; null for a shopper who left none. */
  customer?: string | null;
  /** What the shopper pays in. */
  currency?: string;
  test?: boolean;
  paid?: boolean;
  /** Null for an order that came from no page of the store. */
  landingSite?: string | null;
  referringSite?: string | null;
  quantity?: number;
  /** Which of the store's products, from 0. */
  product?: number;
  /** When it was made, ISO 8601; now without it. */
  createdAt?: string;
}

const SHIPPING: Minor = 500;
const CUSTOMERS = ['Mia Novak', 'Owen Reid', 'Hana Sato', 'Zuri Okafor', 'Leif Dahl', 'Camille Roux'];

/** The customer with this address, or one of a few regular ones. */
function customerOf(shop: Shop, email = ''): ShopOrder['customer'] {
  const at = shop.lastNumber % CUSTOMERS.length;
  const [firstName = '', lastName = ''] = (CUSTOMERS[at] ?? '').split(' ');
  if (email === '')
    return {
      id: shop.id * 100 + at,
      firstName,
      lastName,
      email: `${firstName}.${lastName}@buyer.test`.toLowerCase(),
    };
  const name = email.split('@')[0] ?? '';
  return { id: shop.id * 100 + 50 + (name.length % 50), email, firstName: name, lastName: 'Buyer' };
}

/** Makes an order of one line. @param discount what its code takes off */
export function makeOrder(
  shop: Shop,
  input: OrderInput,
  { nextId, discount }: { nextId: NextId; discount: OrderDiscount | null },
): ShopOrder {
  const product = shop.products[(input.product ?? shop.lastNumber) % shop.products.length];
  if (!product) throw new Error(`${shop.domain} sells nothing.`);
  const { variantId, title, sku, price } = product;
  const quantity = input.quantity ?? 1;
  const lines = [
    { id: nextId(), productId: product.id, variantId, title, sku, quantity, price, discount: 0 },
  ];
  if (discount) discountLines(lines, discount);
  const currency = input.currency ?? shop.currency;
  const at = input.createdAt ?? new Date().toISOString();
  const customer = input.customer === null ? null : customerOf(shop, input.customer);
  shop.lastNumber += 1;
  const order: ShopOrder = {
    id: nextId(),
    shop: shop.domain,
    number: shop.lastNumber,
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    cancelReason: null,
    paid: input.paid ?? true,
    presentmentCurrency: currency,
    rate: rateOf(shop.currency, currency),
    lines,
    shipping: SHIPPING,
    tax: 0,
    discount,
    customer,
    landingSite:
      input.landingSite === undefined
        ? `/${input.ref ? `?ref=${encodeURIComponent(input.ref)}` : ''}`
        : input.landingSite,
    referringSite: input.referringSite ?? null,
    noteAttributes: input.ref ? [{ name: 'ref', value: input.ref }] : [],
    note: null,
    tags: [],
    test: input.test ?? false,
    refunds: [],
  };
  order.tax = shop.currency === 'JPY' ? Math.round(subtotalOf(order) / 10) : 0;
  return order;
}

/**
 * Gives money of an order back; null where none is left.
 * @param quantity pieces of the first line that has any; without it all that is left, shipping too
 */
export function makeRefund(
  order: ShopOrder,
  { quantity, at, nextId }: { quantity?: number | undefined; at: string; nextId: NextId },
): OrderRefund | null {
  const left = order.lines
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
