import { randomBytes } from 'node:crypto';
import { listOrders } from '@troupe/contract/commerce/order';
import { disconnectStore, listStores } from '@troupe/contract/commerce/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { readLeavingIds } from './store/store.queries.ts';
import type { StoreParts } from './store-access.ts';
import { sayGoodBye } from './store-farewell.ts';
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
  // What failed before holds nothing back.
  await w.t.api.pool.query('delete from provider_state');
  brandId = await w.t.brand();
  owner = await w.t.person({ brandId, brandRole: 'owner' });
  shop = `s${randomBytes(4).toString('hex')}.myshopify.com`;
  ({ id: storeId } = await w.connect(owner, brandId, shop));
});

/** Ends the connection without the job that says good-bye. */
const end = (change = '') =>
  w.t.api.pool.query(`update store set status = 'disconnected', ended_at = now()${change} where id = $1`, [
    storeId,
  ]);
const hasToken = async () =>
  (await w.t.api.pool.query('select 1 from store where id = $1 and access_token is not null', [storeId]))
    .rowCount === 1;

test('whoever disconnects a store takes the app out of it: its tokens are worth nothing, and forgotten', async () => {
  const { store } = await owner.call(disconnectStore, { params: { brandId, storeId } });
  expect(store.status).toBe('disconnected');
  await expect.poll(hasToken, { timeout: 60_000 }).toBe(false);
  expect(w.shops.left).toEqual([shop]);
});

test('a platform that is away keeps nobody from disconnecting; the good-bye is said when it is back', async () => {
  w.shops.away = true;
  const { store } = await owner.call(disconnectStore, { params: { brandId, storeId } });
  expect(store.status).toBe('disconnected');
  await expect(sayGoodBye(parts, storeId)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await hasToken()).toBe(true);
  expect(await readLeavingIds(w.t.api.db)).toContain(storeId);
  w.shops.away = false;
  await sayGoodBye(parts, storeId);
  expect(w.shops.left).toEqual([shop]);
  expect(await hasToken()).toBe(false);
  expect(await readLeavingIds(w.t.api.db)).not.toContain(storeId);
});

test('where the token has ended a new one is asked for, to say good-bye with', async () => {
  await end(", access_expires_at = now() - interval '1 minute'");
  const before = [...w.shops.tokens];
  for (const token of before) w.shops.tokens.delete(token);
  for (const token of before.filter((one) => one.startsWith('at-')))
    w.shops.codes.set(token.replace('at-', 'rt-'), { access_token: `${token}-2`, expires_in: 3600 });
  await sayGoodBye(parts, storeId);
  expect(w.shops.left).toEqual([shop]);
  expect(await hasToken()).toBe(false);
});

test('a store that let us go already needs no good-bye', async () => {
  await end();
  w.shops.tokens.clear();
  await sayGoodBye(parts, storeId);
  expect(w.shops.left).toEqual([]);
  expect(await hasToken()).toBe(false);
});

test('the app stays in a store that another brand connected meanwhile', async () => {
  await end();
  const other = await w.t.brand();
  const stranger = await w.t.person({ brandId: other, brandRole: 'owner' });
  await w.connect(stranger, other, shop);
  await sayGoodBye(parts, storeId);
  expect(w.shops.left).toEqual([]);
  expect(await hasToken()).toBe(false);
});

test('a brand that disconnected its store keeps what was sold when the platform asks to forget the store, and nothing of its buyers', async () => {
  const told = { 'x-shopify-shop-domain': shop };
  await w.webhook('orders/create', orderBody(1), told);
  await w.settled();
  await owner.call(disconnectStore, { params: { brandId, storeId } });
  await expect.poll(hasToken, { timeout: 60_000 }).toBe(false);
  // What the platform tells of it: that the app was removed, and two days later to forget the store.
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
