import { createHash, randomBytes } from 'node:crypto';
import { listAuditLog } from '@troupe/contract/account/audit-log';
import { closeBrand } from '@troupe/contract/account/brand-closing';
import { CallError } from '@troupe/contract/client';
import * as calls from '@troupe/contract/commerce/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { storeTable } from './store/store.table.ts';
import {
  plainGraph,
  SECRET,
  SHOP,
  type StoreWorld,
  seconds,
  signedQuery,
  startStoreWorld,
} from './stores.fixture.ts';

let w: StoreWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());

let brandId: string;
let owner: TestPerson;
let shop: string;
beforeEach(async () => {
  brandId = await w.t.brand();
  owner = await w.t.person({ brandId, brandRole: 'owner' });
  shop = `s${randomBytes(4).toString('hex')}.myshopify.com`;
  w.shops.before = () => {};
  w.shops.heard.length = 0;
  plainGraph(w.shops);
});

const host = Buffer.from('admin.shopify.com/store/larkmoor').toString('base64').replaceAll('=', '');
const arrival = (more: Record<string, string> = {}) =>
  signedQuery({ shop, host, timestamp: seconds(), ...more });
const nonce = () => randomBytes(16).toString('hex');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Requests to this test's store; jobs of earlier tests may still be running. */
const heard = () => w.shops.heard.filter(({ path }) => path.includes(shop));

const begin = (query: string, nonceHash = hashOf('n')) =>
  w.t.anonymous.call(calls.beginShopifyInstall, { body: { query, nonceHash } });

async function refusal(asked: Promise<unknown>): Promise<{ status: number; code: string; error: string }> {
  const failure = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof CallError)) throw new Error('The request was not rejected.');
  const body = failure.body as { code: string; error: string };
  return { status: failure.status, code: body.code, error: body.error };
}

const connect = (
  body: { shop: string; code: string } & Record<string, string | undefined>,
  person = owner,
  brand = brandId,
) => person.call(calls.connectShopifyStore, { params: { brandId: brand }, body });

/** Returns the callback from the consent page for an installation started with a nonce. */
async function callback(own: string, code = w.code()) {
  const { authorizeUrl } = await begin(arrival(), hashOf(own));
  const state = new URL(authorizeUrl).searchParams.get('state') as string;
  const fields = { code, host, shop, state, timestamp: seconds() };
  const hmac = new URLSearchParams(signedQuery(fields)).get('hmac') as string;
  return { ...fields, hmac, nonce: own };
}

test('a signed install URL leads to the consent page with our state', async () => {
  const { shop: told, authorizeUrl } = await begin(arrival());
  expect(told).toBe(shop);
  const url = new URL(authorizeUrl);
  expect(url.pathname).toBe(`/${shop}/admin/oauth/authorize`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'test-key',
    scope: 'read_orders,read_products,write_discounts,write_draft_orders',
    redirect_uri: `${w.t.api.config.WEB_ORIGIN}/order-integration-install`,
  });
  expect(url.searchParams.get('state')).not.toContain(SECRET);
});

test('rejects an install URL that is modified, stale, from the future, unsigned or signed by others', async () => {
  const good = arrival();
  for (const query of [
    good.replace('hmac=', 'hmac=0'),
    good.replace(/hmac=[0-9a-f]+/, ''),
    good.replace(host, host.replace('Y', 'Z')),
    `${good}&extra=1`,
    `${good}&shop=evil.myshopify.com`,
    signedQuery({ shop, host, timestamp: seconds() }, 'another secret'),
    arrival({ timestamp: seconds(-95) }),
    arrival({ timestamp: seconds(120) }),
    arrival({ timestamp: 'soon' }),
    signedQuery({ shop, host }),
  ])
    expect(await refusal(begin(query)), query).toMatchObject({ status: 422, code: expect.any(String) });
  await begin(good);
});

test('rejects an invalid shop name even if it is signed', async () => {
  for (const name of ['larkmoor.com', 'evil.test/x.myshopify.com', 'x.myshopify.com.evil.test', ''])
    expect(await refusal(begin(arrival({ shop: name })))).toMatchObject({
      error: 'Invalid Shopify store URL',
    });
});

test('accepts spaces in a signed URL as + and as %20', async () => {
  const plain = arrival({ locale: 'en US' });
  await begin(plain);
  await begin(plain.replaceAll('+', '%20'));
});

test('[R7.014] a member connects a store with shop and code, and its name, currency and orders are imported', async () => {
  const member = await w.t.person({ brandId });
  const { store } = await connect({ shop, code: w.code() }, member);
  expect(store).toMatchObject({
    shop,
    platform: 'shopify',
    status: 'connected',
    missingScopes: [],
    orderCount: 0,
  });
  await expect
    .poll(async () => (await member.call(calls.listStores, { params: { brandId } })).stores, {
      timeout: 60_000,
    })
    .toMatchObject([
      { id: store.id, name: 'Larkmoor Goods', currency: 'EUR', lastSyncAt: expect.any(String), error: null },
    ]);
  const topics = w.shops.heard
    .filter(({ body }) => body.includes('webhookSubscriptionCreate('))
    .map(({ body }) => JSON.parse(body).variables.topic);
  expect(topics.sort()).toEqual([
    'APP_UNINSTALLED',
    'ORDERS_CANCELLED',
    'ORDERS_CREATE',
    'ORDERS_UPDATED',
    'REFUNDS_CREATE',
  ]);
});

test('[R7.014] [R8.028] rejects a missing code or invalid shop with a text in `error`', async () => {
  for (const body of [
    { shop, code: '' },
    { shop: '', code: 'x' },
    { shop: 'larkmoor', code: 'x' },
  ])
    expect(await refusal(connect(body))).toMatchObject({
      status: 422,
      code: 'invalid',
      error: expect.any(String),
    });
  expect(
    await refusal(owner.call(calls.connectShopifyStore, { params: { brandId }, body: { shop } as never })),
  ).toMatchObject({
    status: 422,
  });
  expect(heard()).toEqual([]);
});

test('verifies the whole consent callback in the same browser', async () => {
  const own = nonce();
  const sent = await callback(own);
  const { store } = await connect(sent);
  expect(store.status).toBe('connected');
});

test('an invalid, stale, foreign or replayed callback connects nothing and uses no code', async () => {
  const own = nonce();
  const sent = await callback(own);
  const stale = { ...sent, timestamp: seconds(-3700) };
  const other = await callback(nonce());
  const { nonce: _, ...withoutNonce } = sent;
  for (const body of [
    { ...sent, hmac: 'a'.repeat(64) },
    { ...sent, host: `${sent.host}x` },
    { ...sent, code: w.code() },
    { ...sent, shop: 'another-shop.myshopify.com' },
    { ...stale, hmac: new URLSearchParams(signedQuery({ ...stale, hmac: '', nonce: '' })).get('hmac') ?? '' },
    { ...sent, nonce: nonce() },
    withoutNonce,
    { ...sent, state: other.state },
    { shop, code: sent.code, state: `${sent.state}x`, nonce: own },
    { shop, code: sent.code, state: 'no.state', nonce: own },
    { shop, code: sent.code, timestamp: seconds(-3700) },
    { shop, code: sent.code, timestamp: 'x' },
    { shop, code: sent.code, query: signedQuery({ shop, code: 'other', timestamp: seconds() }) },
  ])
    expect(await refusal(connect(body)), JSON.stringify(body)).toMatchObject({
      status: 422,
      code: 'invalid_signature',
      error: expect.stringMatching(/again/),
    });
  expect(heard()).toEqual([]);
  expect((await owner.call(calls.listStores, { params: { brandId } })).stores).toEqual([]);
  await connect(sent);
});

test('a double click and two tabs exchange the code once', async () => {
  const code = w.code();
  const answers = await Promise.all([1, 2, 3].map(() => connect({ shop, code })));
  expect(new Set(answers.map(({ store }) => store.id)).size).toBe(1);
  expect(heard().filter(({ path }) => path.endsWith('access_token'))).toHaveLength(1);
  // A second consent in another tab updates the tokens of the same store.
  const again = await connect({ shop, code: w.code() });
  expect(again.store.id).toBe(answers[0]?.store.id);
  // An intercepted code is useless to others.
  const stranger = await w.t.brand('Stranger');
  const thief = await w.t.person({ brandId: stranger, brandRole: 'owner' });
  expect(await refusal(connect({ shop, code }, thief, stranger))).toMatchObject({
    code: 'invalid_signature',
  });
});

test("a connected store can't be taken over, and only its owner learns that it is taken", async () => {
  await connect({ shop, code: w.code() });
  const otherId = await w.t.brand('Other');
  const other = await w.t.person({ brandId: otherId, brandRole: 'owner' });
  const own = nonce();
  expect(await refusal(connect(await callback(own), other, otherId))).toMatchObject({
    status: 409,
    code: 'store_taken',
    error: 'This store is connected to another account. Disconnect it there first.',
  });
  // An invalid code reveals nothing.
  expect(await refusal(connect({ shop, code: 'guessed' }, other, otherId))).toMatchObject({
    code: 'store_refused',
  });
  expect((await other.call(calls.listStores, { params: { brandId: otherId } })).stores).toEqual([]);
});

test('only one of two brands that connect a store concurrently gets it', async () => {
  const otherId = await w.t.brand('Other');
  const other = await w.t.person({ brandId: otherId, brandRole: 'owner' });
  const results = await Promise.allSettled([
    connect({ shop, code: w.code() }),
    connect({ shop, code: w.code() }, other, otherId),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('connects a store with fewer scopes and lists the missing ones', async () => {
  const { store } = await connect({ shop, code: w.code({ scope: 'write_discounts' }) });
  expect(store).toMatchObject({
    scopes: ['write_discounts'],
    missingScopes: ['read_orders', 'read_products', 'write_draft_orders'],
  });
  await expect
    .poll(async () => (await owner.call(calls.listStores, { params: { brandId } })).stores[0]?.error, {
      timeout: 60_000,
    })
    .toMatch(/allow us to read orders/);
});

test('distinguishes a rejected code from an unreachable store, without side effects', async () => {
  expect(await refusal(connect({ shop, code: 'used' }))).toMatchObject({
    status: 409,
    code: 'store_refused',
    error: 'Your store rejected the request. Open the app from your store again.',
  });
  w.shops.before = () => new Promise((done) => setTimeout(done, 2500));
  expect(await refusal(connect({ shop, code: w.code() }))).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  expect((await owner.call(calls.listStores, { params: { brandId } })).stores).toEqual([]);
});

test("closing a brand's account releases its stores for other brands", async () => {
  await connect({ shop, code: w.code() });
  await owner.call(closeBrand, { params: { brandId }, body: { name: 'Larkmoor' } });
  const stored = async () => (await w.t.api.db.select().from(storeTable)).find((one) => one.shop === shop);
  expect(await stored()).toMatchObject({ status: 'disconnected' });
  await expect.poll(async () => (await stored())?.accessToken, { timeout: 60_000 }).toBeNull();
  const otherId = await w.t.brand('Other');
  const other = await w.t.person({ brandId: otherId, brandRole: 'owner' });
  expect((await connect({ shop, code: w.code() }, other, otherId)).store.status).toBe('connected');
});

test('stores tokens encrypted', async () => {
  const code = w.code();
  await connect({ shop, code });
  const rows = await w.t.api.db.select().from(storeTable);
  const row = rows.find((one) => one.shop === shop);
  expect(row?.accessToken).toMatch(/^s1\./);
  expect(JSON.stringify(rows)).not.toContain(`at-${code}`);
  expect(JSON.stringify(rows)).not.toContain(`rt-${code}`);
});

test('only owners disconnect a store, which can then be reconnected by any brand', async () => {
  const { store } = await connect({ shop, code: w.code() });
  const params = { brandId, storeId: store.id };
  const member = await w.t.person({ brandId });
  expect(await refusal(member.call(calls.disconnectStore, { params }))).toMatchObject({ status: 403 });
  const gone = await owner.call(calls.disconnectStore, { params });
  expect(gone.store).toMatchObject({ id: store.id, status: 'disconnected' });
  await expect
    .poll(
      async () => (await w.t.api.db.select().from(storeTable)).find(({ id }) => id === store.id)?.accessToken,
      {
        timeout: 60_000,
      },
    )
    .toBeNull();
  expect(await refusal(owner.call(calls.syncStore, { params }))).toMatchObject({
    code: 'invalid_transition',
  });
  const otherId = await w.t.brand('Other');
  const other = await w.t.person({ brandId: otherId, brandRole: 'owner' });
  const theirs = await connect({ shop, code: w.code() }, other, otherId);
  await other.call(calls.disconnectStore, { params: { brandId: otherId, storeId: theirs.store.id } });
  const back = await connect({ shop, code: w.code() });
  expect(back.store).toMatchObject({ id: store.id, status: 'connected' });
  // A store of another brand.
  expect(
    await refusal(other.call(calls.disconnectStore, { params: { brandId: otherId, storeId: store.id } })),
  ).toMatchObject({
    status: 404,
  });
});

test('the audit log records who connected and disconnected stores, and failed attempts', async () => {
  const { store } = await connect({ shop, code: w.code() });
  await owner.call(calls.disconnectStore, { params: { brandId, storeId: store.id } });
  await refusal(connect({ shop, code: 'used' }));
  const { entries } = await owner.call(listAuditLog, { params: { brandId } });
  expect(
    entries.map(({ title, outcome, problem, object }) => [title, outcome, problem, object?.name ?? null]),
  ).toEqual([
    ['Connected store', 'refused', 'store_refused', null],
    ['Disconnected store', 'done', null, shop],
    ['Connected store', 'done', null, shop],
  ]);
});

test('a brand can have several stores', async () => {
  await connect({ shop, code: w.code() });
  await connect({ shop: SHOP, code: w.code() });
  const { stores } = await owner.call(calls.listStores, { params: { brandId } });
  expect(stores.map((store) => store.shop).sort()).toEqual([SHOP, shop].sort());
});
