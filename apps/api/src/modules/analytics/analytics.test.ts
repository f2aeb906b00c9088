import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getAffiliateAnalytics } from '@troupe/contract/affiliate/affiliate-analytics';
import {
  getAnalytics,
  getSensitivity,
  listFormulas,
  putAnalyticsSetting,
} from '@troupe/contract/analytics/analytics';
import {
  addCost,
  changeCost,
  deleteCost,
  importCosts,
  listCosts,
} from '@troupe/contract/analytics/cost-entry';
import { getCampaignMetrics } from '@troupe/contract/campaigns/campaign-content';
import { FORMULA_IDS } from '@troupe/domain/figure';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
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
import { writeRates } from './exchange-rate/exchange-rate.queries.ts';

let w: StoreWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());

const day = (days: number) => daysAgo(days).slice(0, 10);

/** A brand with two creators, orders in two currencies, clicks, and a cost. */
async function aWorld() {
  const world = await aBooksWorld(w, rulesWith({}, {}, { zone: 'Asia/Kathmandu' }));
  const mara = await anAffiliate(world, { name: 'Mara Lind' });
  const ben = await anAffiliate(world, { name: 'Ben Ode' });
  await aCode(world, mara.id, 'MARA10');
  const link = await aBookLink(world, ben.id);
  const coded = { discount_codes: [{ code: 'MARA10', amount: '0.00', type: 'percentage' }] };
  const at = (moment: string) => ({ created_at: moment, updated_at: moment });
  // 18:15 UTC is midnight in Kathmandu: the first order counts on the next day there.
  await sendStore(
    world,
    [
      'orders/create',
      storeOrder(1, { ...coded, ...at(`${day(6)}T18:20:00Z`), landing_site: `/?ref=${link.slug}` }),
    ],
    ['orders/create', storeOrder(2, { ...at(`${day(5)}T05:00:00Z`), landing_site: `/?ref=${link.slug}` })],
    [
      'orders/create',
      storeOrder(3, {
        ...coded,
        ...at(`${day(5)}T06:00:00Z`),
        currency: 'JPY',
        total_price: '9000',
        subtotal_price: '9000',
        total_shipping_price_set: null,
      }),
    ],
    ['orders/create', storeOrder(4, { ...coded, ...at(`${day(12)}T06:00:00Z`) })],
    ['refunds/create', storeRefund(1, 2)],
  );
  await w.t.api.pool.query(
    `insert into affiliate_click_quarter (link_id, bucket, verdict, brand_id, n, first_of_day)
      values ($1, $2, 'person', $3, 40, 30), ($1, $2, 'bot', $3, 7, 0)`,
    [link.id, `${day(5)}T05:00:00Z`, world.brandId],
  );
  const params = { brandId: world.brandId };
  await world.owner.call(addCost, {
    params,
    body: { day: day(5), kind: 'ads', amount: 3500, currency: 'EUR', reference: 'INV-1' },
  });
  return { world, params, owner: world.owner };
}

test('[R1.018, R2.041] analytics agree with the affiliate screen and know revenue, spend and ROAS', async () => {
  const { params, owner } = await aWorld();
  const query = { from: day(7), to: day(3) };
  const { analytics } = await owner.call(getAnalytics, { params, query: { ...query, groupBy: 'creator' } });
  const figure = (id: string, currency: string | null = null) =>
    analytics.figures.find((one) => one.formula === id && one.currency === currency);
  expect(analytics).toMatchObject({ zone: 'Asia/Kathmandu', currencies: ['EUR', 'JPY'], every: 'day' });
  expect(figure('net-revenue', 'EUR')).toMatchObject({
    value: 15_000,
    known: 2,
    unknown: 0,
    previous: { value: 9000 },
  });
  expect(figure('net-revenue', 'JPY')?.value).toBe(9000);
  expect(figure('spend', 'EUR')?.value).toBe(1500 + 3500);
  expect(figure('roas', 'EUR')?.value).toBe(3);
  expect(figure('orders')?.value).toBe(3);
  expect(figure('cpm', 'EUR')).toMatchObject({ value: null, why: 'several-currencies' });
  expect(figure('roi', 'EUR')).toMatchObject({ value: null, why: 'needs-margin' });
  const affiliate = await owner.call(getAffiliateAnalytics, { params, query });
  const { current } = affiliate.analytics;
  expect([figure('orders')?.value, figure('clicks')?.value, figure('visitors')?.value]).toEqual([
    current.orders,
    current.clicks,
    current.visitors,
  ]);
  for (const { currency, net, refunded, commission } of current.amounts) {
    expect(figure('net-revenue', currency)?.value).toBe(net);
    expect(figure('refunds', currency)?.value).toBe(refunded);
    expect(figure('commission', currency)?.value).toBe(commission);
  }
  expect(figure('conversion')?.value).toBe((current.conversion?.rate ?? 0) * 100);
  expect(figure('conversion')?.low).toBe((current.conversion?.low ?? 0) * 100);
  // The order of 18:20 UTC is on the next day in Kathmandu.
  expect(analytics.series.map(({ start, orders }) => [start, orders])).toEqual([
    [day(7), 0],
    [day(6), 0],
    [day(5), 3],
    [day(4), 0],
    [day(3), 0],
  ]);
  expect(analytics.rows.map(({ name, figures }) => [name, figures[0]?.value])).toEqual([
    ['Ben Ode', 9000],
    ['Mara Lind', 6000],
    ['', 0],
  ]);
  const { formulas } = await owner.call(listFormulas, { params });
  expect(formulas.map(({ id }) => id)).toEqual([...FORMULA_IDS]);
  await owner.call(putAnalyticsSetting, {
    params,
    body: { margin: 60, emv: false, emvShared: false, currency: null },
  });
  const again = await owner.call(getAnalytics, { params, query });
  // (15,000 × 60% − 5,000) / 5,000.
  expect(again.analytics.figures.find(({ formula }) => formula === 'roi')?.value).toBe(80);
});

/** Downloads the evidence of a figure. */
async function evidenceOf(
  owner: TestPerson,
  brandId: string,
  formula: string,
  query: Record<string, string>,
) {
  const response = await fetch(
    `${w.t.url}/brand/${brandId}/analytics/figures/${formula}/evidence?${new URLSearchParams(query)}`,
    { headers: { authorization: `Bearer ${owner.token}` } },
  );
  expect([formula, response.status]).toEqual([formula, 200]);
  return response.text();
}

/** Runs the verifier as people do. */
const verify = (file: string) =>
  spawnSync(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../../../../docs/verify-figure.mjs'), file],
    {
      encoding: 'utf8',
    },
  );

/** Evidence with the hash of what it says now. */
function rehashed(text: string): string {
  const content = text.slice(0, text.lastIndexOf(',"sha256"'));
  const hash = createHash('sha256').update(`${content}}`).digest('hex');
  return `${content},"sha256":"${hash}"}`;
}

test('the evidence of every figure adds up to the figure, also offline', async () => {
  const { params, owner } = await aWorld();
  await owner.call(putAnalyticsSetting, {
    params,
    body: { margin: 60, emv: false, emvShared: false, currency: null },
  });
  await writeRates(w.t.api.pool, [{ day: day(8), currency: 'JPY', perEuro: '162.37' }], {
    source: 'ECB',
    now: new Date(),
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'evidence-'));
  const days = { from: day(7), to: day(3) };
  for (const currency of ['each', 'EUR', 'JPY']) {
    const query = Object.assign({ currency }, days);
    const { analytics } = await owner.call(getAnalytics, { params, query });
    for (const { formula, currency: of, value, why } of analytics.figures) {
      if (why === 'several-currencies') continue;
      const text = await evidenceOf(
        owner,
        params.brandId,
        formula,
        of ? Object.assign({ in: of }, query) : query,
      );
      expect([formula, of, JSON.parse(text).result.value]).toEqual([formula, of, value]);
      const file = path.join(folder, `${formula}-${of}.json`);
      await writeFile(file, text);
      const checked = verify(file);
      expect([checked.status, checked.stdout]).toEqual([0, expect.stringMatching(/^ok /)]);
    }
    const net = await evidenceOf(owner, params.brandId, 'net-revenue', Object.assign({ in: 'EUR' }, query));
    const forged = path.join(folder, 'forged.json');
    const refused = async (content: string) => {
      await writeFile(forged, content);
      const { status, stdout } = verify(forged);
      expect(status).toBe(1);
      return stdout;
    };
    const changed = net.replace('"amount":9000', '"amount":9001');
    expect(await refused(changed)).toContain('the content was changed');
    // Someone who calculates the hash again is found out by the items.
    expect(await refused(rehashed(changed))).toContain('the items lead to');
    const parted = net.replace('"amount":9000', '"amount":9000.5');
    expect(await refused(rehashed(parted))).toContain('9000.5 is no whole amount');
    if (currency === 'EUR') {
      const unrated = net.replace(/("currency":"JPY"[^{}]*"rate":)"[^"]*"/, '$1null');
      expect(await refused(rehashed(unrated))).toContain('an amount in JPY has no rate');
    }
  }
  // Without a rate nothing is known, and nothing is 0.
  const { analytics: pounds } = await owner.call(getAnalytics, {
    params,
    query: Object.assign({ currency: 'GBP' }, days),
  });
  for (const id of ['net-revenue', 'spend', 'roas'])
    expect(pounds.figures.find(({ formula }) => formula === id)).toMatchObject({
      value: null,
      why: 'no-rate',
    });
  // 9,000 yen at 162.37 are 55.43 euros.
  const { analytics } = await owner.call(getAnalytics, {
    params,
    query: Object.assign({ currency: 'EUR' }, days),
  });
  expect(analytics.figures[0]?.value).toBe(15_000 + 5543);
  expect(analytics.rates).toEqual({ latest: day(8), carried: true });
});

test('analytics of a campaign agree with its metrics to the last digit', async () => {
  const world = await aProgramWorld(w.t);
  const { campaignId, optInId } = await aProgramCreator(w.t, world.brandId);
  const figures = [
    { views: 1203, reach: 977, likes: 61, comments: 7, saves: null, shares: 3 },
    { views: 333, reach: null, likes: 10, comments: null, saves: null, shares: null },
    { views: null, reach: 571, likes: 23, comments: 1, saves: 0, shares: 0 },
    { views: 91, reach: 80, likes: null, comments: null, saves: null, shares: null },
  ];
  for (const [n, counts] of figures.entries())
    await w.t.api.pool.query(
      `insert into live_post (id, brand_id, campaign_id, opt_in_id, kind, platform, url, published_at, figures, source)
        values (gen_random_uuid(), $1, $2, $3, 'reel', 'tiktok', $4, $5, $6, 'tiktok')`,
      [world.brandId, campaignId, optInId, `https://x.example/${n}`, daysAgo(n + 2), JSON.stringify(counts)],
    );
  const metrics = await world.owner.call(getCampaignMetrics, {
    params: { brandId: world.brandId, campaignId },
    query: {},
  });
  const params = { brandId: world.brandId };
  const { analytics } = await world.owner.call(getAnalytics, {
    params,
    query: { campaignId, groupBy: 'content' },
  });
  const of = (id: string) => analytics.figures.find(({ formula }) => formula === id);
  for (const id of ['views', 'reach', 'likes', 'comments', 'saves', 'shares', 'engagements'] as const)
    expect([id, of(id)?.value, of(id)?.unknown]).toEqual([id, metrics[id].value, metrics[id].unknown]);
  expect(of('posts')?.value).toBe(metrics.contentCount);
  expect(of('engagement-rate')?.value).toBe(metrics.engagementRate);
  // (71 + 24) / (977 + 571): posts without reach or engagements are left out.
  expect(metrics.engagementRate).toBe((95 / 1548) * 100);
  expect(analytics.rowsTotal).toBe(4);
});

test('sensitivity credits orders by other rules', async () => {
  const { params, owner } = await aWorld();
  await owner.call(addCost, { params, body: { day: day(5), kind: 'tool', amount: 900, currency: 'AUD' } });
  const { sensitivity } = await owner.call(getSensitivity, { params, query: { from: day(7), to: day(3) } });
  expect(sensitivity.rules.map(({ rule, orders }) => [rule, orders])).toEqual([
    ['current', 3],
    ['last-30', 3],
    ['last-7', 3],
    ['first-30', 3],
    ['code-only', 2],
    ['link-only', 2],
  ]);
  const band = sensitivity.bands.find(({ currency }) => currency === 'EUR');
  expect(band).toMatchObject({ value: 3, low: 1.2, high: 3 });
  // The currency with the largest revenue comes first, not one with a cost alone.
  const overview = await owner.call(getAnalytics, { params, query: { from: day(7), to: day(3) } });
  const currencies = sensitivity.bands.map(({ currency }) => currency);
  expect(currencies).toEqual(overview.analytics.currencies);
  expect(currencies.at(-1)).toBe('AUD');
  for (const { figures } of sensitivity.rules)
    expect(figures.flatMap((one) => (one.formula === 'roas' ? one.currency : []))).toEqual(currencies);
});

test('costs are entered once, changed by version, and counted', async () => {
  const { params, owner } = await aWorld();
  const body = { day: day(4), kind: 'tool' as const, amount: 1200, currency: 'EUR', reference: 'INV-2' };
  const { cost } = await owner.call(addCost, { params, body });
  await expect(owner.call(addCost, { params, body })).rejects.toMatchObject({ code: 'conflict' });
  const place = { brandId: params.brandId, costId: cost.id };
  await owner.call(changeCost, { params: place, body: { ...body, amount: -200, version: 1 } });
  await expect(
    owner.call(changeCost, { params: place, body: { ...body, amount: 1, version: 1 } }),
  ).rejects.toMatchObject({ code: 'conflict' });
  const csv =
    'day,kind,amount,currency,reference\r\n2026-01-05,ads,12.50,eur,INV-2\r\n2026-01-05,ads,12.50,eur,A\r\n31.2.,ads,1,EUR,B\r\n2026-01-05,ads,=1+1,EUR,C\r\n';
  const { imported } = await owner.call(importCosts, { params, body: { csv } });
  expect(imported).toMatchObject({ added: 1, skipped: 1, rejected: 2 });
  const { costs, sums } = await owner.call(listCosts, { params, query: {} });
  expect(costs.map(({ amount, source }) => [amount, source])).toEqual([
    [-200, 'hand'],
    [3500, 'hand'],
    [1250, 'import'],
  ]);
  expect(sums).toContainEqual({ kind: 'ads', currency: 'EUR', amount: 4750, count: 2 });
  await owner.call(deleteCost, { params: place });
  await expect(owner.call(deleteCost, { params: place })).rejects.toMatchObject({ code: 'not_found' });
});

test('refuses periods, zones and costs that make no sense', async () => {
  const { params, owner } = await aWorld();
  const ask = (query: object) => owner.call(getAnalytics, { params, query: query as never });
  for (const query of [
    { from: day(1), to: day(2) },
    { from: '1990-01-01', to: '2026-01-01' },
    { from: '2021-01-01', to: '2026-01-01' },
    { from: '2024-01-01', to: '2026-01-01', every: 'day' },
    { zone: 'Mars/Base' },
    { zone: '+05:30' },
    { compare: 'custom' },
    { currency: 'eur' },
  ])
    await expect(ask(query), JSON.stringify(query)).rejects.toMatchObject({ code: 'invalid' });
  await expect(ask({ campaignId: '01980000-0000-7000-8000-000000000000' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const cost = { day: day(1), kind: 'ads' as const, amount: -(10 ** 15), currency: 'EUR' };
  await expect(owner.call(addCost, { params, body: cost })).rejects.toMatchObject({ code: 'invalid' });
});
