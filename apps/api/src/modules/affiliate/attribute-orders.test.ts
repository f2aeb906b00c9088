import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  balanceOf,
  changeAffiliate,
  changeProgram,
  daysAgo,
  ledgerOf,
  rulesWith,
  sendStore,
  storeOrder,
  storeRefund,
} from './books.fixture.ts';

let w: StoreWorld;
let world: BooksWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());
beforeEach(async () => {
  world = await aBooksWorld(w);
});

const withCode = (...codes: string[]) => ({
  discount_codes: codes.map((code) => ({ code, amount: '0.00', type: 'percentage' })),
});
/** What orders earned, by name. */
const sums = async () => {
  const { rows } = await w.t.api.pool.query(
    'select order_name as name, sum(amount)::int as sum from commission where brand_id = $1 group by 1',
    [world.brandId],
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
};
const short = async () => (await ledgerOf(world)).map(({ kind, amount }) => `${kind} ${amount}`);
const revisions = async (order: number) => {
  const { rows } = await w.t.api.pool.query(
    `select a.revision, a.rule, a.shares, a.evidence, a."returning", a.program_version as version from attribution a
     join store_order o on o.id = a.order_id where a.brand_id = $1 and o.external_id = $2 order by a.revision`,
    [world.brandId, String(order)],
  );
  return rows;
};

test('an order with a creator’s code earns by the accepted rate, and a returned line takes its part back', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  await sendStore(world, ['orders/create', storeOrder(1, withCode('ｍａｒａ10 '))]);
  expect(await ledgerOf(world)).toEqual([{ affiliateId: mara.id, kind: 'earn', amount: 900 }]);
  expect(await revisions(1)).toMatchObject([
    {
      revision: 1,
      rule: 'code',
      shares: [{ affiliateId: mara.id, bp: 10_000 }],
      returning: false,
      version: 1,
    },
  ]);
  await sendStore(world, ['refunds/create', storeRefund(1, 2)]);
  expect(await short()).toEqual(['earn 900', 'refund -300']);
  const { rows } = await w.t.api.pool.query(
    'select matures_at as matures, lines from commission where brand_id = $1 order by number',
    [world.brandId],
  );
  // A day old, and held for 30: returns before then are deducted.
  const [earned, returned] = rows.map(({ matures }) => Date.parse(matures));
  expect(earned).toBeGreaterThan(Date.now() + 28 * 86_400_000);
  expect(returned).toBe(earned);
  expect(rows[1].lines.map((line: { amount: number }) => line.amount)).toEqual([600, 0]);
});

test('a return is deducted when the commission counts, also where that is held from fulfillment', async () => {
  const mara = await anAffiliate(world, { terms: { earnWhen: 'fulfilled' } });
  await aCode(world, mara.id, 'MARA10');
  const placed = { ...withCode('MARA10'), created_at: daysAgo(20), updated_at: daysAgo(20) };
  const shipped = daysAgo(1);
  await sendStore(world, ['orders/create', storeOrder(1, placed)]);
  expect(await short()).toEqual([]);
  await sendStore(world, [
    'orders/updated',
    storeOrder(1, { ...placed, fulfillment_status: 'fulfilled', updated_at: shipped }),
  ]);
  await sendStore(world, ['refunds/create', storeRefund(1, 2)]);
  expect(await short()).toEqual(['earn 900', 'refund -300']);
  const { rows } = await w.t.api.pool.query(
    'select matures_at as matures from commission where brand_id = $1',
    [world.brandId],
  );
  const due = Date.parse(shipped) + 30 * 86_400_000;
  expect(rows.map(({ matures }) => Date.parse(matures))).toEqual([due, due]);
});

test('events in any order, twice or reversed, end in the same sum', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  const at = (hours: number) => new Date(Date.now() - 86_400_000 + hours * 3_600_000).toISOString();
  // Placed, edited (a line more), the lamp returned, and 5.00 of shipping.
  const edited = {
    ...withCode('MARA10'),
    updated_at: at(1),
    total_price: '115.00',
    subtotal_price: '110.00',
    line_items: [
      ...storeOrder(1).line_items,
      {
        id: 13,
        title: 'Rope',
        sku: 'R1',
        product_id: 3,
        quantity: 1,
        price: '20.00',
        total_discount: '0.00',
      },
    ],
  };
  const shipping = {
    id: 900,
    refund_line_items: [],
    order_adjustments: [{ id: 1, kind: 'shipping_refund', amount: '-5.00', tax_amount: '0.00' }],
    transactions: [{ id: 900, kind: 'refund', status: 'success', amount: '5.00', currency: 'EUR' }],
  };
  const events = (id: number): [string, unknown][] => [
    ['orders/create', storeOrder(id, withCode('MARA10'))],
    [
      'orders/updated',
      storeOrder(id, {
        ...edited,
        line_items: edited.line_items.map((line, index) => ({ ...line, id: id * 10 + index + 1 })),
      }),
    ],
    ['refunds/create', storeRefund(id, 2)],
    ['refunds/create', storeRefund(id, 2, { ...shipping, id: id * 100 + 9 })],
  ];
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 0, 3, 1, 2],
    [1, 3, 2, 0, 1],
  ];
  for (const [index, order] of orders.entries())
    for (const step of order) await sendStore(world, events(index + 1)[step] as [string, unknown]);
  // 10% of 110.00 less 30.00.
  expect(await sums()).toEqual({ '#1': 800, '#2': 800, '#3': 800, '#4': 800 });
  await sendStore(world, [
    'orders/cancelled',
    storeOrder(1, { ...edited, updated_at: at(3), cancelled_at: at(3) }),
  ]);
  expect((await short()).at(-1)).toBe('cancel -800');
  expect(await balanceOf(world, mara.id)).toBe(2400);
});

test('a code beats a link of another creator, and each touch has its reason', async () => {
  const [mara, ben] = [await anAffiliate(world), await anAffiliate(world)];
  await aCode(world, mara.id, 'MARA10');
  const link = await aBookLink(world, ben.id);
  await sendStore(world, [
    'orders/create',
    storeOrder(1, {
      ...withCode('WELCOME', 'MARA10'),
      landing_site: `/discount/X?redirect=${encodeURIComponent(`/?ref=${link.slug}`)}`,
    }),
  ]);
  const [first] = await revisions(1);
  expect(first.evidence.map((one: { verdict: string }) => one.verdict).sort()).toEqual([
    'lost-to-code',
    'unknown',
    'won',
  ]);
  expect([await balanceOf(world, mara.id), await balanceOf(world, ben.id)]).toEqual([900, 0]);
});

test('the program and the terms of when an order was placed decide, not those of today', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  await changeProgram(world, { version: 2, rules: rulesWith({}, { witnesses: ['click'] }), at: daysAgo(10) });
  await changeAffiliate(world, {
    id: mara.id,
    version: 2,
    terms: { ...mara.terms, rateBp: 2000 },
    at: daysAgo(20),
  });
  await changeAffiliate(world, {
    id: mara.id,
    version: 3,
    terms: mara.terms,
    state: 'paused',
    at: daysAgo(15),
  });
  const placed = (days: number, id: number) =>
    [
      'orders/create',
      storeOrder(id, { ...withCode('MARA10'), created_at: daysAgo(days), updated_at: daysAgo(days) }),
    ] as [string, unknown];
  await sendStore(world, placed(30, 1), placed(18, 2), placed(12, 3), placed(5, 4), placed(100, 5));
  expect(await short()).toEqual(['earn 900', 'earn 1800']);
  const reasons = async (id: number) =>
    (await revisions(id)).map(({ rule, evidence }) => [rule, evidence[0]?.verdict]);
  expect(await reasons(3)).toEqual([['none', 'not-active']]);
  expect(await reasons(4)).toEqual([['none', 'not-asked']]);
  expect(await reasons(5)).toEqual([['no-program', undefined]]);
});

test('when a first order is cancelled, the next one of the buyer counts as the first', async () => {
  const mara = await anAffiliate(world, { terms: { newBuyersOnly: true } });
  await aCode(world, mara.id, 'MARA10');
  const by = (id: number, hours: number, more: object = {}) =>
    storeOrder(id, {
      ...withCode('MARA10'),
      customer: { id: 7 },
      created_at: daysAgo(3 - hours / 24),
      updated_at: daysAgo(3 - hours / 24),
      ...more,
    });
  for (const n of [3, 2, 1]) await sendStore(world, ['orders/create', by(n, n)]);
  // Arrived last, placed first.
  expect(await balanceOf(world, mara.id)).toBe(900);
  expect((await revisions(3)).map(({ returning }) => returning)).toEqual([false, true]);
  await sendStore(world, [
    'orders/cancelled',
    by(1, 1, { cancelled_at: daysAgo(1), updated_at: daysAgo(1) }),
  ]);
  expect(await sums()).toEqual({ '#1': 0, '#2': 900, '#3': 0 });
});

test('a monthly cap goes to orders in the order they were placed, and a refund frees it for later ones', async () => {
  const at = new Date();
  // Two days into a month that has passed, far from both its ends.
  const day = (n: number) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, n, 12)).toISOString();
  const mara = await anAffiliate(world, { terms: { capPerMonth: { EUR: 1500 } } });
  await aCode(world, mara.id, 'MARA10');
  const placed = (id: number, n: number) =>
    storeOrder(id, { ...withCode('MARA10'), created_at: day(n), updated_at: day(n) });
  await sendStore(
    world,
    ['orders/create', placed(2, 12)],
    ['orders/create', placed(3, 13)],
    ['orders/create', placed(1, 11)],
  );
  // Commission on #3 may have been booked and reversed before #1 arrived.
  expect(Object.assign({ '#3': 0 }, await sums())).toEqual({ '#1': 900, '#2': 600, '#3': 0 });
  await sendStore(world, ['refunds/create', storeRefund(1, 1)]);
  expect(await sums()).toEqual({ '#1': 300, '#2': 900, '#3': 300 });
  expect(await balanceOf(world, mara.id)).toBe(1500);
});

test('codes that change hands follow the owner at the time of the order', async () => {
  const [mara, ben] = [await anAffiliate(world), await anAffiliate(world)];
  await aCode(world, mara.id, 'SUN', { until: daysAgo(20) });
  await aCode(world, ben.id, 'SUN', { from: daysAgo(10) });
  const placed = (id: number, days: number) =>
    [
      'orders/create',
      storeOrder(id, { ...withCode('sun'), created_at: daysAgo(days), updated_at: daysAgo(days) }),
    ] as [string, unknown];
  await sendStore(world, placed(1, 25), placed(2, 15), placed(3, 5));
  expect([await balanceOf(world, mara.id), await balanceOf(world, ben.id)]).toEqual([900, 900]);
  expect((await revisions(2))[0].evidence).toMatchObject([{ verdict: 'not-owned' }]);
});

test("erasing a buyer's data empties references, and the books stay as they are", async () => {
  const mara = await anAffiliate(world, { terms: { rateBp: 1000, repeatRateBp: 500 } });
  const link = await aBookLink(world, mara.id);
  const by = (id: number, days: number, more: object = {}) =>
    storeOrder(id, {
      customer: { id: 7 },
      created_at: daysAgo(days),
      updated_at: daysAgo(days),
      landing_site: `/?ref=${link.slug}`,
      ...more,
    });
  await sendStore(world, ['orders/create', by(1, 3)], ['orders/create', by(2, 2)]);
  expect(await sums()).toEqual({ '#1': 900, '#2': 450 });
  await sendStore(world, ['customers/redact', { customer: { id: 7 }, orders_to_redact: [1, 2] }]);
  const { rows } = await w.t.api.pool.query('select value, affiliate_id from touch where brand_id = $1', [
    world.brandId,
  ]);
  expect(rows).toEqual([
    { value: '', affiliate_id: mara.id },
    { value: '', affiliate_id: mara.id },
  ]);
  // A later change of the order neither restores erased data nor decides again.
  await sendStore(world, ['orders/updated', by(2, 2, { updated_at: daysAgo(1) })]);
  expect(await sums()).toEqual({ '#1': 900, '#2': 450 });
});
