import { getAffiliateAnalytics, getCreatorAnalytics } from '@troupe/contract/affiliate/affiliate-analytics';
import { listAffiliateOrders } from '@troupe/contract/affiliate/attribution';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StoreWorld, startStoreWorld } from '../../commerce/stores.fixture.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  rulesWith,
  sendStore,
  storeOrder,
  storeRefund,
} from '../books.fixture.ts';
import { readCreatorSales, readEvidence, readSales, readSalesClicks } from './sales.queries.ts';
import {
  compareTotals,
  countStaleSales,
  readClickTotals,
  readCreatorTotals,
  readEvidenceTotals,
  readSalesTotals,
} from './sales-total.queries.ts';

let w: StoreWorld;
let world: BooksWorld;
beforeAll(async () => {
  w = await startStoreWorld();
  world = await aBooksWorld(w, rulesWith({}, { codeTie: 'split' }, { zone: 'Asia/Kathmandu' }));
});
afterAll(() => w.stop());

const DAY = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const withCodes = (...codes: string[]) => ({
  discount_codes: codes.map((code) => ({ code, amount: '0.00', type: 'percentage' })),
});
const aDayWith = (link: string, affiliate: 'person' | 'bot', bucket: string, n: number) =>
  w.t.api.pool.query(
    `insert into affiliate_click_quarter (link_id, bucket, verdict, brand_id, n, first_of_day) values ($1, $2, $3, $4, $5, 1)`,
    [link, bucket, affiliate, world.brandId, n],
  );

/** All figures of all creators and days, read from totals and from what they add up. */
async function bothWays(affiliateIds: readonly string[]) {
  const filters = [null, ...affiliateIds].map((affiliateId) => ({
    brandId: world.brandId,
    affiliateId,
    campaignId: null,
    zone: 'Asia/Kathmandu',
    from: dayOf(Date.now() - 40 * DAY),
    until: dayOf(Date.now() + 2 * DAY),
  }));
  const { pool } = w.t.api;
  const [brand] = filters;
  if (!brand) throw new Error('no filter');
  const totals = [
    await Promise.all(filters.map((filter) => readSalesTotals(pool, filter, 'day'))),
    await Promise.all(filters.map((filter) => readEvidenceTotals(pool, filter))),
    await readClickTotals(pool, brand, 'week'),
    await readCreatorTotals(pool, brand),
  ];
  const counted = [
    await Promise.all(filters.map((filter) => readSales(pool, filter, 'day'))),
    await Promise.all(filters.map((filter) => readEvidence(pool, filter))),
    await readSalesClicks(pool, brand, 'week'),
    await readCreatorSales(pool, brand),
  ];
  return { totals, counted };
}

test('totals equal what they add up, before and after they are counted, through every kind of change', async () => {
  const [mara, ben] = [await anAffiliate(world), await anAffiliate(world)];
  await aCode(world, mara.id, 'MARA10');
  await aCode(world, ben.id, 'BEN10');
  const link = await aBookLink(world, ben.id);
  const ids = [mara.id, ben.id];
  const same = async () => {
    const before = await bothWays(ids);
    expect(before.totals).toEqual(before.counted);
    await countStaleSales(w.t.api.pool);
    const after = await bothWays(ids);
    expect(after.totals).toEqual(before.counted);
    return after.totals;
  };
  await sendStore(
    world,
    ['orders/create', storeOrder(1, withCodes('MARA10'))],
    ['orders/create', storeOrder(2, withCodes('MARA10', 'BEN10'))],
    ['orders/create', storeOrder(3, { note_attributes: [{ name: 'ref', value: link.slug }] })],
    ['orders/create', storeOrder(4, withCodes('NOBODY'))],
    ['orders/create', storeOrder(5, { ...withCodes('BEN10'), test: true })],
    [
      'orders/create',
      storeOrder(6, {
        ...withCodes('BEN10'),
        currency: 'USD',
        created_at: new Date(Date.now() - 3 * DAY).toISOString(),
      }),
    ],
  );
  const first = await same();
  expect(first[0]).not.toEqual([[], [], []]);
  await sendStore(world, ['refunds/create', storeRefund(1, 2)]);
  await sendStore(world, [
    'orders/cancelled',
    storeOrder(3, { cancelled_at: new Date().toISOString(), updated_at: new Date().toISOString() }),
  ]);
  expect(await same()).not.toEqual(first);
  // Kathmandu's days begin at 18:15 UTC: parts of a day come from quarter hours.
  const day = dayOf(Date.now() - 2 * DAY);
  for (const [at, n] of [
    ['18:00', 3],
    ['18:15', 4],
    ['23:45', 5],
  ] as const)
    await aDayWith(link.id, 'person', `${day}T${at}:00Z`, n);
  await aDayWith(link.id, 'bot', `${day}T12:00:00Z`, 7);
  await same();
  await w.t.api.pool.query('update affiliate_click_quarter set n = n + 10 where link_id = $1 and n = 4', [
    link.id,
  ]);
  await w.t.api.pool.query('delete from affiliate_click_quarter where link_id = $1 and n = 3', [link.id]);
  await same();
  // Deleted with its store.
  await w.t.api.pool.query("delete from store_order where brand_id = $1 and name = '#2'", [world.brandId]);
  await same();
  const quiet = await compareTotals(w.t.api.pool, new Date(Date.now() - 40 * DAY), new Date());
  expect(quiet).toEqual({ sales: 0, clicks: 0, clickDays: 0, commissions: 0 });
});

test('the nightly comparison finds and corrects totals that differ', async () => {
  const { pool } = w.t.api;
  await pool.query('update affiliate_sales_quarter set net = net + 1 where affiliate_id is null');
  await pool.query('update affiliate_click_total set n = n + 1');
  await pool.query('delete from affiliate_click_day');
  await pool.query('update commission_total set amount = amount - 1');
  const found = await compareTotals(pool, new Date(Date.now() - 40 * DAY), new Date());
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(0);
  expect(await compareTotals(pool, new Date(Date.now() - 40 * DAY), new Date())).toEqual({
    sales: 0,
    clicks: 0,
    clickDays: 0,
    commissions: 0,
  });
});

test.each(['clicks', 'commissions'] as const)(
  'the nightly comparison of %s keeps no other writer waiting and loses nothing',
  async (kind) => {
    const { pool } = w.t.api;
    const other = await aBooksWorld(w);
    const [mara, ben] = [await anAffiliate(world), await anAffiliate(other)];
    const add = async (client: { query: typeof pool.query }, at: BooksWorld, affiliateId: string) => {
      if (kind === 'clicks') {
        const link = await aBookLink(at, affiliateId);
        const text = `insert into affiliate_click_quarter (link_id, bucket, verdict, brand_id, n, first_of_day)
        values ($1, '2026-06-01T12:00Z', 'person', $2, 5, 1)`;
        await client.query(text, [link.id, at.brandId]);
      } else {
        const text = `insert into commission (id, brand_id, number, affiliate_id, kind, amount, currency, basis, lines,
        matures_at, at) select gen_random_uuid(), $1, coalesce(max(number), 0) + 1, $2, 'bonus', 500, 'EUR', 0, '[]',
        now(), now() from commission where brand_id = $1`;
        await client.query(text, [at.brandId, affiliateId]);
      }
    };
    await add(pool, world, mara.id);
    await pool.query(
      kind === 'clicks'
        ? `update affiliate_click_total set n = n + 3 where brand_id = $1 and bucket = '2026-06-01T12:00Z'`
        : 'update commission_total set amount = amount + 3 where brand_id = $1',
      [world.brandId],
    );
    const compare = () => compareTotals(pool, new Date(Date.now() - DAY), new Date());
    const writer = await pool.connect();
    let comparing: ReturnType<typeof compare> | undefined;
    try {
      await writer.query('begin');
      await add(writer, world, mara.id);
      const { rows } = await writer.query('select pg_backend_pid() as pid');
      comparing = compare();
      // The comparison waits for the total that this transaction changed.
      const blocked = 'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
      await expect
        .poll(async () => (await pool.query(blocked, [rows[0].pid])).rowCount, { timeout: 30_000 })
        .toBe(1);
      const second = await pool.connect();
      try {
        await second.query("begin; set local lock_timeout = '10s'");
        await add(second, other, ben.id);
        await second.query('commit');
      } finally {
        second.release(true);
      }
      await writer.query('commit');
    } finally {
      writer.release(true);
      await comparing;
    }
    expect((await comparing)[kind]).toBeGreaterThan(0);
    expect(await compare()).toEqual({ sales: 0, clicks: 0, clickDays: 0, commissions: 0 });
  },
);

test('screens show an order at once, also while its quarter hour is being counted', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'FAST10');
  const brand = { params: { brandId: world.brandId } };
  const own = { params: { ...brand.params, productId: mara.id } };
  const figures = async () => {
    const { analytics } = await world.owner.call(getCreatorAnalytics, own);
    const { orders, total } = await world.owner.call(listAffiliateOrders, {
      ...brand,
      query: { affiliateId: mara.id },
    });
    return [analytics.current.orders, analytics.due, orders.length, total];
  };
  expect(await figures()).toEqual([0, [], 0, 0]);
  await sendStore(world, ['orders/create', storeOrder(50, withCodes('FAST10'))]);
  const seen = [1, [{ currency: 'EUR', held: 900, next: 0, open: 0 }], 1, 1];
  expect(await figures()).toEqual(seen);
  // A job that counts while an order changes.
  await Promise.all([
    countStaleSales(w.t.api.pool),
    sendStore(world, ['refunds/create', storeRefund(50, 1)]),
    countStaleSales(w.t.api.pool),
  ]);
  await countStaleSales(w.t.api.pool);
  expect(await figures()).toEqual([1, [{ currency: 'EUR', held: 300, next: 0, open: 0 }], 1, 1]);
  const { analytics } = await world.owner.call(getAffiliateAnalytics, brand);
  expect(analytics.creators.find(({ affiliateId }) => affiliateId === mara.id)?.amounts).toMatchObject([
    { net: 3000 },
  ]);
});
