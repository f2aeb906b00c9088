import { listAffiliates } from '@troupe/contract/affiliate/affiliate';
import { getAffiliateAnalytics, getCreatorAnalytics } from '@troupe/contract/affiliate/affiliate-analytics';
import { listAffiliateLinks } from '@troupe/contract/affiliate/affiliate-link';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  DAY,
  daysAgo,
  rulesWith,
  sendStore,
  storeOrder,
  storeRefund,
} from './books.fixture.ts';

let w: StoreWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());

test('[R7.055, R7.056] analytics show clicks, orders and money per currency, and the period before', async () => {
  const world = await aBooksWorld(w, rulesWith({}, {}, { zone: 'Asia/Kathmandu' }));
  const [mara, ben] = [
    await anAffiliate(world, { name: 'Mara Lind' }),
    await anAffiliate(world, { name: 'Ben Ode' }),
  ];
  await aCode(world, mara.id, 'MARA10');
  const link = await aBookLink(world, ben.id);
  const coded = { discount_codes: [{ code: 'MARA10', amount: '0.00', type: 'percentage' }] };
  const at = (moment: string) => ({ created_at: moment, updated_at: moment });
  const day = (days: number) => daysAgo(days).slice(0, 10);
  // 18:15 UTC is midnight in Kathmandu: the first order counts on the next day there.
  const late = `${day(6)}T18:20:00Z`;
  await sendStore(
    world,
    ['orders/create', storeOrder(1, { ...coded, ...at(late), landing_site: `/?ref=${link.slug}` })],
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
    ['orders/create', storeOrder(5, at(`${day(5)}T06:00:00Z`))],
    ['refunds/create', storeRefund(1, 2)],
  );
  const bucket = `${day(5)}T05:00:00Z`;
  await w.t.api.pool.query(
    `insert into affiliate_click_quarter (link_id, bucket, verdict, brand_id, n, first_of_day)
      values ($1, $2, 'person', $3, 40, 30), ($1, $2, 'bot', $3, 7, 0)`,
    [link.id, bucket, world.brandId],
  );
  const query = { from: day(7), to: day(3) };
  const { analytics } = await world.owner.call(getAffiliateAnalytics, {
    params: { brandId: world.brandId },
    query,
  });
  expect(analytics.current).toMatchObject({
    from: day(7),
    to: day(3),
    clicks: 40,
    visitors: 30,
    orders: 3,
    returning: 0,
    uncredited: 0,
    held: 0,
    amounts: [
      { currency: 'EUR', net: 15_000, refunded: 3000, commission: 1500 },
      { currency: 'JPY', net: 9000, commission: 900 },
    ],
  });
  expect(analytics.current.conversion?.rate).toBeCloseTo(2 / 30);
  expect(analytics.previous).toMatchObject({
    from: day(12),
    to: day(8),
    orders: 1,
    clicks: 0,
    conversion: null,
  });
  expect(analytics.series.map(({ start, clicks, orders }) => [start, clicks, orders])).toEqual([
    [day(7), 0, 0],
    [day(6), 0, 0],
    [day(5), 40, 3],
    [day(4), 0, 0],
    [day(3), 0, 0],
  ]);
  expect(analytics.clicks).toEqual(
    expect.arrayContaining([
      { verdict: 'person', n: 40 },
      { verdict: 'bot', n: 7 },
    ]),
  );
  expect(analytics.coverage).toEqual({ code: 2, link: 2, both: 1, missed: null });
  // Ben's order of 90.00 EUR is more than what is left of Mara's; her yen aren't added to it.
  expect(analytics.creators.map(({ creator, clicks, orders }) => [creator.fullname, clicks, orders])).toEqual(
    [
      ['Ben Ode', 40, 1],
      ['Mara Lind', 0, 2],
    ],
  );
  // What creators are credited with is never more than the store sold.
  const eur = analytics.creators
    .flatMap(({ amounts }) => amounts)
    .filter(({ currency }) => currency === 'EUR');
  expect(eur.reduce((all, { net }) => all + net, 0)).toBe(15_000);
  const params = { brandId: world.brandId, productId: ben.id };
  const { analytics: bens } = await world.owner.call(getCreatorAnalytics, {
    params,
    query: { ...query, groupBy: 'month' },
  });
  expect(bens).toMatchObject({
    creator: { fullname: 'Ben Ode' },
    current: {
      orders: 1,
      uncredited: 1,
      clicks: 40,
      amounts: [{ currency: 'EUR', net: 9000, commission: 900 }],
    },
    due: [{ currency: 'EUR', held: 900, next: 0, open: 0 }],
  });
  await expect(
    world.owner.call(getAffiliateAnalytics, {
      params: { brandId: world.brandId },
      query: { from: day(1), to: day(2) },
    }),
  ).rejects.toMatchObject({ status: 422 });
  await expect(
    world.owner.call(getAffiliateAnalytics, {
      params: { brandId: world.brandId },
      query: { from: '0001-01-01', to: '0001-01-02' },
    }),
  ).rejects.toMatchObject({ status: 422 });
  const foreign = await anAffiliate(await aBooksWorld(w));
  await expect(
    world.owner.call(getCreatorAnalytics, { params: { ...params, productId: foreign.id } }),
  ).rejects.toMatchObject({ status: 404 });
});

test('lists of creators and links count the same 30 days as analytics: whole days in the zone of the program', async () => {
  const world = await aBooksWorld(w, rulesWith({}, {}, { zone: 'Asia/Kathmandu' }));
  const ben = await anAffiliate(world);
  const link = await aBookLink(world, ben.id);
  const params = { brandId: world.brandId };
  const kathmandu = (at: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' }).format(new Date(at));
  // Midnight there, 29 days before today.
  const first = Date.parse(`${kathmandu(Date.now() - 29 * DAY)}T00:00:00+05:45`);
  await w.t.api.pool.query(
    `insert into affiliate_click_quarter (link_id, bucket, verdict, brand_id, n, first_of_day)
      values ($1, $3, 'person', $2, 4, 4), ($1, $4, 'person', $2, 60, 60)`,
    [link.id, world.brandId, new Date(first).toISOString(), new Date(first - 15 * 60_000).toISOString()],
  );
  const { analytics } = await world.owner.call(getAffiliateAnalytics, { params });
  const { affiliates } = await world.owner.call(listAffiliates, { params });
  const { brandAffiliateLinks } = await world.owner.call(listAffiliateLinks, { params });
  expect([
    analytics.current.clicks,
    affiliates[0]?.clicks30Days,
    brandAffiliateLinks[0]?.clicks30Days,
  ]).toEqual([4, 4, 4]);
});
