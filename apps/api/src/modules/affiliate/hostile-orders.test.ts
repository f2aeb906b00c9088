import { decideAttribution } from '@troupe/contract/affiliate/attribution';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  balanceOf,
  ledgerOf,
  sendStore,
  storeOrder,
  storeRefund,
} from './books.fixture.ts';
import { hit } from './clicks.fixture.ts';

let w: StoreWorld;
let world: BooksWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());
beforeEach(async () => {
  world = await aBooksWorld(w);
});

const withCode = (code: string) => ({ discount_codes: [{ code, amount: '0.00', type: 'percentage' }] });
/** Sends an event of the store; returns how its processing ended. */
async function send(topic: string, body: unknown): Promise<string> {
  const { status } = await w.webhook(topic, body, { 'x-shopify-shop-domain': world.shop });
  if (status !== 200) return `refused ${status}`;
  await w.settled();
  const { rows } = await w.t.api.pool.query<{ state: string }>(
    'select state from store_event where shop = $1 order by received_at desc limit 1',
    [world.shop],
  );
  return rows[0]?.state ?? 'none';
}
const earned = async () => {
  const { rows } = await w.t.api.pool.query<{ name: string; sum: number }>(
    'select order_name as name, sum(amount)::bigint as sum from commission where brand_id = $1 group by 1 order by 1',
    [world.brandId],
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
};

test("a code counts however it is typed, and look-alikes don't count", async () => {
  const mila = await anAffiliate(world);
  await aCode(world, mila.id, 'MILA10');
  const same = ['mila10', ' Mila10 ', 'ＭＩＬＡ１０', 'MI\u200bLA10', '\u202eMILA10\u202c', 'MI LA\u00a010'];
  // Dotless and dotted i of Turkish, Cyrillic М, digit one, and an O.
  const others = ['MıLA10', 'MİLA10', 'МILA10', 'M1LA10', 'MILA1O', "MILA10' or '1'='1", 'x'.repeat(255)];
  for (const [index, code] of [...same, ...others].entries())
    await sendStore(world, ['orders/create', storeOrder(index + 1, withCode(code))]);
  // 10% of 90.00 for each of the six.
  expect(await earned()).toEqual(Object.fromEntries(same.map((_, index) => [`#${index + 1}`, 900])));
});

test('negative, enormous and unreadable amounts earn nothing wrong and hold nothing up', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  const line = (id: number, price: string, more: object = {}) => ({
    id,
    title: 'Tent',
    sku: 'T1',
    product_id: 1,
    quantity: 1,
    price,
    total_discount: '0.00',
    ...more,
  });
  const order = (id: number, total: string, lines: object[], more: object = {}) =>
    storeOrder(id, {
      ...withCode('MARA10'),
      total_price: total,
      subtotal_price: total,
      line_items: lines,
      ...more,
    });
  // A line below zero earns nothing, and the order no more than what was paid for it.
  expect(await send('orders/create', order(1, '40.00', [line(11, '60.00'), line(12, '-20.00')]))).toBe(
    'processed',
  );
  expect(await send('orders/create', order(2, '-40.00', [line(21, '-40.00')]))).toBe('processed');
  // The largest amount that is exact in cents: 10% of 90,000,000,000,000.00.
  expect(await send('orders/create', order(3, '90000000000000.00', [line(31, '90000000000000.00')]))).toBe(
    'processed',
  );
  // More than that is refused, and nothing of it is stored.
  for (const [index, total] of ['1000000000000000.00', '99999999999999999999.99', '1e30', 'NaN'].entries())
    expect(await send('orders/create', order(4 + index, total, [line(41, total)]))).not.toBe('processed');
  expect(await send('orders/create', order(8, '10.00', [line(81, '10.00', { quantity: -5 })]))).toMatch(
    /processed|failed/,
  );
  // An unknown currency is kept apart.
  expect(await send('orders/create', order(9, '50.00', [line(91, '50.00')], { currency: 'XXX' }))).toBe(
    'processed',
  );
  const many = Array.from({ length: 10_000 }, (_, n) => line(100_000 + n, '0.01'));
  expect(await send('orders/create', order(10, '100.00', many))).toMatch(/processed|refused/);
  // Refunds of more than was paid, and below zero.
  expect(await send('orders/create', order(11, '60.00', [line(111, '60.00')]))).toBe('processed');
  const refund = (id: number, amount: string) => ({
    ...storeRefund(11, 1),
    id,
    refund_line_items: [{ id, line_item_id: 111, quantity: 1, subtotal: amount, total_tax: '0.00' }],
    transactions: [{ id, kind: 'refund', status: 'success', amount, currency: 'EUR' }],
  });
  await send('refunds/create', refund(1, '9000000000.00'));
  await send('refunds/create', refund(2, '-60.00'));
  expect(await send('orders/create', order(12, '60.00', [line(121, '60.00')]))).toBe('processed');

  const sums = await earned();
  expect(sums).toMatchObject({ '#1': 400, '#3': 900_000_000_000_000, '#9': 500, '#12': 600 });
  expect(sums['#2'] ?? 0).toBe(0);
  expect(sums['#11']).toBe(0);
  for (const id of [4, 5, 6, 7]) expect(sums).not.toHaveProperty(`#${id}`);
  for (const sum of Object.values(sums)) expect(sum).toBeGreaterThanOrEqual(0);
  const currencies = await w.t.api.pool.query(
    'select distinct currency from commission where brand_id = $1 order by 1',
    [world.brandId],
  );
  expect(currencies.rows).toEqual([{ currency: 'EUR' }, { currency: 'XXX' }]);
});

test('a click up to five minutes after its order counts, for clocks differ; a later one does not', async () => {
  const mara = await anAffiliate(world);
  const link = await aBookLink(world, mara.id);
  const click = async () => {
    await expect
      .poll(async () => (await hit(w.t.url, `/r/${link.slug}`, { method: 'HEAD' })).status)
      .toBe(302);
    const { headers } = await hit(w.t.url, `/r/${link.slug}`);
    const id = new URL(String(headers.location)).searchParams.get('tr');
    await expect
      .poll(
        async () => (await w.t.api.pool.query('select from affiliate_click where id = $1', [id])).rowCount,
      )
      .toBe(1);
    return id;
  };
  const placed = (id: number, minutesAgo: number, clickId: string | null) => {
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    return storeOrder(id, {
      created_at: at,
      updated_at: at,
      note_attributes: [{ name: 'tr', value: clickId }],
    });
  };
  await sendStore(
    world,
    ['orders/create', placed(1, 4, await click())],
    ['orders/create', placed(2, 6, await click())],
  );
  expect(await earned()).toEqual({ '#1': 900 });
});

test('a forged event changes nothing, and a guessed click id credits no one', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  await sendStore(world, ['orders/create', storeOrder(1, withCode('MARA10'))]);
  const before = await ledgerOf(world);
  const forged = { 'x-shopify-shop-domain': world.shop, 'x-shopify-hmac-sha256': `${'A'.repeat(43)}=` };
  for (const [topic, body] of [
    ['refunds/create', storeRefund(1, 1)],
    ['orders/create', storeOrder(2, withCode('MARA10'))],
    ['orders/cancelled', storeOrder(1, { cancelled_at: new Date().toISOString() })],
  ] as const)
    expect((await w.webhook(topic, body, forged)).status).toBe(401);
  await w.settled();
  const guessed = [
    { name: 'tr', value: crypto.randomUUID() },
    { name: 'tr', value: "'; drop table touch; --" },
  ];
  await sendStore(world, ['orders/create', storeOrder(3, { note_attributes: guessed })]);
  expect(await ledgerOf(world)).toEqual(before);
  expect(await balanceOf(world, mara.id)).toBe(900);
});

test("a decision can't credit a creator twice, one of another brand, or more than the whole order", async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  await sendStore(world, ['orders/create', storeOrder(1, withCode('MARA10'))]);
  const foreign = await anAffiliate(await aBooksWorld(w));
  const { rows } = await w.t.api.pool.query<{ id: string }>(
    'select id from store_order where brand_id = $1',
    [world.brandId],
  );
  const decide = (shares: { affiliateId: string; bp: number }[]) =>
    world.owner.call(decideAttribution, {
      params: { brandId: world.brandId, orderId: rows[0]?.id ?? '' },
      body: { shares, reason: 'Test', revision: 1 },
    });
  const one = (affiliateId: string, bp: number) => ({ affiliateId, bp });
  for (const shares of [
    [one(mara.id, 5000), one(mara.id, 5000)],
    [one(mara.id, 10_000), one(foreign.id, 10_000)],
    [one(mara.id, 10_001)],
    [one(mara.id, -10_000)],
  ])
    await expect(decide(shares)).rejects.toMatchObject({ status: 422 });
  await expect(decide([one(foreign.id, 10_000)])).rejects.toMatchObject({
    status: expect.toSatisfy((status: number) => status === 404 || status === 422),
  });
  expect(await balanceOf(world, mara.id)).toBe(900);
});

test('takes headers that browsers send, refuses longer ones, and keeps answering', async () => {
  const mara = await anAffiliate(world);
  const link = await aBookLink(world, mara.id);
  const open = (headers: Record<string, string>) => hit(w.t.url, `/r/${link.slug}`, { headers });
  await expect.poll(async () => (await open({})).status).toBe(302);
  expect(
    (await open({ 'user-agent': 'x'.repeat(8000), referer: `https://a.example/${'y'.repeat(4000)}` })).status,
  ).toBe(302);
  for (const headers of [{ 'user-agent': 'x'.repeat(100_000) }, { referer: 'y'.repeat(100_000) }] as Record<
    string,
    string
  >[])
    expect((await open(headers)).status).toBe(431);
  expect((await open({})).status).toBe(302);
});
