import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { listOrders } from '@troupe/contract/commerce/order';
import * as calls from '@troupe/contract/commerce/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';

const SHOP = 'larkmoor-goods.myshopify.com';
let t: TestApi;
let sandbox: TestSandbox;
let brandId: string;
let owner: TestPerson;
let storeId: string;

beforeAll(async () => {
  sandbox = await startTestSandbox({ WEB_ORIGIN: 'http://localhost:3000', SHOPIFY_RETRY_SECONDS: '1,1,1' });
  const port = await freePort();
  t = await startTestApi({
    PORT: String(port),
    API_ORIGIN: `http://127.0.0.1:${port}`,
    SHOPIFY_API_KEY: 'sandbox-shopify-key',
    SHOPIFY_API_SECRET: 'sandbox-shopify-secret',
    SHOPIFY_OLD_API_SECRET: 'sandbox-shopify-old-secret',
    SHOPIFY_SHOP_ORIGIN: `${sandbox.origin}/shopify/{shop}`,
  });
  await sandbox.call('PUT', '/shopify/_control/settings', { webhookUrl: `${t.url}/webhooks/shopify` });
  brandId = await t.brand();
  owner = await t.person({ brandId, brandRole: 'owner' });
});
afterAll(async () => {
  await t?.stop();
  await sandbox?.stop();
});

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const control = <T>(method: string, path: string, body?: unknown) =>
  sandbox.call<T>(method, `/shopify/_control${path}`, body);
const inShop = <T>(path: string, body?: unknown) => control<T>('POST', `/stores/${SHOP}${path}`, body ?? {});

const fault = (target: string, failure: string, times = 1) =>
  sandbox.call('POST', '/api/faults', { provider: 'shopify', target, failure, times });

/** Goes from the platform to the consent page and back, like a browser. */
async function consent(decision = 'install') {
  const { url } = await control<{ url: string }>('GET', `/stores/${SHOP}/install-link`);
  const nonce = randomBytes(16).toString('hex');
  const { authorizeUrl } = await t.anonymous.call(calls.beginShopifyInstall, {
    body: {
      query: new URL(url).search.slice(1),
      nonceHash: createHash('sha256').update(nonce).digest('hex'),
    },
  });
  const page = await fetch(authorizeUrl, { redirect: 'manual' });
  // A store that already granted all scopes redirects immediately.
  const answer =
    page.status === 200
      ? await fetch(authorizeUrl, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ decision }),
        })
      : page;
  const back = new URL(answer.headers.get('location') ?? '');
  return { back, sent: { ...Object.fromEntries(back.searchParams), nonce } as Record<string, string> };
}

async function connect() {
  const { sent } = await consent();
  const { store } = await owner.call(calls.connectShopifyStore, { params: { brandId }, body: sent as never });
  storeId = store.id;
  return store;
}

const store = async () =>
  (await owner.call(calls.listStores, { params: { brandId } })).stores.find(({ shop }) => shop === SHOP);
const orders = async (query: object = {}) => owner.call(listOrders, { params: { brandId }, query });
const orderOf = async (name: string) =>
  (await orders({ search: name })).orders.find((one) => one.name === name);
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 60_000, interval: 100 });

async function synced(): Promise<void> {
  const before = (await store())?.lastSyncAt;
  await owner.call(calls.syncStore, { params: { brandId, storeId } });
  await eventually(async () => (await store())?.lastSyncAt).not.toBe(before);
}

test('an owner grants access, connects, and the orders of the last two months are imported', async () => {
  const { back } = await consent('decline');
  expect(back.searchParams.get('code')).toBeNull();
  expect(await connect()).toMatchObject({ shop: SHOP, status: 'connected' });
  await eventually(async () => (await store())?.lastSyncAt).toBeTruthy();
  const found = await store();
  const { orders: all } = await control<{ orders: { test: boolean; updated_at: string }[] }>(
    'GET',
    `/stores/${SHOP}/orders`,
  );
  const since = Date.now() - 60 * 86_400_000;
  const known = all.filter((one) => new Date(one.updated_at).getTime() >= since);
  expect(known.length).toBeGreaterThan(10);
  expect(found).toMatchObject({ error: null, missingScopes: [] });
  expect(found?.name).not.toBe(SHOP);
  expect((await orders()).total).toBe(known.length);
  expect(found?.orderCount).toBe(known.filter((one) => !one.test).length);
  const { subscriptions } = await control<{ subscriptions: { topic: string; url: string }[] }>(
    'GET',
    `/stores/${SHOP}`,
  );
  expect(subscriptions.map(({ topic }) => topic).sort()).toEqual([
    'app/uninstalled',
    'orders/cancelled',
    'orders/create',
    'orders/updated',
    'refunds/create',
  ]);
});

test('a new, a partly refunded and a cancelled order arrive by webhook, and a sync adds nothing', async () => {
  const { order } = await inShop<{ order: { id: number; name: string; subtotal_price: string } }>('/orders', {
    code: 'MIA15',
    ref: 'mia',
    quantity: 2,
  });
  await eventually(() => orderOf(order.name)).toMatchObject({ status: 'open', ref: 'mia' });
  const placed = await orderOf(order.name);
  await inShop(`/orders/${order.id}/refund`, { quantity: 1 });
  await eventually(async () => (await orderOf(order.name))?.status).toBe('partly_refunded');
  const refunded = await orderOf(order.name);
  expect(refunded?.net).toBeLessThan(placed?.net ?? 0);
  const other = await inShop<{ order: { id: number; name: string } }>('/orders', { currency: 'JPY' });
  await inShop(`/orders/${other.order.id}/cancel`, {});
  await eventually(async () => (await orderOf(other.order.name))?.status).toBe('cancelled');
  expect(await orderOf(other.order.name)).toMatchObject({ presentment: { currency: 'JPY' }, net: 0 });
  await synced();
  const again = await orderOf(order.name);
  expect({ ...again, updated: '' }).toEqual({ ...refunded, updated: '' });
});

test('a sync finds missed orders despite throttling, an expired token and a slow store', async () => {
  await control('PUT', '/settings', { stopped: true });
  const { order } = await inShop<{ order: { name: string } }>('/orders', {});
  await inShop('/expire-tokens', { which: 'access' });
  await fault('orders', 'throttle');
  await fault('graphql', 'error_500');
  await synced();
  expect(await orderOf(order.name)).toMatchObject({ status: 'open' });
  await control('PUT', '/settings', { stopped: false });
});

test('refreshes rotating tokens, also from two processes at once', async () => {
  const version = async () =>
    (await t.api.pool.query('select token_version from store where id = $1', [storeId])).rows[0]
      .token_version;
  const before = await version();
  await t.api.pool.query(`update store set access_expires_at = now() where id = $1`, [storeId]);
  const { withAccess } = await import('./store-access.ts');
  const { shopify } = await import('../../providers/store/shopify.ts');
  const { providerGuard: providerBook } = await import('../discovery/provider/provider.queries.ts');
  const { config, db, clock, log } = t.api;
  const platform = shopify({
    key: config.SHOPIFY_API_KEY,
    secret: config.SHOPIFY_API_SECRET,
    formerSecret: '',
    scopes: config.SHOPIFY_SCOPES,
    version: config.SHOPIFY_API_VERSION,
    shopOrigin: config.SHOPIFY_SHOP_ORIGIN,
    book: providerBook(db, clock),
    log,
  });
  const parts = { api: t.api, platform };
  const names = await Promise.all(
    [1, 2, 3].map(() => withAccess(parts, storeId, (access) => platform.readShop(access))),
  );
  expect(new Set(names.map(({ name }) => name)).size).toBe(1);
  expect(await version()).toBe(before + 1);
  // If a process dies between refreshing and saving, the old refresh token still works.
  const { rows } = await t.api.pool.query('select refresh_token from store where id = $1', [storeId]);
  const { openText } = await import('../../platform/access/secret.ts');
  await platform.refresh(SHOP, openText(config.SECRET_KEY, rows[0].refresh_token));
  await t.api.pool.query(`update store set access_expires_at = now() where id = $1`, [storeId]);
  await withAccess(parts, storeId, (access) => platform.readShop(access));
  expect(await version()).toBe(before + 2);
});

test('counts a burst of duplicate, reordered webhooks once each', async () => {
  const before = (await orders()).total;
  const counted = (await store())?.orderCount ?? 0;
  await fault('webhook', 'twice', 20);
  await fault('webhook', 'out_of_order', 20);
  const burst = await inShop<{ orders: number[] }>('/burst', { count: 60 });
  const told = async () => {
    const { deliveries } = await control<{
      deliveries: { body: string; status: string; attempts: unknown[] }[];
    }>('GET', '/webhooks');
    const own = deliveries.filter(({ body }) => burst.orders.some((id) => body.includes(String(id))));
    return {
      done: own.every(({ status }) => status === 'delivered'),
      twice: own.filter(({ attempts }) => attempts.length === 2).length,
    };
  };
  await eventually(told).toEqual({ done: true, twice: 20 });
  await eventually(async () => (await orders()).total).toBe(before + 60);
  await synced();
  expect((await orders()).total).toBe(before + 60);
  expect((await store())?.orderCount).toBe(counted + 60);
});

test('fulfills customer and shop privacy requests, and marks an uninstalled store', async () => {
  await inShop('/compliance', { topic: 'customers/data_request' });
  await eventually(
    async () => (await t.api.pool.query('select kind from store_privacy_request')).rows,
  ).toEqual([{ kind: 'data_request' }]);
  await control('PUT', '/settings', { redactSeconds: 0 });
  await inShop('/uninstall');
  await eventually(async () => (await store()) ?? null).toBeNull();
  expect((await orders()).total).toBe(0);
  expect((await connect()).status).toBe('connected');
});

test('a permanently revoked token requires reconnecting and notifies the owners', async () => {
  await eventually(async () => (await store())?.lastSyncAt).toBeTruthy();
  await inShop('/expire-tokens', { which: 'access' });
  await inShop('/expire-tokens', { which: 'refresh' });
  await owner.call(calls.syncStore, { params: { brandId, storeId } });
  await eventually(async () => (await store())?.status).toBe('needs_reconnect');
  const { rows } = await t.api.pool.query(`select subject from mail where subject like 'Reconnect %'`);
  expect(rows).toHaveLength(1);
  expect((await connect()).status).toBe('connected');
  expect((await store())?.error).toBeNull();
});

test('disconnecting a store uninstalls the app and keeps its sales', async () => {
  await eventually(
    async () => (await control<{ subscriptions: unknown[] }>('GET', `/stores/${SHOP}`)).subscriptions.length,
  ).toBe(5);
  const { total } = await orders();
  expect(total).toBeGreaterThan(0);
  await fault('api_permissions', 'down');
  await owner.call(calls.disconnectStore, { params: { brandId, storeId } });
  await eventually(() => control('GET', `/stores/${SHOP}`)).toMatchObject({
    installation: null,
    subscriptions: [],
  });
  // The platform asks to redact immediately instead of after two days.
  await eventually(
    async () =>
      (await t.api.pool.query(`select note from store_privacy_request where kind = 'shop_redact'`)).rows,
  ).toContainEqual({ note: expect.stringContaining('the brand disconnected the store') });
  expect(await store()).toMatchObject({ status: 'disconnected', orderCount: expect.any(Number) });
  expect((await orders()).total).toBe(total);
});
