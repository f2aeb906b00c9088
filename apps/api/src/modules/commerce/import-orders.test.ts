import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CallError } from '@troupe/contract/client';
import { listOrders } from '@troupe/contract/commerce/order';
import { createOrderImport, getOrderImport, listOrderImports } from '@troupe/contract/commerce/order-import';
import { listStores } from '@troupe/contract/commerce/store';
import type { OrderImport } from '@troupe/domain/commerce/order-import';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { orderBody, type StoreWorld, startStoreWorld } from './stores.fixture.ts';

let w: StoreWorld;
let brandId: string;
let member: TestPerson;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());
beforeEach(async () => {
  brandId = await w.t.brand();
  member = await w.t.person({ brandId });
});

async function take(name: string, content: string | Buffer, query: object = {}) {
  const blob = new Blob([typeof content === 'string' ? content : new Uint8Array(content)]);
  const { orderImport } = await member.upload(createOrderImport, { params: { brandId }, query }, blob, name);
  const params = { brandId, orderImportId: orderImport.id };
  await expect
    .poll(async () => (await member.call(getOrderImport, { params })).orderImport.state, {
      timeout: 60_000,
      interval: 50,
    })
    .toMatch(/done|failed/);
  const found = await member.call(getOrderImport, { params });
  expect(found.orderImport).toMatchObject({ state: 'done', error: null });
  accounted(found.orderImport);
  return found;
}
function accounted({ imported, merged, skipped, rejected, rows }: OrderImport) {
  expect(imported + merged + skipped + rejected).toBe(rows);
}
const counts = ({ rows, imported, merged, skipped, rejected }: OrderImport) => ({
  rows,
  imported,
  merged,
  skipped,
  rejected,
});
const orders = async (query: object = {}) =>
  (await member.call(listOrders, { params: { brandId }, query })).orders;

async function refusal(name: string, content: string, query: object = {}) {
  const failure = await take(name, content, query).catch((error: unknown) => error);
  if (!(failure instanceof CallError)) throw failure;
  return failure;
}

const EXPORT = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Note Attributes,Cancelled at,Refunded Amount,Id,Lineitem discount',
  '#1,a@b.test,paid,2026-05-01 10:00:00 -0400,fulfilled,EUR,80.00,5.00,0.00,85.00,MIA15,15.00,2026-05-01 10:00:00 -0400,1,Tent,95.00,T1,"ref: mia\ngift: yes",,8.50,9001,0.00',
  '#1,,,,,,,,,,,,2026-05-01 10:00:00 -0400,2,Peg,1.00,,,,,,0.00',
  '#2,,paid,,unfulfilled,JPY,1500,0,0,1500,,0,2026-05-02 10:00:00 -0400,1,Map,1500,,,2026-05-03 10:00:00 -0400,0,9002,0',
  '#3,,paid,,,EUR,x,0,0,1,,0,2026-05-02 10:00:00 -0400,1,Map,1,,,,0,9003,0',
  '#4,,paid,,,EUR,1,0,0,1,,0,soon,1,Map,1,,,,0,9004,0',
].join('\n');

test('imports an order export, each multi-row order once, with an outcome for every row', async () => {
  const { orderImport, rows } = await take('orders.csv', EXPORT);
  expect(orderImport.kind).toBe('Shopify orders export');
  expect(counts(orderImport)).toEqual({ rows: 5, imported: 2, merged: 1, skipped: 0, rejected: 2 });
  expect(rows.map(({ row, line, outcome, reason }) => [row, line, outcome, reason])).toEqual([
    [1, 2, 'imported', null],
    [2, 4, 'merged', null],
    [3, 5, 'imported', null],
    [4, 6, 'rejected', 'Invalid amount in “subtotal”: x'],
    [5, 7, 'rejected', 'Invalid date and time in “Created at”'],
  ]);
  const found = await orders();
  expect(found.find(({ name }) => name === '#1')).toMatchObject({
    externalId: '9001',
    source: 'import',
    storeId: null,
    currency: 'EUR',
    total: 8500,
    net: 7200,
    refunded: 850,
    status: 'partly_refunded',
    ref: 'mia',
    discounts: [{ code: 'MIA15', amount: 1500 }],
    lines: [
      { title: 'Tent', quantity: 1 },
      { title: 'Peg', quantity: 2 },
    ],
  });
  expect(found.find(({ name }) => name === '#2')).toMatchObject({ status: 'cancelled', total: 1500, net: 0 });
  expect(JSON.stringify(found)).not.toContain('a@b.test');
});

test("an export without ids requires a store, so shops don't share orders", async () => {
  const named = [
    'Name,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price',
    '#1001,paid,EUR,80.00,5.00,0.00,85.00,2026-05-01 10:00:00 -0400,1,Tent,80.00',
  ].join('\n');
  const alone = await take('orders.csv', named);
  expect(alone.orderImport.kind).toBe('Shopify orders export, with orders identified by name');
  brandId = await w.t.brand();
  member = await w.t.person({ brandId, brandRole: 'owner' });
  const one = await w.connect(member, brandId, 'one-shop.myshopify.com');
  const other = await w.connect(member, brandId, 'other-shop.myshopify.com');
  expect(await refusal('orders.csv', named)).toMatchObject({
    status: 422,
    message: expect.stringContaining('Choose the store'),
  });
  expect(await refusal('orders.csv', named, { storeId: 'none' })).toMatchObject({ status: 422 });
  await take('orders.csv', named, { storeId: one.id });
  await take('orders.csv', named.replace('85.00', '95.00'), { storeId: other.id });
  const found = await orders();
  expect(found.map(({ shop, total }) => [shop, total]).sort()).toEqual([
    ['one-shop.myshopify.com', 8500],
    ['other-shop.myshopify.com', 9500],
  ]);
});

test('assigns orders to a store only if one is chosen, and shows which', async () => {
  member = await w.t.person({ brandId, brandRole: 'owner' });
  const only = await w.connect(member, brandId, 'only-shop.myshopify.com');
  const nameOfOnly = async () => (await member.call(listStores, { params: { brandId } })).stores[0]?.name;
  await expect.poll(nameOfOnly, { timeout: 60_000 }).toBe('Larkmoor Goods');
  expect(await refusal('orders.csv', EXPORT)).toMatchObject({
    status: 422,
    message: 'Choose the store these orders belong to, or “No store”.',
    body: { fields: { storeId: expect.any(String) } },
  });
  expect(await orders()).toEqual([]);
  const apart = await take('apart.csv', EXPORT, { storeId: 'none' });
  expect(apart.orderImport).toMatchObject({ storeId: null, storeName: null });
  expect((await orders()).map(({ storeId }) => storeId)).toEqual([null, null]);
  const own = await take('own.csv', EXPORT.replaceAll(',900', ',910'), { storeId: only.id });
  expect(own.orderImport).toMatchObject({ storeId: only.id, storeName: 'Larkmoor Goods' });
  const { orderImports } = await member.call(listOrderImports, { params: { brandId } });
  expect(orderImports.map(({ fileName, storeName }) => [fileName, storeName])).toEqual([
    ['own.csv', 'Larkmoor Goods'],
    ['apart.csv', null],
  ]);
  expect(await orders({ storeId: only.id })).toHaveLength(2);
});

test('importing a file again adds nothing and explains each row', async () => {
  await take('orders.csv', EXPORT);
  const { orderImport } = await take('orders.csv', EXPORT);
  expect(counts(orderImport)).toEqual({ rows: 5, imported: 0, merged: 0, skipped: 3, rejected: 2 });
  expect(await orders()).toHaveLength(2);
  const { orderImports } = await member.call(listOrderImports, { params: { brandId } });
  expect(orderImports).toHaveLength(2);
});

test('rerunning the job of a completed import changes nothing', async () => {
  const { orderImport } = await take('orders.csv', EXPORT);
  await w.t.api.jobs.send('order-import', { importId: orderImport.id });
  const next = await take('next.csv', EXPORT);
  expect(next.orderImport.state).toBe('done');
  const params = { brandId, orderImportId: orderImport.id };
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await member.call(getOrderImport, { params })).orderImport).toEqual(orderImport);
});

test("a later export increases refunds, an older one doesn't reduce them", async () => {
  await take('orders.csv', EXPORT);
  const { rows } = await take('later.csv', EXPORT.replace(',8.50,9001', ',17.00,9001'));
  expect(rows.slice(0, 3).map(({ outcome }) => outcome)).toEqual(['merged', 'merged', 'skipped']);
  const found = async () => (await orders()).find(({ name }) => name === '#1');
  expect(await found()).toMatchObject({ refunded: 1700, net: 6400 });
  await take('orders.csv', EXPORT);
  expect(await found()).toMatchObject({ refunded: 1700, net: 6400 });
});

test("store data replaces an imported order, and exact refunds replace the export's total", async () => {
  await take('orders.csv', EXPORT);
  const owner = await w.t.person({ brandId, brandRole: 'owner' });
  const store = await w.connect(owner, brandId, 'imported.myshopify.com');
  const refunds = [
    {
      id: 71,
      refund_line_items: [],
      order_adjustments: [],
      transactions: [{ amount: '17.00', currency: 'EUR', kind: 'refund', status: 'success' }],
    },
  ];
  const body = orderBody(9001, { name: '#1', refunds, updated_at: '2026-06-01T00:00:00Z' });
  await w.webhook('orders/updated', body, { 'x-shopify-shop-domain': 'imported.myshopify.com' });
  await w.settled();
  const found = await orders({ search: '9001' });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ storeId: store.id, source: 'store', refunded: 1700, net: 6400 });
  // The export is older than the store's data.
  const { orderImport } = await take('orders.csv', EXPORT, { storeId: 'none' });
  expect(orderImport.skipped).toBe(3);
  expect((await orders({ search: '9001' }))[0]).toMatchObject({ refunded: 1700 });
});

test('imports webhook and API bodies as JSON and JSON Lines', async () => {
  const list = { orders: [orderBody(1), orderBody(2), orderBody(1), { id: 'x' }] };
  expect(counts((await take('orders.json', JSON.stringify(list))).orderImport)).toEqual({
    rows: 4,
    imported: 2,
    merged: 0,
    skipped: 1,
    rejected: 1,
  });
  const refund = {
    id: 5,
    order_id: 1,
    refund_line_items: [],
    transactions: [{ amount: '8.50', currency: 'EUR', kind: 'refund', status: 'success' }],
  };
  const lines = [JSON.stringify(refund), JSON.stringify({ ...refund, id: 6, order_id: 99 })].join('\n');
  const { rows } = await take('refunds.jsonl', lines);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['merged', 'rejected']);
  expect((await orders({ search: '#1' }))[0]).toMatchObject({ refunded: 850, net: 7200 });
});

test("erases a customer's data in orders from files without a store too", async () => {
  await take('order.json', JSON.stringify(orderBody(1)));
  expect((await orders())[0]).toMatchObject({ storeId: null, hasCustomer: true });
  const owner = await w.t.person({ brandId, brandRole: 'owner' });
  await w.connect(owner, brandId, 'forgetful.myshopify.com');
  const asked = { shop_domain: 'forgetful.myshopify.com', customer: { id: 77 }, orders_to_redact: [] };
  await w.webhook('customers/redact', asked, { 'x-shopify-shop-domain': 'forgetful.myshopify.com' });
  await w.settled();
  expect((await orders())[0]).toMatchObject({ hasCustomer: false, attributes: [], landingSite: null });
  // Importing an older file doesn't restore it.
  const later = JSON.stringify(orderBody(1, { updated_at: '2026-07-01T00:00:00Z' }));
  await take('order.json', later, { storeId: 'none' });
  expect((await orders())[0]).toMatchObject({ hasCustomer: false, attributes: [], landingSite: null });
});

test('rejects files without orders and explains what to upload', async () => {
  for (const [name, content] of [
    ['a.csv', 'one,two\n1,2'],
    ['a.json', '{"orders": ['],
    ['a.csv', ''],
    ['a.csv', EXPORT.split('\n')[0] ?? ''],
    ['a.png', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000'],
  ] as const)
    expect(await refusal(name, content), content).toMatchObject({ status: 422, code: 'unreadable_file' });
  const sales = 'tracking_id,source,transaction_date,orders,revenue\n1,influencer,2026-05-01,1,12.50';
  expect(await refusal('a.csv', sales)).toMatchObject({
    status: 422,
    body: { fields: { currency: 'Choose a currency' } },
  });
  expect(await refusal('a.csv', EXPORT, { storeId: brandId })).toMatchObject({ status: 404 });
});

test('skips draft orders in JSON and tables', async () => {
  const draft = {
    id: 9101,
    name: '#D1',
    total_price: '90.00',
    currency: 'EUR',
    status: 'open',
    invoice_sent_at: null,
  };
  for (const document of [{ draft_orders: [draft] }, { draft_order: draft }, draft]) {
    const { orderImport, rows } = await take('drafts.json', JSON.stringify(document));
    expect(counts(orderImport)).toEqual({ rows: 1, imported: 0, merged: 0, skipped: 1, rejected: 0 });
    expect(rows).toMatchObject([{ reason: 'A draft order, not a sale' }]);
  }
  const table =
    'id,name,status,invoice_sent_at,currency,total_price,subtotal_price,created_at,financial_status';
  await take('drafts.csv', `${table}\n9101,#D1,open,,EUR,90,90,2026-05-01T10:00:00Z,`);
  expect(await orders()).toEqual([]);
});

test('imports a GraphQL order table, and names a missing column', async () => {
  const header =
    'id,name,created_at,display_financial_status,currency_code,total_price_set_shop_amount,subtotal_price_set_shop_amount,total_tax_set_shop_amount';
  await take(
    'orders.csv',
    `${header}\ngid://shopify/Order/9201,#1,2026-05-01T10:00:00Z,PAID,EUR,85.00,80.00,5.00`,
  );
  expect(await orders()).toMatchObject([
    { externalId: '9201', name: '#1', total: 8500, subtotal: 8000, tax: 500, financialStatus: 'paid' },
  ]);
  const failure = await refusal(
    'orders.csv',
    'id,name,created_at,currency,total_price\n1,#1,2026-05-01,EUR,8',
  );
  expect(failure.message).toBe(
    'This looks like an orders table, but these columns are missing: subtotal_price, financial_status.',
  );
});

const AMOUNTS =
  'Id;Name;Financial Status;Currency;Subtotal;Shipping;Taxes;Total;Created at;Lineitem name;Lineitem price;Outstanding Balance';
const amountRow = (id: number, total: string, outstanding = '0') =>
  `${id};#${id};paid;EUR;${total};0;0;${total};2026-05-01 10:00:00 +0000;Tent;${total};${outstanding}`;

test('reads amounts with decimal commas by column', async () => {
  await take('orders.csv', [AMOUNTS, amountRow(9301, '17.758,28'), amountRow(9302, '1.234')].join('\n'));
  const totals = (await orders()).map(({ name, total }) => [name, total]);
  expect(totals.sort()).toEqual([
    ['#9301', 1775828],
    ['#9302', 123400],
  ]);
});

test('rejects an ambiguous amount with a question', async () => {
  const { rows } = await take('orders.csv', [AMOUNTS, amountRow(9401, '1.234')].join('\n'));
  expect(rows).toMatchObject([
    { outcome: 'rejected', reason: expect.stringContaining('thousands or decimals?') },
  ]);
  expect(await orders()).toEqual([]);
});

test('a paid order with its full total outstanding is pending', async () => {
  await take(
    'orders.csv',
    [AMOUNTS, amountRow(9501, '12,50', '12,50'), amountRow(9502, '12,50', '0,01')].join('\n'),
  );
  const statuses = (await orders()).map(({ name, financialStatus }) => [name, financialStatus]);
  expect(statuses.sort()).toEqual([
    ['#9501', 'pending'],
    ['#9502', 'paid'],
  ]);
});

test('a paid JSON order with its full total outstanding is pending and counts until cancelled', async () => {
  const order = (id: number, more: object) => ({ ...orderBody(id), financial_status: 'paid', ...more });
  const { total_price } = orderBody(1);
  await take(
    'orders.json',
    JSON.stringify([
      order(9601, { total_outstanding: total_price }),
      order(9602, { total_outstanding: '0.01' }),
      order(9603, { total_outstanding: '' }),
      order(9604, { total_outstanding: total_price, cancelled_at: '2026-06-01T00:00:00Z' }),
    ]),
  );
  const found = (await orders()).map(({ externalId, financialStatus, counted, net }) => [
    ...[externalId, financialStatus, counted, net > 0],
  ]);
  expect(found.sort()).toEqual([
    ['9601', 'pending', true, true],
    ['9602', 'paid', true, true],
    ['9603', 'paid', true, true],
    ['9604', 'pending', false, false],
  ]);
});

test('hostile cells do no harm', async () => {
  const cell = `"'; drop table store_order; --\u202e<script>"`;
  const [head = ''] = EXPORT.split('\n');
  const file = `${head}\n${cell},,paid,,,EUR,1,0,0,1,${cell},0,2026-05-02 10:00:00 -0400,1,${cell},1,,"${'x: y\n'.repeat(500)}",,0,77,0\n,,,,,,,,,,,,,,,,,,,,,`;
  const { orderImport } = await take('x.csv', file);
  expect(counts(orderImport)).toMatchObject({ imported: 1, rejected: 1 });
});

const shared = resolve(
  process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared'),
  'data/orders',
);
const present = existsSync(shared);
const real = (name: string) => readFileSync(join(shared, name));

describe('files from third parties', () => {
  if (!present) {
    test('are missing, so only our own samples are imported', () => {
      console.warn(`No files at ${shared}.`);
      expect(present).toBe(false);
    });
    return;
  }

  test("imports a real shop's export: 40 rows, 19 orders", async () => {
    const { orderImport } = await take('shopify_orders_export.csv', real('shopify_orders_export.csv'));
    expect(counts(orderImport)).toEqual({ rows: 40, imported: 19, merged: 21, skipped: 0, rejected: 0 });
    const found = await orders({ search: '#1001' });
    expect(found[0]).toMatchObject({
      externalId: '6634244374859',
      currency: 'EUR',
      total: 165_995,
      net: 165_995,
    });
  });

  test('imports warehouse tables, orders first, with an outcome for every row', async () => {
    const first = await take('order.csv', real('shopify_tables/order.csv'));
    expect(first.orderImport).toMatchObject({ kind: 'Shopify table of orders', rows: 8, imported: 8 });
    const names = readdirSync(join(shared, 'shopify_tables')).filter((name) => name !== 'order.csv');
    const summed = { rows: 0, imported: 0, merged: 0, skipped: 0, rejected: 0 };
    for (const name of names) {
      const { orderImport, rows } = await take(name, real(`shopify_tables/${name}`));
      for (const key of Object.keys(summed) as (keyof typeof summed)[]) summed[key] += orderImport[key];
      for (const row of rows) if (row.outcome !== 'merged') expect(row.reason, name).toBeTruthy();
    }
    expect(names).toHaveLength(16);
    expect(summed.imported).toBe(0);
    expect(summed.merged).toBeGreaterThanOrEqual(3 + 3);
    const [order] = await orders({ search: 'giftcard' });
    expect(order).toMatchObject({
      externalId: '2674098602081',
      currency: 'GBP',
      total: 280,
      lines: [{ quantity: 2, price: 280 }],
    });
  });

  test("imports an API client's test bodies: one order, lists and other objects", async () => {
    const outcomes: Record<string, unknown> = {};
    for (const name of readdirSync(join(shared, 'shopify_json'))) {
      const content = real(`shopify_json/${name}`);
      outcomes[name] = await take(name, content).then(
        ({ rows }) => rows.map(({ outcome }) => outcome),
        (error: CallError) => error.code,
      );
    }
    expect(outcomes).toEqual({
      'discount_code.json': ['skipped'],
      'order.json': ['imported'],
      'orderlineitems_properties_empty_object.json': ['rejected'],
      'orderlineitems_properties_invalid0.json': 'unreadable_file',
      'orderlineitems_properties_object.json': ['rejected'],
      'orderlineitems_properties_ommited.json': ['rejected'],
      'orderlineitems_valid.json': ['rejected'],
      'orders.json': ['skipped'],
      'price_rule_get.json': ['skipped'],
      'price_rule_list.json': ['skipped'],
      'transactions.json': ['skipped'],
      'webhook.json': ['skipped'],
      'webhooks.json': ['skipped'],
    });
    const [order] = await orders();
    expect(order).toMatchObject({ name: '#9999', status: 'test', total: 1000, net: 0 });
  });

  test('imports 3,334 influencer conversions as orders, but not tables of people', async () => {
    const { orderImport } = await take('tracking_data_a.csv', real('affiliate/tracking_data_a.csv'), {
      currency: 'INR',
    });
    expect(orderImport).toMatchObject({ kind: 'Conversions by influencer', rows: 3334 });
    expect(orderImport.imported + orderImport.skipped).toBe(3334);
    const found = await orders({ search: 'tracking:2' });
    expect(found[0]).toMatchObject({
      ref: '42',
      currency: 'INR',
      total: 420_049,
      lines: [{ title: 'MuscleBlaze Whey' }],
    });
    for (const name of ['influencers.csv', 'payouts.csv', 'posts.csv'])
      expect(await refusal(name, real(`affiliate/${name}`).toString())).toMatchObject({
        code: 'unreadable_file',
      });
  });
});
