import { expect, test } from 'vitest';
import { type AcceptedOffer, priceEstimates } from './price-estimate.ts';

const offer = (
  fee: number | null,
  followers: number | null,
  more: Partial<AcceptedOffer['terms']> = {},
): AcceptedOffer => ({
  optInId: '0193f9a0-0000-7000-8000-000000000001',
  campaignId: '0193f9a0-0000-7000-8000-000000000002',
  campaign: 'Autumn',
  username: 'mara',
  agreed: '2026-09-01T12:00:00.000Z',
  terms: Object.assign({ fee, currency: 'USD', deliverables: [{ kind: 'post', count: 1 }] }, more),
  followers,
  views: null,
  dated: true,
});
const creator = { followers: 20_000, views: null };

test('takes the median of prices per follower, with the interval that five offers allow', () => {
  // 1, 2, 3, 4 and 10 cents per follower; the fourth is for two posts.
  const offers = [
    offer(10_000, 10_000),
    offer(20_000, 10_000),
    offer(3_000, 1_000),
    offer(80_000, 10_000, { deliverables: [{ kind: 'post', count: 2 }] }),
    offer(100_000, 10_000),
  ];
  const [estimate] = priceEstimates(offers, creator).estimates;
  expect(estimate).toMatchObject({
    offers: 5,
    median: 60_000,
    low: 20_000,
    high: 200_000,
    basis: 'followers',
  });
  // Between the lowest and highest of five, a sixth falls in 4 of 6 cases.
  expect(estimate?.coverage).toBeCloseTo(4 / 6);
});

test('narrows the interval to 80% once there are enough offers', () => {
  const offers = Array.from({ length: 19 }, (_, at) => offer((at + 1) * 1000, 1000));
  const [estimate] = priceEstimates(offers, creator).estimates;
  // Between the 2nd and 18th of 19: (20 − 4) / 20.
  expect(estimate).toMatchObject({ median: 200_000, low: 40_000, high: 360_000, coverage: 0.8 });
});

test('gives no estimate from too few offers, and never adds currencies or divides mixed fees', () => {
  const both = [
    { kind: 'post' as const, count: 1 },
    { kind: 'story' as const, count: 2 },
  ];
  const found = priceEstimates(
    [
      ...Array.from({ length: 4 }, () => offer(10_000, 10_000)),
      offer(10_000, 10_000, { currency: 'EUR' }),
      offer(10_000, 10_000, { deliverables: both }),
      offer(10_000, null),
      offer(10_000, 0),
      offer(0, 10_000),
      offer(null, 10_000),
    ],
    creator,
  );
  expect(found).toMatchObject({ mixed: 1, unknown: 2 });
  expect(found.estimates.map(({ currency, offers, median, low }) => [currency, offers, median, low])).toEqual(
    [
      ['USD', 4, null, null],
      ['EUR', 1, null, null],
    ],
  );
  expect(priceEstimates([offer(10_000, 10_000)], { followers: null, views: null })).toMatchObject({
    estimates: [],
    unknown: 1,
  });
});

test('scales prices of videos by views if they are known', () => {
  const reels = Array.from({ length: 5 }, () =>
    Object.assign(offer(50_000, 10_000, { deliverables: [{ kind: 'reel', count: 1 }] }), { views: 5_000 }),
  );
  expect(priceEstimates(reels, { followers: 20_000, views: 8_000 }).estimates[0]).toMatchObject({
    basis: 'views',
    size: 8_000,
    median: 80_000,
  });
  expect(priceEstimates(reels, creator).estimates[0]).toMatchObject({ basis: 'followers', median: 100_000 });
});
