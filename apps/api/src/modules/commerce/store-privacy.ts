import { CLAIMED_STATUSES } from '@troupe/domain/commerce/store';
import { toDecimal } from '@troupe/domain/money';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { emailOwners } from '../outreach/email-owners.ts';
import { customerKeyOf } from './order/order-customer.ts';
import { findOrdersOfCustomer, redactOrders, redactStoreOrders } from './order/order-privacy.queries.ts';
import { deleteStores } from './order/order-store.queries.ts';
import { readStoresOfShop, type StoredStore } from './store/store.queries.ts';
import {
  deleteEventsOf,
  dropFailedBodies,
  insertPrivacyRequest,
  type StoreEvent,
} from './store/store-event.queries.ts';
import { type StoreParts, tellStore } from './store-access.ts';

/** What the platform obliges every app to act on. */
export const PRIVACY_TOPICS: ReadonlySet<string> = new Set([
  'customers/data_request',
  'customers/redact',
  'shop/redact',
]);

const WireId = z.union([z.int(), z.string()]).transform(String);
const Ids = z.array(WireId).nullish();
const AboutCustomer = z.object({
  customer: z.object({ id: WireId }).nullish(),
  orders_requested: Ids,
  orders_to_redact: Ids,
});

/** What a letter names at most; the count is always told. */
const MOST_IN_LETTER = 200;

/** Does what a store's customer, or a store that left, has a right to, and writes it down. */
export async function actOnPrivacy(
  parts: StoreParts,
  tx: Database,
  event: StoreEvent,
  body: unknown,
): Promise<{ note: string; brandId: string | null }> {
  const stores = await readStoresOfShop(tx, event.shop);
  const [first] = stores;
  if (!first) return { note: 'Nothing is kept of this shop.', brandId: null };
  const brandId = stores.find(({ status }) => CLAIMED_STATUSES.includes(status))?.brandId ?? first.brandId;
  if (event.topic === 'shop/redact') return { note: await redactShop(parts, tx, event, stores), brandId };
  const told = AboutCustomer.parse(body);
  const notes: string[] = [];
  for (const store of stores)
    notes.push(
      event.topic === 'customers/redact'
        ? await redactCustomer(parts, tx, event, store, told)
        : await tellOwners(parts, tx, event, store, told),
    );
  return { note: notes.join(' '), brandId };
}

type About = z.output<typeof AboutCustomer>;

const whoseOrders = (
  { api }: StoreParts,
  store: StoredStore,
  { customer }: About,
  ids: About['orders_requested'],
) => ({
  brandId: store.brandId,
  storeId: store.id,
  customerKey: customer ? customerKeyOf(api.config.SECRET_KEY, store.brandId, customer.id) : null,
  externalIds: ids ?? [],
});

async function redactCustomer(
  parts: StoreParts,
  tx: Database,
  event: StoreEvent,
  store: StoredStore,
  told: About,
): Promise<string> {
  const orders = await redactOrders(
    tx,
    whoseOrders(parts, store, told, told.orders_to_redact),
    parts.api.clock.now(),
  );
  await dropFailedBodies(tx, event.shop, PRIVACY_TOPICS);
  const note = `Removed what told of a customer from ${orders} orders.`;
  await log(parts, tx, event, store, 'customer_redact', orders, note);
  return note;
}

/** The brand's owners answer their customer; they are told what is kept. */
async function tellOwners(
  parts: StoreParts,
  tx: Database,
  event: StoreEvent,
  store: StoredStore,
  told: About,
): Promise<string> {
  const { api } = parts;
  const orders = await findOrdersOfCustomer(tx, whoseOrders(parts, store, told, told.orders_requested));
  const customer = told.customer ? `customer ${told.customer.id}` : 'a customer';
  const lines = orders
    .slice(0, MOST_IN_LETTER)
    .map((order) =>
      [
        `${order.name}: placed ${order.placedAt.slice(0, 10)}`,
        `${toDecimal(order.total, order.currency)} ${order.currency}`,
        ...(order.discountCodes.length > 0 ? [`codes ${order.discountCodes.join(', ')}`] : []),
        ...(order.ref ? [`reference ${order.ref}`] : []),
        ...(order.landingSite ? [`came by ${order.landingSite}`] : []),
        ...order.attributes.map(({ name, value }) => `${name}: ${value}`),
      ].join('; '),
    );
  await emailOwners(api, tx, store.brandId, {
    subject: `A customer of ${store.name} asks what is kept about them`,
    text: [
      `Your store ${store.shop} asked on behalf of ${customer} what is kept about them here. Please answer them.`,
      orders.length === 0
        ? 'Nothing is kept about them.'
        : `Kept are ${orders.length} orders, with a sign that they are of one buyer. No name and no address is kept.`,
      ...(lines.length > 0 ? [lines.join('\n')] : []),
    ],
    link: { href: `${api.config.WEB_ORIGIN}/account`, label: 'Open your account' },
  });
  const note = `Told the owners of ${orders.length} orders of a customer.`;
  await log(parts, tx, event, store, 'data_request', orders.length, note);
  return note;
}

/**
 * Removes everything of a shop that left; one that came back meanwhile keeps what it has. Whose access is dead left too,
 * though nobody heard of it. A brand that disconnected its store by itself keeps what was sold, which it was promised,
 * and nothing that tells of buyers.
 */
async function redactShop(
  parts: StoreParts,
  tx: Database,
  event: StoreEvent,
  stores: readonly StoredStore[],
): Promise<string> {
  const left = stores.filter(({ status }) => status !== 'connected');
  if (left.length === 0) return 'The shop is connected again.';
  const [kept, gone] = [
    left.filter(({ status }) => status === 'disconnected'),
    left.filter(({ status }) => status !== 'disconnected'),
  ];
  for (const store of kept) {
    const orders = await redactStoreOrders(tx, store.id, parts.api.clock.now());
    const note = `Removed what told of customers from ${orders} orders; the brand disconnected the store.`;
    await log(parts, tx, event, store, 'shop_redact', orders, note);
  }
  const counts = await deleteStores(
    tx,
    gone.map(({ id }) => id),
  );
  if (left.length === stores.length) await deleteEventsOf(tx, event.shop, [event.key]);
  for (const store of gone) {
    const orders = counts.get(store.id) ?? 0;
    await log(parts, tx, event, store, 'shop_redact', orders, `Removed the store with ${orders} orders.`);
    await tellStore(tx, store.brandId, store.id);
  }
  return `Removed the store of ${gone.length} brands, and what told of customers from ${kept.length} others.`;
}

async function log(
  { api }: StoreParts,
  tx: Database,
  event: StoreEvent,
  { brandId, shop }: StoredStore,
  kind: 'data_request' | 'customer_redact' | 'shop_redact',
  orders: number,
  note: string,
): Promise<void> {
  const doneAt = api.clock.now().toISOString();
  await insertPrivacyRequest(tx, {
    brandId,
    shop,
    kind,
    orders,
    note,
    requestedAt: event.triggeredAt,
    doneAt,
  });
}
