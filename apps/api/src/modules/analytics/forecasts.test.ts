import { getBenchmark, shareBenchmark } from '@troupe/contract/analytics/benchmark';
import { getCohorts } from '@troupe/contract/analytics/cohort';
import { getForecast } from '@troupe/contract/analytics/forecast';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { replaceItems } from './benchmark/benchmark.queries.ts';
import { countShared } from './benchmarks.ts';
import { recordAndScore } from './forecasts.ts';
import {
  addOrders,
  aPostedCampaign,
  aStatisticsWorld,
  DAY,
  HOUR,
  numbers,
  usualOrders,
} from './statistics.fixture.ts';

const END = Date.parse('2026-06-15T00:00:00Z');

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const at = (moment: number) => t.setNow(new Date(moment));

test('a forecast follows the week, with bands from its own past errors and what they held', async () => {
  at(END + 6 * HOUR);
  const { brandId, member } = await aStatisticsWorld(t);
  const forecast = async (query: object = {}) =>
    (await member.call(getForecast, { params: { brandId }, query: query as never })).forecast;
  expect(await forecast()).toMatchObject({
    why: 'no-orders',
    days: [],
    total: null,
    currencies: [],
    scored: null,
  });
  await addOrders(t, brandId, usualOrders(END, { days: 60, daily: 40 }));
  expect(await forecast()).toMatchObject({ why: 'too-little-history', historyWeeks: 8, days: [] });
  await addOrders(t, brandId, usualOrders(END - 60 * DAY, { days: 240, daily: 40, seed: 3 }));
  await addOrders(t, brandId, [{ at: END - 20 * DAY, currency: 'USD', net: 100 }]);
  const orders = await forecast();
  expect(orders).toMatchObject({
    why: null,
    measure: 'orders',
    currency: null,
    currencies: ['EUR', 'USD'],
    zone: 'UTC',
  });
  expect(orders.days.map(({ day }) => day)).toEqual(
    Array.from({ length: 14 }, (_, i) => new Date(END + i * DAY).toISOString().slice(0, 10)),
  );
  for (const { day, value, low80, high80, low95, high95 } of orders.days) {
    const weekend = [0, 6].includes(new Date(day).getUTCDay());
    expect(value, day).toBeGreaterThan(weekend ? 20 : 32);
    expect(value, day).toBeLessThan(weekend ? 34 : 48);
    expect(low95 <= low80 && low80 <= value && value <= high80 && high80 <= high95, day).toBe(true);
    expect(high80 - low80, day).toBeLessThan(30);
  }
  expect(orders.methods.map(({ method }) => method)).toEqual([
    'weekday-mean',
    'level-profile',
    'theta',
    'holt-winters',
  ]);
  expect(orders.rehearsed?.forecasts).toBeGreaterThan(30);
  expect(orders.rehearsed?.band80.of).toBeGreaterThan(200);
  expect(orders.history).toHaveLength(84);
  const net = await forecast({ measure: 'net', currency: 'EUR', days: '3' });
  expect(net.days).toHaveLength(3);
  expect(net.days[0]?.value).toBeCloseTo((orders.days[0]?.value ?? 0) * 5000, -4);
  for (const query of [
    { days: '0' },
    { days: '57' },
    { days: '1e9' },
    { measure: 'views' },
    { currency: 'eur' },
  ])
    await expect(forecast(query)).rejects.toMatchObject({ code: 'invalid' });
  await expect(forecast({ measure: 'net', currency: 'JPY' })).rejects.toMatchObject({ code: 'invalid' });
});

test('forecasts are recorded each week, once, and scored when their days are over', async () => {
  const { brandId, member } = await aStatisticsWorld(t);
  await addOrders(t, brandId, usualOrders(END + 28 * DAY, { days: 200, daily: 40, seed: 9 }));
  const scored = async () => (await member.call(getForecast, { params: { brandId } })).forecast.scored;
  const records = async () =>
    (
      await t.api.pool.query(
        'select measure, made_on::text as day, scored_at is not null as scored from forecast_record where brand_id = $1 order by 2, 1',
        [brandId],
      )
    ).rows;
  at(END + 14 * HOUR);
  await Promise.all([recordAndScore(t.api), recordAndScore(t.api)]);
  const first = [
    { measure: 'net', day: '2026-06-14', scored: false },
    { measure: 'orders', day: '2026-06-14', scored: false },
  ];
  expect(await records()).toEqual(first);
  expect(await scored()).toBeNull();
  // 14 days end on June 28; two days later late orders have arrived.
  at(Date.parse('2026-06-30T23:00:00Z'));
  await recordAndScore(t.api);
  expect((await records()).filter((one) => one.scored)).toEqual([]);
  at(Date.parse('2026-07-01T13:40:00Z'));
  await recordAndScore(t.api);
  await recordAndScore(t.api);
  expect(await scored()).toMatchObject({ forecasts: 1, band80: { of: 14 }, band95: { of: 14 } });
  expect((await scored())?.band95.within).toBeGreaterThan(9);
  expect((await records()).filter((one) => one.scored)).toEqual(
    first.map((one) => Object.assign({}, one, { scored: true })),
  );
});

test('cohorts follow buyers by month, with orders of unknown buyers and other currencies apart', async () => {
  at(Date.parse('2026-04-10T12:00:00Z'));
  const { brandId, member } = await aStatisticsWorld(t);
  const other = await aStatisticsWorld(t);
  const day = (name: string) => Date.parse(`${name}T12:00:00Z`);
  await addOrders(t, brandId, [
    { at: day('2026-01-03'), buyer: 'ann', net: 1000 },
    { at: day('2026-01-20'), buyer: 'ann', net: 500 },
    { at: day('2026-03-02'), buyer: 'ann', net: 2000 },
    { at: day('2026-01-31'), buyer: 'bob', net: 3000 },
    { at: day('2026-02-01'), buyer: 'cat', net: 700 },
    { at: day('2026-04-09'), buyer: 'cat', net: 100, currency: 'USD' },
    { at: day('2026-02-02'), buyer: null, net: 900 },
    { at: day('2026-02-03'), buyer: 'dan', net: 900, counted: false },
  ]);
  // A hash belongs to one brand; the same value in another brand is another buyer.
  await addOrders(t, other.brandId, [{ at: day('2025-12-01'), buyer: 'ann' }]);
  const { report } = await member.call(getCohorts, { params: { brandId }, query: { months: '4' } as never });
  expect(report).toMatchObject({
    zone: 'UTC',
    currency: 'EUR',
    currencies: ['EUR', 'USD'],
    buyers: 3,
    orders: 7,
    ordersWithoutBuyer: 1,
    model: null,
    modelWhy: 'too-few-buyers',
  });
  expect(report.cohorts.map(({ month, buyers }) => [month, buyers])).toEqual([
    ['2026-01', 2],
    ['2026-02', 1],
  ]);
  const cells = report.cohorts.map((cohort) =>
    cohort.cells.map(({ active, orders, net, complete }) => [active, orders, net, complete]),
  );
  expect(cells[0]).toEqual([
    [2, 3, 4500, true],
    [0, 0, 4500, true],
    [1, 1, 6500, true],
    [0, 0, 6500, false],
  ]);
  expect(cells[1]).toEqual([
    [1, 1, 700, true],
    [0, 0, 700, true],
    [1, 1, 700, false],
  ]);
  // Wilson's interval of 1 of 2.
  expect(report.cohorts[0]?.cells[2]?.retention).toEqual({
    rate: 0.5,
    low: expect.closeTo(0.0945, 3),
    high: expect.closeTo(0.9055, 3),
  });
  expect(report.cohorts[0]?.cells[2]?.netPerBuyer).toBe(3250);
  expect(JSON.stringify(report)).not.toContain('ann');
  const { report: byCreator } = await member.call(getCohorts, {
    params: { brandId },
    query: { groupBy: 'creator', months: '4' } as never,
  });
  expect(byCreator.cohorts).toMatchObject([
    { month: null, creator: { creatorId: null, name: null }, buyers: 3 },
  ]);
  for (const query of [{ months: '0' }, { months: '25' }, { groupBy: 'planet' }, { currency: '€' }])
    await expect(
      member.call(getCohorts, { params: { brandId }, query: query as never }),
    ).rejects.toMatchObject({
      code: 'invalid',
    });
});

test('a purchase model estimates the next year of each cohort', async () => {
  at(END);
  const { brandId, member } = await aStatisticsWorld(t);
  const random = numbers(4);
  const orders = Array.from({ length: 300 }, (_, i) => {
    const first = END - (30 + random() * 270) * DAY;
    // As the model assumes: own rates, and an own chance to stop after each order.
    const [rate, stops] = [-Math.log(1 - random()) / 40, random() ** 2];
    const times = [first];
    for (let next = first; random() >= stops; ) {
      next -= (Math.log(1 - random()) / rate) * DAY;
      if (next >= END) break;
      times.push(next);
    }
    return times.map((time) => ({ at: time, buyer: `buyer-${i}`, net: 2000 + Math.floor(random() * 4000) }));
  }).flat();
  await addOrders(t, brandId, orders);
  const { report } = await member.call(getCohorts, { params: { brandId } });
  expect(report.modelWhy).toBeNull();
  expect(report.model).toMatchObject({ formula: 'bg-nbd', version: 1, buyers: 300 });
  for (const cohort of report.cohorts) {
    expect(cohort.next12Months?.orders).toBeGreaterThan(0);
    expect(cohort.next12Months?.orders).toBeLessThan(8);
  }
});

test('benchmarks compare with the own past; other brands only by consent, five of them, none dominating', async () => {
  at(END);
  const worlds = [];
  for (let n = 0; n < 6; n += 1) worlds.push(await aStatisticsWorld(t));
  const [mine, ...others] = worlds as [(typeof worlds)[number], ...typeof worlds];
  const rate = async (brandId: string, engagements: number) => {
    const { campaignId, postIds } = await aPostedCampaign(t, brandId, [END - 30 * DAY]);
    await t.api.pool.query('update live_post set figures = $2 where id = any($1)', [
      postIds,
      JSON.stringify({ views: 1000, reach: 1000, likes: engagements, comments: 0, saves: 0, shares: 0 }),
    ]);
    return campaignId;
  };
  const params = { brandId: mine.brandId };
  const read = async (as = mine.member) => (await as.call(getBenchmark, { params })).benchmark;
  const rateOf = async () => (await read()).figures.find(({ formula }) => formula === 'engagement-rate');
  expect(await read()).toMatchObject({ figures: [], shared: false, brands: 0, why: 'not-shared' });
  const campaignId = await rate(mine.brandId, 10);
  for (const engagements of [20, 30]) await rate(mine.brandId, engagements);
  expect(await rateOf()).toMatchObject({ own: null, ownItems: 3, recent: 2, installation: null });
  await rate(mine.brandId, 40);
  expect(await rateOf()).toMatchObject({
    unit: 'percent',
    currency: null,
    lowerIsBetter: false,
    own: { items: 4, q1: 1.75, median: 2.5, q3: 3.25 },
    recent: 2.5,
    beats: 0.5,
    installation: null,
  });
  // Only owners decide; nothing is shared by default.
  const share = (as: typeof mine, shared: boolean) =>
    as.owner.call(shareBenchmark, { params: { brandId: as.brandId }, body: { shared } });
  await expect(mine.member.call(shareBenchmark, { params, body: { shared: true } })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const items = async (brandId: string) =>
    (await t.api.pool.query('select value from benchmark_item where brand_id = $1 order by 1', [brandId]))
      .rows.length;
  for (const [n, world] of others.entries())
    for (let i = 0; i < 2; i += 1) await rate(world.brandId, 50 + 10 * n + i);
  // Sample data is invented: it doesn't count.
  const sample = await rate((others[0] as typeof mine).brandId, 999);
  await t.api.pool.query('update campaign set sample = true where id = $1', [sample]);
  await countShared(t.api);
  expect(await items(mine.brandId)).toBe(0);
  await share(mine, true);
  for (const world of others.slice(0, 3)) await share(world, true);
  await countShared(t.api);
  expect(await read()).toMatchObject({ shared: true, brands: 4, why: 'too-few-brands' });
  await share(others[3] as typeof mine, true);
  await countShared(t.api);
  // 12 campaigns of five brands: 4 of them are a third.
  expect((await rateOf())?.installation).toMatchObject({ items: 12, median: expect.closeTo(5.55, 6) });
  expect((await read()).why).toBeNull();
  // A brand that closes no longer takes part, although its data is kept for a while.
  const closing = (others[3] as typeof mine).brandId;
  await t.api.pool.query('update brand set closed_at = now() where id = $1', [closing]);
  expect(await read()).toMatchObject({ brands: 4, why: 'too-few-brands' });
  expect((await rateOf())?.installation).toBeNull();
  await t.api.pool.query('update brand set closed_at = null where id = $1', [closing]);
  expect((await rateOf())?.installation).toMatchObject({ items: 12 });
  // With 6 of 14, one brand has more than 40%.
  for (const engagements of [41, 42]) await rate(mine.brandId, engagements);
  await t.api.pool.query('update benchmark_sharing set counted_at = null where brand_id = $1', [
    mine.brandId,
  ]);
  await read();
  expect(await read()).toMatchObject({ why: 'one-brand-dominates', brands: 5 });
  expect((await rateOf())?.installation).toBeNull();
  // Withdrawing takes the figures away at once, from the benchmark of the others too.
  const other = others[0] as typeof mine;
  const theirs = async () =>
    (await other.member.call(getBenchmark, { params: { brandId: other.brandId } })).benchmark;
  await share(others[4] as typeof mine, true);
  await countShared(t.api);
  const installation = async () =>
    (await theirs()).figures.find(({ formula }) => formula === 'engagement-rate')?.installation;
  expect(await theirs()).toMatchObject({ brands: 6 });
  expect(await installation()).toMatchObject({ items: 16 });
  await share(mine, false);
  expect(await theirs()).toMatchObject({ brands: 5 });
  expect(await installation()).toMatchObject({ items: 10 });
  expect(await items(mine.brandId)).toBe(0);
  expect(await read()).toMatchObject({ shared: false, brands: 0, why: 'not-shared' });
  // Also from a job that read them before.
  const late = { campaignId, formula: 'engagement-rate', version: 1, currency: null, value: 1 };
  await replaceItems(t.api.pool, mine.brandId, [late], new Date());
  await countShared(t.api);
  expect(await items(mine.brandId)).toBe(0);
});
