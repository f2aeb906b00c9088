import { randomBytes } from 'node:crypto';
import { listOrders } from '@troupe/contract/commerce/order';
import { listStores } from '@troupe/contract/commerce/store';
import { createOutgoingWebhook } from '@troupe/contract/operations/outgoing-webhook';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { insertStoreEvents } from './store/store-event.queries.ts';
import { processStoreEvents } from './store-events.ts';
import {
  FORMER_SECRET,
  orderBody,
  SHOP,
  type StoreWorld,
  seconds,
  sign,
  signedQuery,
  startStoreWorld,
} from './stores.fixture.ts';

let w: StoreWorld;
let brandId: string;
let owner: TestPerson;
let shop: string;
let storeId: string;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());
beforeEach(async () => {
  brandId = await w.t.brand();
  owner = await w.t.person({
    brandId,
    brandRole: 'owner',
    email: `${randomBytes(4).toString('hex')}@owner.test`,
  });
  shop = `s${randomBytes(4).toString('hex')}.myshopify.com`;
  ({ id: storeId } = await w.connect(owner, brandId, shop));
});

const send = (topic: string, body: unknown, headers: Record<string, string> = {}) =>
  w.webhook(topic, body, { 'x-shopify-shop-domain': shop, ...headers });

async function orders(query: object = {}) {
  const found = await owner.call(listOrders, { params: { brandId }, query });
  return found.orders;
}
async function told(...events: [topic: string, body: unknown, headers?: Record<string, string>][]) {
  for (const [topic, body, headers] of events) expect((await send(topic, body, headers)).status).toBe(200);
  await w.settled();
  return orders();
}
const eventOf = async (id: string) =>
  (await w.t.api.pool.query(`select * from store_event where key like $1`, [`${id} %`])).rows[0];
const store = async () =>
  (await owner.call(listStores, { params: { brandId } })).stores.find(({ id }) => id === storeId);

test('stores a webhook order with amounts in minor units', async () => {
  const [order, ...more] = await told(['orders/create', orderBody(1)]);
  expect(more).toEqual([]);
  expect(order).toMatchObject({
    externalId: '1',
    name: '#1',
    storeId,
    shop,
    source: 'store',
    status: 'open',
    counted: true,
    currency: 'EUR',
    total: 8500,
    subtotal: 8000,
    discount: 1500,
    shipping: 500,
    tax: 0,
    net: 8000,
    refunded: 0,
    presentment: null,
    ref: 'mia',
    landingSite: '/?utm_source=ig&ref=mia',
    hasCustomer: true,
    placed: '2026-05-01T14:00:00.000Z',
    discounts: [{ code: 'MIA15', amount: 1500, type: 'percentage' }],
    lines: [{ title: 'Tent', sku: 'T1', quantity: 1, price: 9500 }],
  });
  expect(JSON.stringify(order)).not.toContain('b@test.dev');
});

test('rejects a webhook with a wrong, missing or foreign signature or a modified body', async () => {
  const text = JSON.stringify(orderBody(2));
  for (const signature of [
    '',
    'x',
    sign(text, 'another'),
    sign(`${text} `),
    `${sign(text)}x`,
    sign(text).slice(4),
  ])
    expect((await send('orders/create', text, { 'x-shopify-hmac-sha256': signature })).status).toBe(401);
  const unsigned = await fetch(`${w.t.url}/webhooks/shopify`, { method: 'POST', body: text });
  expect(unsigned.status).toBe(401);
  expect(await unsigned.text()).not.toContain('secret');
  for (const topic of ['customers/data_request', 'customers/redact', 'shop/redact'])
    expect((await send(topic, '{}', { 'x-shopify-hmac-sha256': sign('{}', 'no') })).status).toBe(401);
  expect(await orders()).toEqual([]);
  // After rotating the secret, the previous one stays valid for a while.
  expect(
    (await w.webhook('orders/create', text, { 'x-shopify-shop-domain': shop }, FORMER_SECRET)).status,
  ).toBe(200);
  await w.settled();
  expect(await orders()).toHaveLength(1);
});

test("rejects signed install parameters as a webhook, so they can't end a connection", async () => {
  const stranger = { host: 'YWRtaW4', shop: 'stranger.myshopify.com', timestamp: seconds() };
  const queries: Record<string, string>[] = [{}, { ' {"x': 'y', '~': '":1}' }];
  for (const more of queries) {
    const query = new URLSearchParams(signedQuery({ ...stranger, ...more }));
    const signature = Buffer.from(query.get('hmac') ?? '', 'hex').toString('base64');
    query.delete('hmac');
    query.sort();
    const text = [...query].map(([name, value]) => `${name}=${value}`).join('&');
    expect(sign(text)).toBe(signature);
    const answer = await send('app/uninstalled', text, { 'x-shopify-hmac-sha256': signature });
    expect(answer.status).toBe(401);
  }
  await w.settled();
  expect(await store()).toMatchObject({ status: 'connected' });
});

test('treats an event with an invalid, ancient or future time as current', async () => {
  const moments = ['-000044-03-15T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T00:00:00Z', 'soon', ''];
  const answers = await Promise.all(
    [...moments, new Date().toISOString()].map((moment, at) =>
      send('orders/create', orderBody(700 + at), { 'x-shopify-triggered-at': moment }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await w.settled();
  expect(await orders()).toHaveLength(answers.length);
  const { rows } = await w.t.api.pool.query('select triggered_at from store_event where shop = $1', [shop]);
  for (const { triggered_at } of rows)
    expect(Math.abs(new Date(triggered_at).getTime() - Date.now())).toBeLessThan(60_000);
});

test('counts a redelivered event once, also concurrently and under another topic', async () => {
  const id = randomBytes(8).toString('hex');
  const again = { 'x-shopify-event-id': id };
  const answers = await Promise.all([1, 2, 3].map(() => send('orders/create', orderBody(3), again)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await told(['orders/create', orderBody(3), again], ['orders/updated', orderBody(3), again]);
  expect(await orders()).toHaveLength(1);
  expect((await store())?.orderCount).toBe(1);
  expect(await eventOf(id)).toMatchObject({ state: 'processed', body: '', brand_id: brandId });
});

test('the latest order data wins in any order of arrival', async () => {
  const at = (second: number) => ({ updated_at: `2026-05-01T10:00:0${second}-04:00` });
  const when = (ms: number) => ({
    'x-shopify-triggered-at': new Date(Date.UTC(2026, 4, 1, 14, 0, 9, ms)).toISOString(),
  });
  await told(['orders/cancelled', orderBody(4, { ...at(5), cancelled_at: '2026-05-01T10:00:05-04:00' })]);
  await told(['orders/create', orderBody(4, at(1))]);
  const [cancelled] = await told(['orders/updated', orderBody(4, at(3))]);
  expect(cancelled).toMatchObject({ status: 'cancelled', counted: false, net: 0 });
  // Of two versions in the same second, the one sent later wins.
  await told(['orders/updated', orderBody(4, { ...at(7), name: '#later' }), when(500)]);
  const [latest] = await told(['orders/updated', orderBody(4, { ...at(7), name: '#earlier' }), when(100)]);
  expect(latest).toMatchObject({ name: '#later', status: 'open', net: 8000 });
});

const refundBody = (id: number, orderId: number, more: object = {}) => ({
  id,
  order_id: orderId,
  created_at: '2026-05-02T10:00:00-04:00',
  order_adjustments: [],
  refund_line_items: [
    { subtotal: 20, subtotal_set: { shop_money: { amount: '20.00', currency_code: 'EUR' } }, total_tax: 0 },
  ],
  transactions: [{ amount: '20.00', currency: 'EUR', kind: 'refund', status: 'success' }],
  ...more,
});

test('subtracts refunds once each, also before their order and redelivered', async () => {
  await told(['refunds/create', refundBody(51, 5)]);
  expect(await orders()).toEqual([]);
  const [first] = await told(['orders/create', orderBody(5)]);
  expect(first).toMatchObject({ status: 'partly_refunded', refunded: 2000, net: 6000 });
  await told(['refunds/create', refundBody(51, 5)]);
  const shipping = refundBody(52, 5, {
    refund_line_items: [],
    order_adjustments: [{ kind: 'shipping_refund', amount: '-5.00', tax_amount: '0.00' }],
    transactions: [{ amount: '5.00', currency: 'EUR', kind: 'refund', status: 'success' }],
  });
  const [second] = await told(['refunds/create', shipping]);
  expect(second).toMatchObject({ refunded: 2500, net: 6000 });
  // The refunds inside an order add nothing new.
  const refunds = [refundBody(51, 5), shipping];
  const [third] = await told([
    'orders/updated',
    orderBody(5, { refunds, updated_at: '2026-05-03T00:00:00Z' }),
  ]);
  expect(third).toMatchObject({ refunded: 2500, net: 6000 });
  // A failed refund returns no money.
  const failed = refundBody(53, 5, {
    refund_line_items: [],
    transactions: [{ amount: '9.00', currency: 'EUR', kind: 'refund', status: 'failure' }],
  });
  expect((await told(['refunds/create', failed]))[0]).toMatchObject({ refunded: 2500, net: 6000 });
});

test('a promised refund counts its money when paid and its goods when reported', async () => {
  const bare = (id: number, amount: string, status: string) =>
    refundBody(id, 21, {
      refund_line_items: [],
      transactions: [{ amount, currency: 'EUR', kind: 'refund', status }],
    });
  const updated = (second: number, ...refunds: object[]) =>
    ['orders/updated', orderBody(21, { refunds, updated_at: `2026-05-03T00:00:0${second}Z` })] as const;
  // With only an amount, the goods' share is derived: 20.00 × 80 ÷ 85.
  const [first] = await told(
    ['orders/create', orderBody(21)],
    ['refunds/create', bare(211, '20.00', 'success')],
  );
  expect(first).toMatchObject({ refunded: 2000, net: 6118 });
  const [second] = await told([...updated(1, refundBody(211, 21), bare(212, '9.00', 'pending'))]);
  expect(second).toMatchObject({ refunded: 2000, net: 6000 });
  const [third] = await told([...updated(2, refundBody(211, 21), bare(212, '9.00', 'success'))]);
  expect(third).toMatchObject({ refunded: 2900, net: 5153 });
  const [last] = await told(['refunds/create', bare(212, '9.00', 'pending')]);
  expect(last).toMatchObject({ refunded: 2900, net: 5153 });
});

test("orders in two currencies keep both, and refunds in the buyer's currency are converted", async () => {
  const both = (shopAmount: string, shown: string) => ({
    shop_money: { amount: shopAmount, currency_code: 'USD' },
    presentment_money: { amount: shown, currency_code: 'JPY' },
  });
  const body = orderBody(6, {
    currency: 'USD',
    presentment_currency: 'JPY',
    total_price: '100.00',
    subtotal_price: '100.00',
    total_price_set: both('100.00', '15000'),
    total_shipping_price_set: both('0.00', '0'),
    taxes_included: true,
    total_tax: '8.00',
  });
  const refund = refundBody(61, 6, {
    refund_line_items: [],
    transactions: [{ amount: '7500', currency: 'JPY', kind: 'refund', status: 'success' }],
  });
  const [order] = await told(['orders/create', body], ['refunds/create', refund]);
  expect(order).toMatchObject({
    currency: 'USD',
    total: 10_000,
    tax: 800,
    presentment: { currency: 'JPY', total: 15_000 },
    refunded: 5000,
    net: 4600,
    status: 'partly_refunded',
  });
  const [dinar] = await told([
    'orders/create',
    orderBody(7, {
      currency: 'KWD',
      total_price: '12.345',
      subtotal_price: '12.345',
      total_shipping_price_set: null,
      created_at: '2026-06-01T00:00:00Z',
    }),
  ]);
  expect(dinar).toMatchObject({ currency: 'KWD', total: 12_345, net: 12_345 });
  const nameless = refundBody(71, 7, {
    refund_line_items: [{ subtotal: '2.345', total_tax: '0.000' }],
    transactions: [{ amount: '2.345', kind: 'refund', status: 'success' }],
  });
  const [given] = await told(['refunds/create', nameless]);
  expect(given).toMatchObject({ externalId: '7', refunded: 2345, net: 10_000, status: 'partly_refunded' });
});

test('marks and excludes test orders, and accepts orders without buyer, page or codes', async () => {
  const bare = {
    customer: null,
    landing_site: null,
    referring_site: null,
    note_attributes: [],
    discount_codes: [],
    line_items: [],
  };
  const found = await told(
    ['orders/create', orderBody(8, { test: true })],
    ['orders/create', orderBody(9, bare)],
  );
  expect(found.find(({ externalId }) => externalId === '8')).toMatchObject({
    status: 'test',
    counted: false,
    net: 0,
  });
  expect(found.find(({ externalId }) => externalId === '9')).toMatchObject({
    ref: null,
    hasCustomer: false,
    net: 8000,
  });
  expect((await store())?.orderCount).toBe(1);
  expect(await orders({ status: 'test' })).toHaveLength(1);
  expect(await orders({ search: 'mia15' })).toHaveLength(1);
  expect(await orders({ search: 'MIA', storeId })).toHaveLength(1);
  expect(await orders({ search: '#9' })).toHaveLength(1);
  expect(await orders({ search: '%' })).toHaveLength(0);
});

test("strings truncated inside a character don't fail an order", async () => {
  const long = (most: number) => `${'x'.repeat(most - 1)}\u{1f600}!`;
  const words = {
    note_attributes: [{ name: long(200), value: long(2000) }],
    discount_codes: [{ code: long(200), amount: '1.00', type: 'fixed_amount' }],
    landing_site: long(2000),
    line_items: [{ id: 1, title: long(500), sku: null, quantity: 1, price: '10.00', total_discount: '0.00' }],
  };
  const found = await told(['orders/create', orderBody(10, words)]);
  expect(found.find(({ externalId }) => externalId === '10')).toMatchObject({ counted: true });
});

test('ignores events of unknown shops, topics and formats', async () => {
  const [a, b, c, d] = [1, 2, 3, 4].map(() => randomBytes(8).toString('hex')) as [
    string,
    string,
    string,
    string,
  ];
  await told(
    [
      'orders/create',
      orderBody(10),
      { 'x-shopify-shop-domain': 'stranger.myshopify.com', 'x-shopify-event-id': a },
    ],
    ['products/update', { id: 1 }, { 'x-shopify-event-id': b }],
    ['orders/create', '{"id": "x"}', { 'x-shopify-event-id': c }],
    ['orders/create', '{', { 'x-shopify-event-id': d }],
    ['orders/create', orderBody(11)],
  );
  expect(await eventOf(a)).toMatchObject({ state: 'ignored', note: "This shop isn't connected." });
  expect(await eventOf(b)).toMatchObject({ state: 'ignored' });
  for (const id of [c, d])
    expect(await eventOf(id)).toMatchObject({ state: 'failed', note: 'Unknown format.' });
  expect((await orders()).map(({ externalId }) => externalId)).toEqual(['11']);
  await w.t.api.pool.query(`delete from store_event where state = 'failed'`);
  for (const [topic, headers] of [
    ['nothing', {}],
    ['orders/create', { 'x-shopify-shop-domain': 'evil.test' }],
    ['orders/create', { 'x-shopify-event-id': '', 'x-shopify-webhook-id': '' }],
  ] as const)
    expect((await send(topic, '{}', headers)).status).toBe(422);
  expect((await send('orders/create', `{"x":"${'x'.repeat(3_000_000)}"}`)).status).toBe(413);
});

test("an event that fails doesn't block others and is retried", async () => {
  const id = randomBytes(8).toString('hex');
  await w.t.api.pool.query(`alter table store_order add constraint refuses check (external_id <> '111')`);
  await Promise.all([
    send('orders/create', orderBody(110)),
    send('orders/create', orderBody(111), { 'x-shopify-event-id': id }),
    send('orders/create', orderBody(112)),
  ]);
  await expect.poll(async () => (await eventOf(id))?.state, { timeout: 60_000 }).toBe('failed');
  await w.settled();
  expect((await orders()).map(({ externalId }) => externalId).sort()).toEqual(['110', '112']);
  expect(await eventOf(id)).toMatchObject({
    note: expect.stringMatching(/^Failed \(23/),
    due_at: expect.anything(),
  });
  await w.t.api.pool.query('alter table store_order drop constraint refuses');
  await w.t.api.pool.query(`delete from store_event where state = 'failed'`);
});

test("one failing event in a batch doesn't split the whole batch", async () => {
  const { pool, clock, db } = w.t.api;
  await pool.query(`alter table store_order add constraint refuses check (external_id <> '5077')`);
  const ids = Array.from({ length: 100 }, (_, at) => 5000 + at);
  const now = clock.now();
  await insertStoreEvents(
    db,
    ids.map((id) => ({
      key: `many-${id} orders/create ${shop}`,
      shop,
      topic: 'orders/create',
      body: JSON.stringify(orderBody(id)),
      triggeredAt: now.toISOString(),
    })),
    now,
  );
  const begun = vi.spyOn(pool, 'connect');
  await processStoreEvents({ api: w.t.api, platform: w.platform });
  // Plain queries pass no callback.
  const transactions = begun.mock.calls.filter(([callBack]) => callBack === undefined).length;
  begun.mockRestore();
  await pool.query('alter table store_order drop constraint refuses');
  const { rows } = await pool.query(
    `select state, count(*)::int as n from store_event where shop = $1 group by state order by state`,
    [shop],
  );
  expect(rows).toEqual([
    { state: 'failed', n: 1 },
    { state: 'processed', n: 99 },
  ]);
  // 2 for each halving of 100, the first attempt and the final check.
  expect(transactions).toBeLessThanOrEqual(16);
  await pool.query(`delete from store_event where state = 'failed'`);
});

test('an uninstall ends the connection unless the store was reconnected since', async () => {
  const before = { 'x-shopify-triggered-at': new Date(Date.now() - 60_000).toISOString() };
  await told(['app/uninstalled', { id: 1 }, before]);
  expect(await store()).toMatchObject({ status: 'connected' });
  await told(['app/uninstalled', { id: 1 }]);
  expect(await store()).toMatchObject({ status: 'uninstalled' });
  // Later events belong to no brand.
  expect(await told(['orders/create', orderBody(12)])).toEqual([]);
  const { rows } = await w.t.api.pool.query('select access_token, refresh_token from store where id = $1', [
    storeId,
  ]);
  expect(rows).toEqual([{ access_token: null, refresh_token: null }]);
  expect(await w.connect(owner, brandId, shop)).toMatchObject({ id: storeId, status: 'connected' });
});

test('a customer data request emails the owners and is recorded', async () => {
  await told(['orders/create', orderBody(13)], ['orders/create', orderBody(14, { customer: { id: 78 } })]);
  await told([
    'customers/data_request',
    { shop_id: 1, shop_domain: shop, customer: { id: 77, email: 'b@test.dev' }, orders_requested: [] },
  ]);
  const { rows: mails } = await w.t.api.pool.query('select plain from mail where brand_id = $1', [brandId]);
  expect(mails).toHaveLength(1);
  expect(mails[0].plain).toContain('#13: placed 2026-05-01; 85.00 EUR; codes mia15; reference mia');
  expect(mails[0].plain).not.toContain('#14');
  expect(mails[0].plain).not.toContain('b@test.dev');
  const { rows } = await w.t.api.pool.query(
    'select kind, orders from store_privacy_request where brand_id = $1',
    [brandId],
  );
  expect(rows).toEqual([{ kind: 'data_request', orders: 1 }]);
});

test('erases a customer permanently on request and keeps sales by code', async () => {
  await told(['orders/create', orderBody(15)], ['orders/create', orderBody(16, { customer: { id: 78 } })]);
  await told(['customers/redact', { shop_domain: shop, customer: { id: 77 }, orders_to_redact: [] }]);
  // A later event doesn't restore the data.
  const found = await told(['orders/updated', orderBody(15, { updated_at: '2026-06-01T00:00:00Z' })]);
  expect(found.find(({ externalId }) => externalId === '15')).toMatchObject({
    hasCustomer: false,
    landingSite: null,
    attributes: [],
    ref: 'mia',
    net: 8000,
    discounts: [{ code: 'MIA15' }],
  });
  expect(found.find(({ externalId }) => externalId === '16')).toMatchObject({ hasCustomer: true });
  const { rows } = await w.t.api.pool.query(
    'select kind, orders from store_privacy_request where brand_id = $1',
    [brandId],
  );
  expect(rows).toEqual([{ kind: 'customer_redact', orders: 1 }]);
});

test("erasing one customer keeps another customer's failed request", async () => {
  const due = new Date(Date.now() + 3_600_000).toISOString();
  for (const topic of ['customers/redact', 'orders/create'])
    await w.t.api.pool.query(
      `insert into store_event (key, shop, topic, body, triggered_at, received_at, due_at, state)
        values ($1, $2, $3, '{}', now(), now(), $4, 'failed')`,
      [`kept ${topic} ${shop}`, shop, topic, due],
    );
  await told(['customers/redact', { shop_domain: shop, customer: { id: 77 }, orders_to_redact: [] }]);
  const { rows } = await w.t.api.pool.query(
    `select topic, body from store_event where shop = $1 and key like 'kept %' order by topic`,
    [shop],
  );
  expect(rows).toEqual([
    { topic: 'customers/redact', body: '{}' },
    { topic: 'orders/create', body: '' },
  ]);
});

test('deletes a shop that uninstalled even if the uninstall event was missed', async () => {
  await told(['orders/create', orderBody(20)]);
  await w.t.api.pool.query(`update store set status = 'needs_reconnect' where id = $1`, [storeId]);
  expect(await told(['shop/redact', { shop_domain: shop }])).toEqual([]);
  expect(await store()).toBeUndefined();
});

test("deletes an uninstalled shop's data, but not that of a reconnected one", async () => {
  await told(['orders/create', orderBody(17)]);
  await told(['shop/redact', { shop_domain: shop }]);
  expect(await orders()).toHaveLength(1);
  await told(['app/uninstalled', {}], ['shop/redact', { shop_domain: shop }]);
  expect(await orders()).toEqual([]);
  expect(await store()).toBeUndefined();
  const { rows } = await w.t.api.pool.query(
    'select kind, orders, shop from store_privacy_request where brand_id = $1',
    [brandId],
  );
  expect(rows).toEqual([{ kind: 'shop_redact', orders: 1, shop }]);
  const { rows: events } = await w.t.api.pool.query('select topic from store_event where shop = $1', [shop]);
  expect(events).toEqual([{ topic: 'shop/redact' }]);
});

test('sends order webhooks with ids only', async () => {
  await owner.call(createOutgoingWebhook, {
    params: { brandId },
    body: { url: 'https://example.com/hooks', events: ['order.placed', 'order.changed'] },
  });
  const [order] = await told(['orders/create', orderBody(18)], ['refunds/create', refundBody(181, 18)]);
  const { rows } = await w.t.api.pool.query(
    'select type, data from webhook_event where brand_id = $1 order by id',
    [brandId],
  );
  expect(rows.some(({ type, data }) => type === 'order.placed' && data.orderIds.includes(order?.id))).toBe(
    true,
  );
  expect(JSON.stringify(rows)).not.toContain('8500');
});

test('orders are visible only to their brand', async () => {
  await told(['orders/create', orderBody(19)]);
  const otherId = await w.t.brand('Other');
  const other = await w.t.person({ brandId: otherId });
  expect((await other.call(listOrders, { params: { brandId: otherId }, query: { storeId } })).orders).toEqual(
    [],
  );
  expect(SHOP).not.toBe(shop);
});
