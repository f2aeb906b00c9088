import { NEW_PROGRAM_RULES } from '@troupe/domain/affiliate/affiliate-program';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { countStaleSales } from '../affiliate/attribution/sales-total.queries.ts';
import { compareAnalytics, countStaleAnalytics } from './analytics/sales-count.queries.ts';
import { readAnalytics } from './analytics.ts';
import { compareAll } from './check-sums.ts';
import { writeRates } from './exchange-rate/exchange-rate.queries.ts';
import { readEvidence } from './figure-evidence.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
  // A dollar is worth something else each day; the yen has no rate after the first night.
  const days = Array.from({ length: 250 }, (_, at) => ({ day: dayAfter('2025-09-15', at), at }));
  await writeRates(
    t.api.pool,
    days.flatMap(({ day, at }) => [
      { day, currency: 'USD', perEuro: String(1.05 + at / 1000) },
      ...(day < '2025-11-20' ? [{ day, currency: 'JPY', perEuro: String(160 + at / 10) }] : []),
    ]),
    { source: 'test', now: new Date() },
  );
});
afterAll(() => t.stop());

/** Zones with the nights in which clocks change: whole hours, half an hour, quarters, and none. */
const ZONES = {
  'Europe/Lisbon': ['2026-03-29', '2025-10-26'],
  'America/New_York': ['2026-03-08', '2025-11-02'],
  'Australia/Lord_Howe': ['2025-10-05', '2026-04-05'],
  'America/St_Johns': ['2026-03-08', '2025-11-02'],
  'Asia/Kathmandu': ['2026-03-29', '2025-10-26'],
} as const;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const run = (text: string, values: unknown[] = []) => t.api.pool.query(text, values);

/** A brand with three affiliates, two of them in a campaign. */
async function aBrand(zone: string) {
  const brandId = await t.brand();
  const storeId = newId();
  await run(
    `insert into store (id, brand_id, platform, shop, name, status, connected_at) values ($1::uuid, $2, 'shopify', $1::text || '.myshopify.com', 'S', 'connected', now())`,
    [storeId, brandId],
  );
  await run(
    `insert into affiliate_program (brand_id, state, version, rules, signing_secret, signer, updated_at)
      values ($1, 'on', 1, $2, '', '', now())`,
    [brandId, JSON.stringify(Object.assign({}, NEW_PROGRAM_RULES, { zone }))],
  );
  const campaignId = newId();
  await run(`insert into campaign (id, brand_id, title, slug) values ($1, $2, 'Spring', 'spring')`, [
    campaignId,
    brandId,
  ]);
  const affiliates: { id: string; creatorId: string; linkId: string }[] = [];
  for (const platform of ['tiktok', 'instagram', 'tiktok']) {
    const [id, creatorId, linkId] = [newId(), newId(), newId()];
    await run(
      `insert into creator (id, platform, username, fullname, profile_url) values ($1::uuid, $2, $1::text, 'C', 'https://x.example')`,
      [creatorId, platform],
    );
    await run(`insert into affiliate (id, brand_id, creator_id, state) values ($1, $2, $3, 'active')`, [
      id,
      brandId,
      creatorId,
    ]);
    await run(
      `insert into affiliate_link (id, brand_id, affiliate_id, slug, store_id, path, campaign_id)
        values ($1::uuid, $2, $3, right($1::text, 12), $4, '/', $5)`,
      [linkId, brandId, id, storeId, affiliates.length < 2 ? campaignId : null],
    );
    affiliates.push({ id, creatorId, linkId });
  }
  return { brandId, storeId, campaignId, affiliates };
}

/** Random orders, decisions, refunds, clicks and deletions around a night, in bulk. */
async function randomEvents(
  pool: pg.Pool,
  { brandId, storeId, campaignId, affiliates }: Awaited<ReturnType<typeof aBrand>>,
  night: string,
  events: number,
): Promise<void> {
  const ids = affiliates.map(({ id }) => id);
  const at = (column: string) =>
    `($1::date::timestamp at time zone 'UTC') + (${column} * 4 - 1.5) * interval '1 day'`;
  await pool.query(
    `insert into store_order (id, brand_id, store_id, external_id, source, name, placed_at, changed_at, told_at,
        financial_status, test, currency, total, subtotal, taxes_included, refunded, net, status, counted, discounts,
        discount_codes, attributes, lines, customer_key, created_at)
      select gen_random_uuid(), $2, $3, $1 || '-' || n, 'store', '#' || n, ${at('random()')}, now(), now(), 'paid', false,
        (array['EUR', 'USD', 'JPY'])[1 + floor(random() * 3)::int], 9000, 9000, false, 0, floor(random() * 9000), 'open',
        random() > 0.1, '[]', '{}', '[]', '[]', md5(n::text), now() from generate_series(1, $4::int) n`,
    [night, brandId, storeId, events],
  );
  const decide = (revision: number, share: string) =>
    pool.query(
      `insert into attribution (id, brand_id, order_id, revision, program_version, rule, shares, evidence, at)
        select gen_random_uuid(), $1, o.id, $4, 1, 'code',
          case when r < 0.1 then '[]'::jsonb
            when r < 0.2 then jsonb_build_array(jsonb_build_object('affiliateId', ($3::text[])[1], 'bp', 3333),
              jsonb_build_object('affiliateId', ($3::text[])[3], 'bp', 6667))
            else jsonb_build_array(jsonb_build_object('affiliateId', ($3::text[])[1 + floor(random() * 3)::int], 'bp', 10000)) end,
          '[]', now()
        from (select id, random() as r from store_order where brand_id = $1 and external_id like $2 || '%' and ${share}) o`,
      [brandId, night, ids, revision],
    );
  await decide(1, 'random() < 0.9');
  await pool.query(
    `insert into commission (id, brand_id, affiliate_id, order_id, placed_at, number, kind, amount, currency, basis, lines,
        matures_at, at, campaign_id)
      select gen_random_uuid(), $1, (share->>'affiliateId')::uuid, o.id, o.placed_at,
        (select coalesce(max(number), 0) from commission where brand_id = $1) + row_number() over (), 'earned',
        round(o.net * 0.1), o.currency, o.net, '[]', now(), now(), case when random() < 0.6 then $3::uuid end
      from store_order o join attribution a on a.order_id = o.id cross join lateral jsonb_array_elements(a.shares) share
      where o.brand_id = $1 and o.external_id like $2 || '%'`,
    [brandId, night, campaignId],
  );
  // Half are counted before the rest changes.
  await countStaleSales(pool, { brandId });
  await countStaleAnalytics(pool, { brandId, most: 200 });
  await decide(2, 'random() < 0.2 and exists (select from attribution where order_id = store_order.id)');
  await pool.query(
    `update store_order set net = floor(net * 0.5), refunded = ceil(net * 0.5) where brand_id = $1 and random() < 0.2`,
    [brandId],
  );
  await pool.query(`delete from store_order where brand_id = $1 and random() < 0.03`, [brandId]);
  await pool.query(
    `insert into affiliate_click_quarter (link_id, bucket, verdict, brand_id, n, first_of_day)
      select distinct on (1, 2, 3) ($3::uuid[])[1 + n % 3], date_bin('15 minutes', ${at('random()')}, timestamptz 'epoch'),
        case when random() < 0.8 then 'person' else 'bot' end, $2, 1 + floor(random() * 20), 1
      from generate_series(1, $4::int) n on conflict (link_id, bucket, verdict)
        do update set n = affiliate_click_quarter.n + excluded.n`,
    [night, brandId, affiliates.map(({ linkId }) => linkId), Math.floor(events / 10)],
  );
}

/**
 * Random events around each night. The performance measurements run this test with many more, over fewer periods.
 * `SUMS_ZONE` chooses one zone, so that very many can be run in parts.
 */
const EVENTS = Number(process.env.SUMS_EVENTS ?? 400);
const { SUMS_ZONE } = process.env;
const isLarge = EVENTS > 1000;
const PERIODS = [
  // Whole weeks, with days before and after them.
  [-10, 13],
  [0, 0],
  ...(isLarge
    ? []
    : ([
        [0, 1],
        [-1, 0],
      ] as const)),
] as const;

/** Every other combination on each night, the rest on the other night; zones take turns. */
const isTurn = (...at: number[]) => isLarge || at.reduce((sum, one) => sum + one, 0) % 2 === 0;

test.each(Object.entries(ZONES).filter(([zone]) => !SUMS_ZONE || zone === SUMS_ZONE))(
  'sums equal the ledgers to the last unit in %s over both nights',
  async (zone, nights) => {
    const brand = await aBrand(zone);
    const zoneAt = Object.keys(ZONES).indexOf(zone);
    for (const night of nights) await randomEvents(t.api.pool, brand, night, EVENTS);
    if (isLarge) {
      // More changed than a request counts itself: until the job has counted all, figures are as of an earlier time.
      await countStaleSales(t.api.pool, { brandId: brand.brandId });
      await countStaleAnalytics(t.api.pool, { brandId: brand.brandId });
    }
    for (const [nightAt, night] of nights.entries()) {
      const shift = (days: number) => dayAfter(night, days);
      const scopes = [
        {},
        { campaignId: brand.campaignId },
        { creatorId: brand.affiliates[0]?.creatorId },
        { platform: 'tiktok' as const },
        { campaignId: brand.campaignId, creatorId: brand.affiliates[1]?.creatorId },
        { currency: 'EUR' },
        { currency: 'USD', campaignId: brand.campaignId },
      ];
      for (const [periodAt, [first, last]] of PERIODS.entries())
        for (const [scopeAt, scope] of scopes.entries()) {
          if (!isTurn(zoneAt, nightAt, periodAt, scopeAt)) continue;
          const query = Object.assign(
            { from: shift(first), to: shift(last), compare: 'none' as const },
            scope,
          );
          const analytics = await readAnalytics(t.api, brand.brandId, query);
          for (const formula of [
            'net-revenue',
            'orders',
            'commission',
            'clicks',
            'visitors',
            'conversion',
            'creators',
          ] as const)
            for (const figure of analytics.figures.filter((one) => one.formula === formula)) {
              const { currency, value } = figure;
              const evidence = await readEvidence(
                t.api,
                brand.brandId,
                formula,
                Object.assign({}, query, currency ? { in: currency } : {}),
              );
              expect([zone, query, formula, currency, value]).toEqual([
                zone,
                query,
                formula,
                currency,
                evidence.result.value,
              ]);
            }
          // Days of the chart add up the ledger's days in the zone.
          const { inputs } = await readEvidence(t.api, brand.brandId, 'orders', query);
          for (const { start, orders } of analytics.series)
            expect([start, orders]).toEqual([start, inputs.filter(({ day }) => day === start).length]);
        }
    }
    const [spring] = nights;
    const { current } = await readAnalytics(t.api, brand.brandId, { from: spring, to: spring });
    const hours = {
      'Europe/Lisbon': 23,
      'America/New_York': 23,
      'Australia/Lord_Howe': 23.5,
      'America/St_Johns': 23,
    };
    expect(current.clockChanges).toEqual(
      zone in hours ? [{ day: spring, hours: hours[zone as keyof typeof hours] }] : [],
    );
    const whole = { since: '2025-10-01', until: '2026-04-30' };
    await countStaleAnalytics(t.api.pool, { brandId: brand.brandId });
    expect(await compareAnalytics(t.api.pool, brand.brandId, whole)).toEqual({
      quarters: 0,
      days: 0,
      changed: null,
    });
  },
  isLarge ? 600_000 : undefined,
);

test('the nightly comparison corrects sums, fails, and notifies owners and administrators', async () => {
  const brand = await aBrand('UTC');
  const { brandId } = brand;
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const member = await t.person({ brandId });
  const administrator = await t.person({ role: 'administrator' });
  const stranger = await t.person({ brandId: await t.brand(), brandRole: 'owner' });
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await randomEvents(t.api.pool, brand, day(3), 100);
  const ask = { from: day(6), to: day(0), campaignId: brand.campaignId, compare: 'none' as const };
  const before = await readAnalytics(t.api, brandId, ask);
  await compareAll(t.api);
  const told = async ({ userId }: { userId: string }) => {
    const { rows } = await run('select kind, href, title, text from notification where user_id = $1', [
      userId,
    ]);
    return rows;
  };
  expect(await told(owner)).toEqual([]);
  await run('update analytics_day set credited = credited + 1 where brand_id = $1 and day = $2', [
    brandId,
    day(3),
  ]);
  await run('delete from analytics_quarter where brand_id = $1', [brandId]);
  await expect(compareAll(t.api)).rejects.toThrow('differed from the ledgers for 1 brands');
  // All sums are right, so no one is notified again.
  await compareAll(t.api);
  const after = await readAnalytics(t.api, brandId, ask);
  expect(after.figures.map(({ value }) => value)).toEqual(before.figures.map(({ value }) => value));
  const { rows } = await run('select brand_id from analytics_check');
  expect(rows).toEqual([{ brand_id: brandId }]);
  const ofOwner = await told(owner);
  expect(ofOwner).toEqual([
    {
      kind: 'analytics',
      href: expect.stringMatching(/^\/analytics\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/),
      title: expect.stringMatching(/^We corrected metrics for .+/),
      text: expect.stringContaining("didn't match the orders, commissions and clicks"),
    },
  ]);
  expect(await told(administrator)).toEqual([Object.assign({}, ofOwner[0], { href: '/admin/jobs' })]);
  expect(await told(member)).toEqual([]);
  expect(await told(stranger)).toEqual([]);
  // Weeks are compared with their days.
  await randomEvents(t.api.pool, brand, day(12), 100);
  const weeks = { from: day(80), to: day(0), campaignId: brand.campaignId, compare: 'none' as const };
  const valuesOf = async () => (await readAnalytics(t.api, brandId, weeks)).figures.map(({ value }) => value);
  const right = await valuesOf();
  for (const damage of [
    'update analytics_week set net = net + 5 where brand_id = $1',
    'update analytics_week set clicks = clicks + 1 where brand_id = $1',
    'delete from analytics_week where brand_id = $1',
    // A week in which nothing happened.
    `insert into analytics_week select brand_id, campaign_id, affiliate_id, week - 42, currency, credited, linked, net,
      refunded, commission, clicks, visitors from analytics_week where brand_id = $1 order by week desc limit 20`,
  ]) {
    await run(damage, [brandId]);
    expect([damage, await valuesOf()]).not.toEqual([damage, right]);
    await expect(compareAll(t.api)).rejects.toThrow('differed from the ledgers for 1 brands');
    await compareAll(t.api);
    expect([damage, await valuesOf()]).toEqual([damage, right]);
  }
});

test('the nightly comparison finds sums of orders that differ from the orders themselves', async () => {
  const brand = await aBrand('UTC');
  const { brandId } = brand;
  const today = new Date().toISOString().slice(0, 10);
  await randomEvents(t.api.pool, brand, today, 60);
  const ask = { from: today, to: today, compare: 'none' as const };
  const netOf = async () =>
    (await readAnalytics(t.api, brandId, ask)).figures
      .filter(({ formula }) => formula === 'net-revenue')
      .map(({ currency, value }) => [currency, value]);
  const before = await netOf();
  await compareAll(t.api);
  await run('update affiliate_sales_quarter set net = net + 7 where brand_id = $1 and net > 0', [brandId]);
  await expect(compareAll(t.api)).rejects.toThrow('differed from the ledgers for 1 brands');
  expect(await netOf()).toEqual(before);
});
