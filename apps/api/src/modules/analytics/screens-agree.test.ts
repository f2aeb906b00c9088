import { getAffiliateAnalytics, getCreatorAnalytics } from '@troupe/contract/affiliate/affiliate-analytics';
import { getAnalytics, putAnalyticsSetting } from '@troupe/contract/analytics/analytics';
import { createReport } from '@troupe/contract/analytics/report';
import { getReportRun, runReport } from '@troupe/contract/analytics/report-run';
import { updateCampaign } from '@troupe/contract/campaigns/campaign';
import { getCampaignMetrics } from '@troupe/contract/campaigns/campaign-content';
import { getCreator, getCreatorHistory, searchCreators } from '@troupe/contract/discovery/creator';
import type { Analytics } from '@troupe/domain/analytics/analytics';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../platform/id.ts';
import { aProgramCreator, aProgramWorld } from '../affiliate/affiliates.fixture.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  daysAgo,
  rulesWith,
  sendStore,
  storeOrder,
  storeRefund,
} from '../affiliate/books.fixture.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import { readEvidence } from './figure-evidence.ts';

// What one screen shows must be what another shows, to the last digit.

let w: StoreWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());

const day = (ago: number) => daysAgo(ago).slice(0, 10);
const figureValue = ({ figures }: Pick<Analytics, 'figures'>, id: string, currency?: string) =>
  figures.find((one) => one.formula === id && (currency === undefined || one.currency === currency))?.value;

/** A campaign with two posts that every recipe of earned media value can value. */
async function aPostedCampaign() {
  const world = await aProgramWorld(w.t);
  const { campaignId, optInId, creatorId } = await aProgramCreator(w.t, world.brandId);
  const posts = [
    { views: 10_000, reach: 8_117, likes: 500, comments: 40, saves: 30, shares: 20 },
    { views: 2_000, reach: 1_301, likes: 100, comments: 5, saves: null, shares: 2 },
  ].map((counts, n) => ({ id: newId(), counts, ago: n + 2 }));
  for (const { id, counts, ago } of posts)
    await w.t.api.pool.query(
      `insert into live_post (id, brand_id, campaign_id, opt_in_id, kind, platform, url, title, published_at, figures, source)
        values ($1::uuid, $2, $3, $4, 'reel', 'tiktok', 'https://x.example/' || $1::text, 'A ridge', $5, $6, 'tiktok')`,
      [id, world.brandId, campaignId, optInId, daysAgo(ago), JSON.stringify(counts)],
    );
  return { ...world, campaignId, optInId, creatorId, posts };
}

test('campaign metrics, analytics and each of its rankings show the same figures of posts', async () => {
  const { brandId, owner, campaignId, creatorId, posts } = await aPostedCampaign();
  const params = { brandId };
  const metrics = await owner.call(getCampaignMetrics, { params: { brandId, campaignId }, query: {} });
  const ask = async (query: object) => (await owner.call(getAnalytics, { params, query })).analytics;
  const rowOf = async (groupBy: 'campaign' | 'creator' | 'platform', id: string) =>
    (await ask({ groupBy })).rows.find((row) => (groupBy === 'platform' ? row.platform : row.id) === id) ??
    expect.fail(`no row ${id}`);
  const places = {
    overview: await ask({}),
    campaign: await ask({ campaignId }),
    creator: await ask({ creatorId }),
    platform: await ask({ platform: 'tiktok' }),
    'row of the campaign': await rowOf('campaign', campaignId),
    'row of the creator': await rowOf('creator', creatorId),
    'row of the platform': await rowOf('platform', 'tiktok'),
  };
  for (const [place, shown] of Object.entries(places)) {
    for (const id of ['views', 'reach', 'engagements'] as const)
      expect([place, id, figureValue(shown, id)]).toEqual([place, id, metrics[id].value]);
    expect([place, figureValue(shown, 'posts')]).toEqual([place, metrics.contentCount]);
    expect([place, figureValue(shown, 'engagement-rate')]).toEqual([place, metrics.engagementRate]);
  }
  // (590 + 107) / (8,117 + 1,301)
  expect(metrics.engagementRate).toBe((697 / 9418) * 100);
  const { rows } = await ask({ groupBy: 'content' });
  for (const row of rows) {
    const item = metrics.items.find(({ id }) => id === row.id);
    for (const id of ['views', 'reach', 'likes', 'comments', 'saves', 'shares'] as const)
      expect([row.id, id, figureValue(row, id)]).toEqual([row.id, id, item?.[id]]);
  }
  expect(rows).toHaveLength(posts.length);
});

test('without orders, net revenue is 0 on every screen, in reports and their files', async () => {
  const { brandId, owner, campaignId } = await aPostedCampaign();
  const params = { brandId };
  const { analytics } = await owner.call(getAnalytics, { params, query: { groupBy: 'campaign' } });
  const zero = { currency: 'USD', value: 0, why: null };
  for (const { figures } of [analytics, ...analytics.rows])
    for (const id of ['net-revenue', 'spend'])
      expect(figures.filter(({ formula }) => formula === id)).toMatchObject([zero]);
  const { report } = await owner.call(createReport, {
    params,
    body: {
      name: 'Quiet',
      subtitle: '',
      widgets: [
        { id: 'a', kind: 'figures', title: '', formulas: ['net-revenue', 'orders', 'roas'] },
        { id: 'b', kind: 'chart', title: '', measure: 'net-revenue', form: 'line', every: null },
        {
          id: 'c',
          kind: 'table',
          title: '',
          groupBy: 'campaign',
          sort: 'net-revenue',
          formulas: ['net-revenue', 'orders', 'roas'],
          rows: 10,
        },
      ],
      filters: { campaignId: null, creatorId: null, platform: null },
      window: { kind: 'fixed', from: day(10), to: day(0) },
      zone: 'Europe/Lisbon',
      currency: null,
      compare: 'none',
    },
  });
  const { run } = await owner.call(runReport, { params: { brandId, reportId: report.id } });
  const { snapshot } = await owner.call(getReportRun, {
    params: { brandId, reportId: report.id, runId: run.id },
  });
  const [cards, chart, table] = snapshot.parts;
  expect(cards?.kind === 'figures' && cards.figures).toMatchObject([
    zero,
    { formula: 'orders', value: 0 },
    { formula: 'roas', value: null, why: 'not-defined' },
  ]);
  // Where a line would be, there is a sentence.
  expect(chart).toMatchObject({ kind: 'chart', lines: [] });
  if (table?.kind !== 'table') throw new Error('The report has no table.');
  const row = table.rows.find(({ id }) => id === campaignId);
  expect(row?.figures[0]).toMatchObject(zero);
  const csv = await fetch(`${w.t.url}/brand/${brandId}/reports/${report.id}/runs/${run.id}/csv`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const lines = (await csv.text()).split('\r\n');
  expect(lines.filter((line) => line.startsWith('Net revenue,'))[0]).toMatch(/^Net revenue,0,USD,/);
  const title = lines.findIndex((line) => /^Name,.*Net revenue \(USD\),Orders,/.test(line));
  expect(lines[title + 1]).toMatch(/,0,0,$/);
});

test('the evidence of an average lists its items, and recalculates it', async () => {
  const { brandId, owner, posts } = await aPostedCampaign();
  const { analytics } = await owner.call(getAnalytics, { params: { brandId }, query: {} });
  const evidence = await readEvidence(w.t.api, brandId, 'engagement-rate', {});
  const part = (name: string) =>
    evidence.inputs
      .filter((one) => one.part === name)
      .map(({ id, amount }) => [id, amount])
      .sort();
  expect(part('top')).toEqual(posts.map(({ id }, n) => [id, [590, 107][n]]).sort());
  expect(part('bottom')).toEqual(posts.map(({ id, counts }) => [id, counts.reach]).sort());
  expect(evidence.result.value).toBe(figureValue(analytics, 'engagement-rate'));
});

test('earned media value by the rates of campaign metrics is the same in the range of analytics', async () => {
  const { brandId, owner, campaignId } = await aPostedCampaign();
  const params = { brandId };
  await owner.call(putAnalyticsSetting, {
    params,
    body: { margin: null, emv: true, emvShared: false, currency: null },
  });
  const metrics = await owner.call(getCampaignMetrics, {
    params: { brandId, campaignId },
    query: { rates: 'views:1.5,likes:8,comments:40,saves:25,shares:25' },
  });
  const { analytics } = await owner.call(getAnalytics, { params, query: { campaignId } });
  // Views × 1.5 + likes × 8 + comments × 40 + saves × 25 + shares × 25 cents: 21,850 + 4,050, the most of three recipes.
  expect(metrics.earnedMediaValue).toBe(25_900);
  // MightyScout: 5,000 + 2,500, the least that a post is worth there.
  expect(analytics.figures.find(({ formula }) => formula === 'emv-range')).toMatchObject({
    low: 7500,
    high: metrics.earnedMediaValue,
    known: 2,
    unknown: 0,
  });
});

test('the affiliate program, its creators and analytics show the same sales, after a refund too', async () => {
  const world = await aBooksWorld(w, rulesWith({}, {}, { zone: 'America/St_Johns' }));
  const [mara, ben] = [
    await anAffiliate(world, { name: 'Mara Lind' }),
    await anAffiliate(world, { name: 'Ben Ode' }),
  ];
  await aCode(world, mara.id, 'MARA10');
  const link = await aBookLink(world, ben.id);
  const coded = { discount_codes: [{ code: 'MARA10', amount: '0.00', type: 'percentage' }] };
  const at = (ago: number) => ({
    created_at: `${day(ago)}T06:00:00Z`,
    updated_at: `${day(ago)}T06:00:00Z`,
  });
  await sendStore(
    world,
    ['orders/create', storeOrder(1, { ...coded, ...at(6) })],
    ['orders/create', storeOrder(2, { ...at(5), landing_site: `/?ref=${link.slug}` })],
    ['orders/create', storeOrder(3, { ...coded, ...at(4) })],
    ['refunds/create', storeRefund(3, 1)],
  );
  const { brandId, owner } = world;
  const query = { from: day(8), to: day(2) };
  for (const [name, affiliateId] of [
    ['all', null],
    ['Mara', mara.id],
    ['Ben', ben.id],
  ] as const) {
    const { rows } = await w.t.api.pool.query('select creator_id as id from affiliate where id = $1', [
      affiliateId,
    ]);
    const creatorId: string | undefined = rows[0]?.id;
    const { analytics: program } = affiliateId
      ? await owner.call(getCreatorAnalytics, { params: { brandId, productId: affiliateId }, query })
      : await owner.call(getAffiliateAnalytics, { params: { brandId }, query });
    const { analytics } = await owner.call(getAnalytics, {
      params: { brandId },
      query: Object.assign(creatorId ? { creatorId } : {}, query),
    });
    expect([name, figureValue(analytics, 'orders')]).toEqual([name, program.current.orders]);
    for (const { currency, net, refunded, commission } of program.current.amounts)
      expect([
        name,
        figureValue(analytics, 'net-revenue', currency),
        figureValue(analytics, 'refunds', currency),
        figureValue(analytics, 'commission', currency),
      ]).toEqual([name, net, refunded, commission]);
    expect(program.current.amounts.length).toBeGreaterThan(0);
  }
});

test('search, profile, breakdown and history show the same engagement rate', async () => {
  const brandId = await w.t.brand();
  const member = await w.t.person({ brandId });
  const [id, username] = [newId(), `rate-${newId()}`];
  const { pool } = w.t.api;
  const origin = JSON.stringify({
    followerCount: { source: 'platform', asOf: daysAgo(1) },
    engagement: { source: 'platform', asOf: daysAgo(40) },
  });
  await pool.query(
    `insert into creator (id, platform, username, fullname, profile_url, follower_count, engagement, figures)
      values ($1::uuid, 'instagram', $2, 'Rate Maker', 'https://x.example', 7000, 1, $3)`,
    [id, username, origin],
  );
  for (const [ago, likes, comments] of [
    [60, 310, 21],
    [90, 105, 11],
  ] as const)
    await pool.query(
      `insert into content (id, creator_id, url, published_at, title, type, format, like_count, comment_count, save_count, share_count)
        values (gen_random_uuid(), $1::uuid, 'https://x.example/' || gen_random_uuid(), $2, '', 'Photo', 'image', $3, $4, 5, 5)`,
      [id, daysAgo(ago), likes, comments],
    );
  const params = { brandId, profileId: id };
  const { extraData } = await member.call(getCreator, { params });
  const rate = extraData.engagementBreakdown?.engagement;
  // (207.5 + 16 + 5 + 5) / 7,000, in percent with three decimals.
  expect(rate).toBe(3.336);
  await vi.waitFor(
    async () => {
      const { creators } = await member.call(searchCreators, { params: { brandId }, query: { q: username } });
      const { readings } = await member.call(getCreatorHistory, { params });
      const profile = await member.call(getCreator, { params });
      expect([creators[0]?.engagement, profile.engagement, readings.at(-1)?.engagement]).toEqual([
        rate,
        rate,
        rate,
      ]);
    },
    { timeout: 20_000, interval: 200 },
  );
});

test('why a post is missing follows a change of the rules and posts that are read or added later', async () => {
  const { brandId, owner, campaignId, optInId, creatorId } = await aPostedCampaign();
  const { pool } = w.t.api;
  await pool.query(`update opt_in set approved_at = $2, created_at = $2 where id = $1`, [
    optInId,
    daysAgo(20),
  ]);
  const place = { brandId, campaignId };
  const rule = (hashtags: string[]) =>
    owner.call(updateCampaign, { params: place, body: { hashtags } as never });
  const why = async () => {
    const { missing } = await owner.call(getCampaignMetrics, { params: place, query: {} });
    return missing.map(({ url, reason }) => [url.slice(-4), reason]);
  };
  const read = (name: string, ago: number, title: string) =>
    pool.query(
      `insert into content (id, creator_id, url, published_at, title, type, format)
        values (gen_random_uuid(), $1, $2, $3, $4, 'Video', 'video')`,
      [creatorId, `https://www.tiktok.com/@mara/video/730000000000000${name}`, daysAgo(ago), title],
    );
  await rule(['ridge']);
  await read('1001', 5, 'Up there #summit');
  expect(await why()).toEqual([['1001', 'tag']]);
  // The rule changes: the same post only lacks its submission.
  await rule(['summit']);
  expect(await why()).toEqual([['1001', 'permission']]);
  // The platform is read further back, with the new rule.
  await read('1002', 9, 'Before #summit');
  await read('1003', 30, 'Too early #summit');
  expect(await why()).toEqual([
    ['1001', 'permission'],
    ['1002', 'permission'],
    ['1003', 'window'],
  ]);
  // The brand adds it later.
  await pool.query(
    `insert into live_post (id, brand_id, campaign_id, opt_in_id, kind, platform, url, published_at, figures, source)
      values (gen_random_uuid(), $1, $2, $3, 'video', 'tiktok', $4, $5, '{"views":10}', 'tiktok')`,
    [brandId, campaignId, optInId, 'https://www.tiktok.com/@mara/video/7300000000000001002', daysAgo(9)],
  );
  expect(await why()).toEqual([
    ['1001', 'permission'],
    ['1003', 'window'],
  ]);
});
