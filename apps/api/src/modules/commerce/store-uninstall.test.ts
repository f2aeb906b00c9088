import { randomBytes } from 'node:crypto';
import { listOrders } from '@troupe/contract/commerce/order';
import { disconnectStore, listStores } from '@troupe/contract/commerce/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { readStoresToUninstall } from './store/store.queries.ts';
import type { StoreParts } from './store-access.ts';
import { uninstallApp } from './store-uninstall.ts';
import { orderBody, plainGraph, type StoreWorld, startStoreWorld } from './stores.fixture.ts';

let w: StoreWorld;
let parts: StoreParts;
let owner: TestPerson;
let brandId: string;
let shop: string;
let storeId: string;

beforeAll(async () => {
  w = await startStoreWorld();
  parts = { api: w.t.api, platform: w.platform };
});
afterAll(() => w.stop());
beforeEach(async () => {
  plainGraph(w.shops);
  w.shops.left.length = 0;
  w.shops.away = false;
  // Clear the circuit breaker of earlier failures.
  await w.t.api.pool.query('delete from provider_state');
  brandId = await w.t.brand();
  owner = await w.t.person({ brandId, brandRole: 'owner' });
  shop = `s${randomBytes(4).toString('hex')}.myshopify.com`;
  ({ id: storeId } = await w.connect(owner, brandId, shop));
});

/** Disconnects a store without running the uninstall job. */
const end = (change = '') =>
  w.t.api.pool.query(`update store set status = 'disconnected', ended_at = now()${change} where id = $1`, [
    storeId,
  ]);
const hasToken = async () =>
  (await w.t.api.pool.query('select 1 from store where id = $1 and access_token is not null', [storeId]))
    .rowCount === 1;

test('disconnecting a store uninstalls the app and deletes its tokens', async () => {
  const { store } = await owner.call(disconnectStore, { params: { brandId, storeId } });
  expect(store.status).toBe('disconnected');
  await expect.poll(hasToken, { timeout: 60_000 }).toBe(false);
  expect(w.shops.left).toEqual([shop]);
});

test('disconnecting works while the platform is unavailable; the app is uninstalled later', async () => {
  w.shops.away = true;
  const { store } = await owner.call(disconnectStore, { params: { brandId, storeId } });
  expect(store.status).toBe('disconnected');
  await expect(uninstallApp(parts, storeId)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await hasToken()).toBe(true);
  expect(await readStoresToUninstall(w.t.api.db)).toContain(storeId);
  w.shops.away = false;
  await uninstallApp(parts, storeId);
  expect(w.shops.left).toEqual([shop]);
  expect(await hasToken()).toBe(false);
  expect(await readStoresToUninstall(w.t.api.db)).not.toContain(storeId);
});

test('refreshes an expired token to uninstall the app', async () => {
  await end(", access_expires_at = now() - interval '1 minute'");
  const before = [...w.shops.tokens];
  for (const token of before) w.shops.tokens.delete(token);
  for (const token of before.filter((one) => one.startsWith('at-')))
    w.shops.codes.set(token.replace('at-', 'rt-'), { access_token: `${token}-2`, expires_in: 3600 });
  await uninstallApp(parts, storeId);
  expect(w.shops.left).toEqual([shop]);
  expect(await hasToken()).toBe(false);
});

test("doesn't uninstall the app from a store that already removed it", async () => {
  await end();
  w.shops.tokens.clear();
  await uninstallApp(parts, storeId);
  expect(w.shops.left).toEqual([]);
  expect(await hasToken()).toBe(false);
});

test('keeps the app in a store that another brand has connected', async () => {
  await end();
  const other = await w.t.brand();
  const stranger = await w.t.person({ brandId: other, brandRole: 'owner' });
  await w.connect(stranger, other, shop);
  await uninstallApp(parts, storeId);
  expect(w.shops.left).toEqual([]);
  expect(await hasToken()).toBe(false);
});

test('after a disconnect, a redact request erases buyers but keeps sales', async () => {
  const told = { 'x-shopify-shop-domain': shop };
  await w.webhook('orders/create', orderBody(1), told);
  await w.settled();
  await owner.call(disconnectStore, { params: { brandId, storeId } });
  await expect.poll(hasToken, { timeout: 60_000 }).toBe(false);
  // The platform reports the uninstall, and two days later asks to redact the shop.
  await w.webhook('app/uninstalled', { id: 1 }, told);
  await w.webhook('shop/redact', { shop_domain: shop }, told);
  await w.settled();
  const { stores } = await owner.call(listStores, { params: { brandId } });
  expect(stores).toMatchObject([{ id: storeId, status: 'disconnected', orderCount: 1 }]);
  const { orders } = await owner.call(listOrders, { params: { brandId }, query: {} });
  expect(orders).toMatchObject([
    { ref: 'mia', net: 8000, hasCustomer: false, attributes: [], landingSite: null },
  ]);
});
