import { CLAIMED_STATUSES } from '@troupe/domain/commerce/store';
import { toDecimal } from '@troupe/domain/money';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { emailOwners } from '../outreach/email-owners.ts';
import { t } from './messages/messages.gen.ts';
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
import { publishStoreChange, type StoreParts } from './store-access.ts';

/** Mandatory privacy webhooks of the platform. */
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

/** Maximum number of orders listed in an email; the total is always given. */
const MAX_ORDERS_IN_EMAIL = 200;

/** A request that is being fulfilled, in the transaction that records it. */
interface PrivacyRequest {
  parts: StoreParts;
  tx: Database;
  event: StoreEvent;
}

/** Fulfills a privacy request of a customer or a store, and records it. */
export async function fulfillPrivacyRequest(
  parts: StoreParts,
  tx: Database,
  event: StoreEvent,
  body: unknown,
): Promise<{ note: string; brandId: string | null }> {
  const stores = await readStoresOfShop(tx, event.shop);
  const [first] = stores;
  if (!first) return { note: 'No data stored for this shop.', brandId: null };
  const brandId = stores.find(({ status }) => CLAIMED_STATUSES.includes(status))?.brandId ?? first.brandId;
  const request = { parts, tx, event };
  if (event.topic === 'shop/redact') return { note: await redactShop(request, stores), brandId };
  const told = AboutCustomer.parse(body);
  const notes: string[] = [];
  for (const store of stores)
    notes.push(
      event.topic === 'customers/redact'
        ? await redactCustomer(request, store, told)
        : await emailBuyerData(request, store, told),
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

async function redactCustomer(request: PrivacyRequest, store: StoredStore, told: About): Promise<string> {
  const { parts, tx, event } = request;
  const orders = await redactOrders(
    tx,
    whoseOrders(parts, store, told, told.orders_to_redact),
    parts.api.clock.now(),
  );
  await publishErasure(request, store, orders);
  await dropFailedBodies(tx, event.shop, PRIVACY_TOPICS);
  const note = `Erased a customer's data from ${orders.length} orders.`;
  await record(request, store, { kind: 'customer_redact', orders: orders.length, note });
  return note;
}

/** Emails the stored data to the brand's owners, so they can answer their customer. */
async function emailBuyerData(request: PrivacyRequest, store: StoredStore, told: About): Promise<string> {
  const { parts, tx } = request;
  const { api } = parts;
  const orders = await findOrdersOfCustomer(tx, whoseOrders(parts, store, told, told.orders_requested));
  const lines = orders
    .slice(0, MAX_ORDERS_IN_EMAIL)
    .map((order) =>
      [
        `${order.name}: placed ${order.placedAt.slice(0, 10)}`,
        `${toDecimal(order.total, order.currency)} ${order.currency}`,
        ...(order.discountCodes.length > 0 ? [`codes ${order.discountCodes.join(', ')}`] : []),
        ...(order.ref ? [`reference ${order.ref}`] : []),
        ...(order.landingSite ? [`landing page ${order.landingSite}`] : []),
        ...order.attributes.map(({ name, value }) => `${name}: ${value}`),
      ].join('; '),
    );
  await emailOwners(api, tx, store.brandId, {
    write: () => ({
      subject: t('dataRequest.subject', { store: store.name }),
      text: [
        told.customer
          ? t('dataRequest.ofCustomer', { shop: store.shop, customer: String(told.customer.id) })
          : t('dataRequest.ofSomebody', { shop: store.shop }),
        orders.length === 0 ? t('dataRequest.nothing') : t('dataRequest.orders', { count: orders.length }),
        ...(lines.length > 0 ? [lines.join('\n')] : []),
      ],
      label: t('mail.openAccount'),
    }),
    href: `${api.config.WEB_ORIGIN}/account`,
  });
  const note = `Emailed the owners ${orders.length} orders of a customer.`;
  await record(request, store, { kind: 'data_request', orders: orders.length, note });
  return note;
}

/**
 * Deletes all data of a shop that uninstalled the app; a shop connected again keeps its data.
 * Stores with revoked access count as uninstalled. A brand that disconnected its store itself keeps
 * its sales, but not the buyers' data.
 */
async function redactShop(request: PrivacyRequest, stores: readonly StoredStore[]): Promise<string> {
  const { parts, tx, event } = request;
  const left = stores.filter(({ status }) => status !== 'connected');
  if (left.length === 0) return 'The shop was reconnected.';
  const [kept, gone] = [
    left.filter(({ status }) => status === 'disconnected'),
    left.filter(({ status }) => status !== 'disconnected'),
  ];
  for (const store of kept) {
    const orders = await redactStoreOrders(tx, store.id, parts.api.clock.now());
    await publishErasure(request, store, orders);
    const note = `Erased customer data from ${orders.length} orders; the brand disconnected the store.`;
    await record(request, store, { kind: 'shop_redact', orders: orders.length, note });
  }
  const counts = await deleteStores(
    tx,
    gone.map(({ id }) => id),
  );
  if (left.length === stores.length) await deleteEventsOf(tx, event.shop, [event.key]);
  for (const store of gone) {
    const orders = counts.get(store.id) ?? 0;
    const note = `Deleted the store with ${orders} orders.`;
    await record(request, store, { kind: 'shop_redact', orders, note });
    await publishStoreChange(tx, store.brandId, store.id);
  }
  return `Deleted the store of ${gone.length} brands and erased customer data from ${kept.length} others.`;
}

async function publishErasure(
  { parts: { api }, tx }: PrivacyRequest,
  { brandId, id }: StoredStore,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length > 0)
    await publish(tx, { type: 'order.erased', brandId, data: { storeId: id, orderIds } }, api.clock.now());
}

async function record(
  { parts: { api }, tx, event }: PrivacyRequest,
  { brandId, shop }: StoredStore,
  done: { kind: 'data_request' | 'customer_redact' | 'shop_redact'; orders: number; note: string },
): Promise<void> {
  const doneAt = api.clock.now().toISOString();
  await insertPrivacyRequest(tx, { ...done, brandId, shop, requestedAt: event.triggeredAt, doneAt });
}
