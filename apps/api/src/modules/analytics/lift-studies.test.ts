import {
  deleteLiftStudy,
  getLiftStudy,
  listLiftStudies,
  studyLift,
} from '@troupe/contract/analytics/lift-study';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import {
  addOrders,
  aPostedCampaign,
  aStatisticsWorld,
  DAY,
  HOUR,
  type StatisticsWorld,
  usualOrders,
} from './statistics.fixture.ts';

const NOW = Date.parse('2026-06-15T06:00:00Z');
const END = Date.parse('2026-06-15T00:00:00Z');

let t: TestApi;
let world: StatisticsWorld;
/** Ten posts, each followed by twice the orders for two days, and three that nothing followed. */
const loud = Array.from({ length: 10 }, (_, i) => END - (75 - 7 * i + (i % 3)) * DAY + 10 * HOUR);
const silent = [END - 120 * DAY, END - 108 * DAY, END - 97 * DAY].map((day) => day + 10 * HOUR);
const factor = (at: number): number => (loud.some((post) => at >= post && at < post + 48 * HOUR) ? 2 : 1);
let lifted: { campaignId: string; postIds: string[] };
let quiet: { campaignId: string; postIds: string[] };

beforeAll(async () => {
  t = await startTestApi();
  t.setNow(new Date(NOW));
  world = await aStatisticsWorld(t);
  await addOrders(t, world.brandId, usualOrders(END, { days: 300, daily: 40 }, factor));
  lifted = await aPostedCampaign(t, world.brandId, loud);
  quiet = await aPostedCampaign(t, world.brandId, silent);
});
afterAll(() => t.stop());

const study = (body: object, as = world.member) =>
  as.call(studyLift, { params: { brandId: world.brandId }, body: body as never });
const refused = (body: object, code: string, as = world.member) =>
  expect(study(body, as)).rejects.toMatchObject({ code });

test('a campaign that doubled orders is a lift with an interval, and is kept', async () => {
  const { study: made } = await study({ campaignId: lifted.campaignId, name: 'Did spring work?' });
  const { result } = made;
  expect(result).toMatchObject({ verdict: 'lift', why: null, used: 10, historyWeeks: 32 });
  expect(result.effect?.rate).toBeGreaterThan(0.75);
  expect(result.effect?.rate).toBeLessThan(1.25);
  expect(result.effect?.low).toBeGreaterThan(0.3);
  // Twice the orders: half of those within the windows came on top.
  const orders = result.windows.reduce((sum, one) => sum + one.orders, 0);
  expect(result.incremental?.orders).toBeGreaterThan(0.4 * orders);
  expect(result.incremental?.orders).toBeLessThan(0.6 * orders);
  expect(result.incrementalNet).toEqual([
    {
      currency: 'EUR',
      amount: expect.closeTo((result.incremental?.orders ?? 0) * 5000, -4),
      low: expect.any(Number),
      high: expect.any(Number),
    },
  ]);
  expect(result.rank?.agrees).toBe(true);
  expect(result.placebo?.share.rate).toBeLessThan(0.1);
  expect(result.windows[0]).toMatchObject({
    postIds: [lifted.postIds[0]],
    from: new Date(loud[0] as number).toISOString().replace('.000', ''),
    leftOut: null,
  });
  expect(made).toMatchObject({
    name: 'Did spring work?',
    formula: 'lift',
    version: 1,
    zone: 'UTC',
    windowHours: 48,
  });
  expect(made.posts[0]).toMatchObject({ title: 'Post 1', creatorName: 'Mara Holt' });
  const params = { brandId: world.brandId };
  const { studies } = await world.member.call(listLiftStudies, {
    params,
    query: { campaignId: lifted.campaignId },
  });
  expect(studies).toEqual([made]);
  // The answer stays as it was, also when the orders change.
  const place = { params: { brandId: world.brandId, studyId: made.id } };
  expect(await world.owner.call(getLiftStudy, place)).toEqual({ study: made });
  await world.member.call(deleteLiftStudy, place);
  await expect(world.member.call(getLiftStudy, place)).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.member.call(deleteLiftStudy, place)).rejects.toMatchObject({ code: 'not_found' });
});

test('a campaign without an effect is unclear, with the number of posts that would show +20%', async () => {
  const { study: made } = await study({ campaignId: quiet.campaignId });
  expect(made.result).toMatchObject({ verdict: 'cannot-tell', why: 'interval', used: 3 });
  expect(made.result.neededPosts).toBeGreaterThan(3);
  expect(made.result.neededPosts).toBeLessThan(40);
  expect(made.result.effect?.low).toBeLessThan(0);
  expect(made.result.effect?.high).toBeGreaterThan(0);
  expect(made.result.period?.days.length).toBeGreaterThan(20);
});

test('windows are left out for other posts, promotions, named days and outages, each with its reason', async () => {
  const own = await aStatisticsWorld(t);
  const times = [5, 12, 19, 26, 33].map((ago) => END - ago * DAY + 9 * HOUR);
  const [recent = 0, promoted = 0, named = 0, crowded = 0] = times;
  const promotion = Math.floor(promoted / DAY) * DAY;
  const sold = usualOrders(END, { days: 200, daily: 30, seed: 5 }).map((order) =>
    order.at >= promotion && order.at < promotion + DAY
      ? Object.assign({}, order, { codes: ['sale30'] })
      : order,
  );
  await addOrders(t, own.brandId, sold);
  const { postIds } = await aPostedCampaign(t, own.brandId, times);
  await aPostedCampaign(t, own.brandId, [crowded + 20 * HOUR]);
  const { study: made } = await own.member.call(studyLift, {
    params: { brandId: own.brandId },
    body: {
      postIds,
      excluded: [
        {
          from: new Date(named).toISOString().slice(0, 10),
          to: new Date(named).toISOString().slice(0, 10),
          reason: 'Regional holiday',
        },
      ],
    },
  });
  const reasons = Object.fromEntries(made.result.windows.map((one) => [one.postIds[0], one.leftOut]));
  expect(reasons).toEqual({
    [postIds[0] as string]: null,
    [postIds[1] as string]: 'promotion',
    [postIds[2] as string]: 'excluded',
    [postIds[3] as string]: 'other-post',
    [postIds[4] as string]: null,
  });
  // The weeks before the latest post are those of the others.
  const latest = made.result.windows.find((one) => one.postIds[0] === postIds[0]);
  expect(latest?.skippedWeeks).toEqual([
    { weeksBack: 1, reason: 'promotion' },
    { weeksBack: 2, reason: 'excluded' },
    { weeksBack: 3, reason: 'other-post' },
    { weeksBack: 4, reason: 'other-post' },
  ]);
  expect(latest?.weeks).toBe(8);
  // A store that wasn't read since before the latest post: its orders may be missing.
  await t.api.pool.query(
    `insert into store (id, brand_id, platform, shop, name, status, connected_at, synced_to)
      values ($1, $2, 'shopify', $3, 'Shop', 'needs_reconnect', $4, $4)`,
    [newId(), own.brandId, `${newId()}.myshopify.com`, new Date(END + HOUR).toISOString()],
  );
  t.setNow(new Date(END + 9 * DAY));
  const { postIds: late } = await aPostedCampaign(t, own.brandId, [END + 4 * DAY]);
  const { study: blind } = await own.member.call(studyLift, {
    params: { brandId: own.brandId },
    body: { postIds: late },
  });
  t.setNow(new Date(NOW));
  expect(blind.result).toMatchObject({ verdict: 'cannot-tell', why: 'no-windows' });
  expect(blind.result.windows[0]?.leftOut).toBe('outage');
  expect(recent).toBeGreaterThan(0);
});

test('with too little to go by, it says why it can not tell', async () => {
  const own = await aStatisticsWorld(t);
  const params = { brandId: own.brandId };
  const posted = await aPostedCampaign(t, own.brandId, [END - 5 * DAY]);
  const why = async (campaignId: string) =>
    (await own.member.call(studyLift, { params, body: { campaignId } })).study.result.why;
  expect(await why(posted.campaignId)).toBe('no-orders');
  await addOrders(t, own.brandId, usualOrders(END, { days: 62, daily: 20 }));
  expect(await why(posted.campaignId)).toBe('too-little-history');
  expect(await why((await aPostedCampaign(t, own.brandId, [])).campaignId)).toBe('no-posts');
  expect(await why((await aPostedCampaign(t, own.brandId, [null])).campaignId)).toBe('no-posts');
  // A window that isn't over has no answer yet.
  await addOrders(t, own.brandId, usualOrders(END - 62 * DAY, { days: 60, daily: 20 }));
  const open = await aPostedCampaign(t, own.brandId, [NOW - 5 * HOUR]);
  expect(await why(open.campaignId)).toBe('no-windows');
});

test('refuses windows, campaigns and posts that make no sense or belong to others', async () => {
  const { campaignId, postIds } = quiet;
  const [post = ''] = postIds;
  await refused({}, 'invalid');
  await refused({ campaignId, postIds }, 'invalid');
  for (const windowHours of [0, -1, 5, 169, 876_000, 1.5])
    await refused({ campaignId, windowHours }, 'invalid');
  for (const baselineWeeks of [0, 4, 27]) await refused({ campaignId, baselineWeeks }, 'invalid');
  const day = { from: '2026-05-02', to: '2026-05-01', reason: 'Holiday' };
  await refused({ campaignId, excluded: [day] }, 'invalid');
  await refused(
    { campaignId, excluded: Array(51).fill({ from: day.to, to: day.from, reason: 'x' }) },
    'invalid',
  );
  await refused({ postIds: Array(201).fill(post) }, 'invalid');
  await refused({ campaignId: newId() }, 'not_found');
  await refused({ postIds: [post, newId()] }, 'not_found');
  const other = await aStatisticsWorld(t);
  const foreign = await aPostedCampaign(t, other.brandId, [END - 5 * DAY]);
  await refused({ campaignId: foreign.campaignId }, 'not_found');
  await refused({ postIds: foreign.postIds }, 'not_found');
  await refused({ campaignId }, 'forbidden', other.owner);
  // Excluding all of time is allowed, and leaves nothing to tell from.
  const { study: made } = await study({
    campaignId,
    name: '=HYPERLINK("https://example.com")',
    excluded: [{ from: '1900-01-01', to: '9998-12-31', reason: 'All' }],
  });
  expect(made.result).toMatchObject({ verdict: 'cannot-tell', why: 'no-windows' });
});

test('limits how often a brand can ask', async () => {
  const own = await aStatisticsWorld(t);
  const { campaignId } = await aPostedCampaign(t, own.brandId, []);
  const ask = () => own.member.call(studyLift, { params: { brandId: own.brandId }, body: { campaignId } });
  const all = await Promise.allSettled(Array.from({ length: 24 }, ask));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' });
  const { total, studies } = await own.member.call(listLiftStudies, { params: { brandId: own.brandId } });
  expect([total, studies.length]).toEqual([20, 20]);
});
