import { Problem } from '@troupe/domain/problem';
import { useCode } from './shopify-discount.ts';
import {
  type Checkout,
  cancelOrder,
  localTime,
  makeOrder,
  makeRefund,
  type OrderDispute,
  type OrderInput,
  plainAmount,
  type Shop,
  type ShopOrder,
  totalOf,
} from './shopify-order.ts';
import { orderBody, refundBody } from './shopify-order-view.ts';
import type { ShopifyStore } from './shopify-store.ts';

const now = () => new Date().toISOString();

/** Places an order: `orders/create`, and `orders/paid` if paid. */
export function placeOrder(
  store: ShopifyStore,
  shop: Shop,
  input: OrderInput,
  checkout?: Checkout,
): ShopOrder {
  const discount = input.code ? useCode(store, shop, input.code) : null;
  const order = makeOrder(shop, input, { nextId: () => store.nextId(), discount, checkout });
  store.state.orders.set(order.id, order);
  const topics = ['orders/create', ...(order.paid ? ['orders/paid'] : [])];
  store.webhooks.emit(shop.domain, topics, orderBody(order, shop));
  return order;
}

/** An order of the past, with what became of it. */
export interface PastOrder {
  createdAt: string;
  buyer: Checkout['buyer'];
  /** Indexes of products, and pieces. */
  items: { product: number; quantity: number }[];
  code: string | null;
  landingSite: string;
  referringSite: string | null;
  /** When one piece of a line (by its index) was returned. */
  returned: { line: number; at: string } | null;
  cancelledAt: string | null;
}

const nullable = { type: 'string', nullable: true, maxLength: 2000 };
const time = { type: 'string', format: 'date-time' };
const index = { type: 'integer', minimum: 0, maximum: 1000 };

export const pastOrderSchema = {
  required: ['createdAt', 'buyer', 'items', 'landingSite'],
  properties: {
    createdAt: time,
    buyer: {
      type: 'object',
      required: ['email', 'firstName', 'lastName'],
      properties: Object.fromEntries(
        ['email', 'firstName', 'lastName'].map((name) => [name, { type: 'string', maxLength: 250 }]),
      ),
    },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: { type: 'object', properties: { product: index, quantity: index } },
    },
    code: nullable,
    landingSite: { type: 'string', maxLength: 2000 },
    referringSite: nullable,
    returned: { type: 'object', nullable: true, properties: { line: index, at: time } },
    cancelledAt: { type: 'string', nullable: true, format: 'date-time' },
  },
};

/** Replaces the orders of a store with those of a past, oldest first. No webhooks are sent. */
export function rewriteHistory(store: ShopifyStore, shop: Shop, past: readonly PastOrder[]): ShopOrder[] {
  const itemsOf = ({ items }: PastOrder) =>
    items.map(({ product, quantity }) => {
      const found = shop.products[product];
      if (!found) throw new Problem('invalid', { message: `${shop.domain} has no product ${product}.` });
      return { product: found, quantity };
    });
  const carts = past.map(itemsOf);
  for (const { id } of store.ordersOf(shop.domain)) store.state.orders.delete(id);
  shop.lastNumber = 1000;
  const nextId = () => store.nextId();
  return past.map((one, place) => {
    const { createdAt, buyer, code, landingSite, referringSite, returned, cancelledAt } = one;
    const items = carts[place] ?? [];
    const visits = [{ at: createdAt, landingPage: landingSite, referrer: referringSite ?? null }];
    const discount = code ? useCode(store, shop, code) : null;
    const input = { createdAt, landingSite, referringSite: referringSite ?? null };
    const order = makeOrder(shop, input, { nextId, discount, checkout: { items, buyer, visits } });
    if (returned) {
      const lineId = order.lines[returned.line]?.id;
      makeRefund(order, { quantity: 1, lineId, at: returned.at, nextId });
    }
    if (cancelledAt) cancelOrder(order, cancelledAt);
    store.state.orders.set(order.id, order);
    return order;
  });
}

/** Tells the app that an order has changed. @param event the action it is part of */
function changed(store: ShopifyStore, shop: Shop, order: ShopOrder, topics: string[], event?: string): void {
  store.webhooks.emit(shop.domain, topics, orderBody(order, shop), event);
}

/** Adds a note to an order. */
export function noteOrder(store: ShopifyStore, shop: Shop, order: ShopOrder, note: string): void {
  Object.assign(order, { note, updatedAt: now() });
  changed(store, shop, order, ['orders/updated']);
}

/** Cancels an order. */
export function cancelSale(store: ShopifyStore, shop: Shop, order: ShopOrder): void {
  cancelOrder(order, now());
  changed(store, shop, order, ['orders/cancelled', 'orders/updated']);
}

/** What of an order is returned: pieces of a line, of its first line, or everything. */
export interface ReturnInput {
  quantity?: number | undefined;
  lineId?: number | undefined;
}

/** Takes goods back and refunds them. @throws Problem if nothing of them is left */
export function returnGoods(
  store: ShopifyStore,
  shop: Shop,
  order: ShopOrder,
  { quantity, lineId }: ReturnInput,
): void {
  const refund = makeRefund(order, { quantity, lineId, at: now(), nextId: () => store.nextId() });
  if (!refund) throw new Problem('invalid', { message: 'Nothing of this order is left to refund.' });
  const event = store.webhooks.emit(shop.domain, ['refunds/create'], refundBody(refund, order, shop));
  changed(store, shop, order, ['orders/updated'], event);
}

/** Opens or decides a dispute about an order's payment. Orders keep their payment status, as on the platform. */
export function disputeOrder(
  store: ShopifyStore,
  shop: Shop,
  order: ShopOrder,
  status: OrderDispute['status'] = 'needs_response',
): void {
  const isNew = order.dispute === null;
  if (isNew && status !== 'needs_response')
    throw new Problem('invalid', { message: "The payment of this order isn't disputed." });
  order.dispute = order.dispute ? { ...order.dispute, status } : { id: store.nextId(), at: now(), status };
  order.updatedAt = now();
  const { id, at } = order.dispute;
  const body = {
    id,
    order_id: order.id,
    type: 'chargeback',
    amount: plainAmount(totalOf(order), shop.currency),
    currency: shop.currency,
    reason: 'fraudulent',
    status,
    initiated_at: localTime(at, shop.timezone),
    finalized_on: status === 'needs_response' ? null : now().slice(0, 10),
  };
  const event = store.webhooks.emit(shop.domain, [isNew ? 'disputes/create' : 'disputes/update'], body);
  changed(store, shop, order, ['orders/updated'], event);
}
