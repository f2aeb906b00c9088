import { expect, test } from 'vitest';
import { quartilesOf, shareBeaten, sharedQuartiles } from './benchmark-rules.ts';
import { rankRates, ratePrior } from './leaderboard.ts';

test('one order of one click is not first', () => {
  const rows = [
    { k: 1, n: 1 },
    { k: 200, n: 1000 },
    { k: 60, n: 1000 },
    { k: 30, n: 1000 },
    { k: 0, n: 40 },
  ];
  const ranked = rankRates(rows)
    .map((rate, row) => ({ row, low: rate?.low ?? 0 }))
    .sort((a, b) => b.low - a.low)
    .map(({ row }) => row);
  expect(ranked[0]).toBe(1);
  expect(ranked.indexOf(0)).toBeGreaterThan(0);
  const [one, proven] = rankRates(rows);
  expect(one).toMatchObject({ rate: 1, k: 1, n: 1 });
  expect(one?.shrunk).toBeLessThan(0.5);
  // A thousand cases speak for themselves.
  expect(proven?.shrunk).toBeCloseTo(0.2, 2);
});

test('rates that differ by chance alone are all pulled to the rate of all', () => {
  const rows = [48, 52, 50, 49, 51].map((k) => ({ k, n: 1000 }));
  expect(ratePrior(rows)).toEqual({ a: expect.closeTo(500, 6), b: expect.closeTo(9500, 6) });
  for (const rate of rankRates(rows)) expect(rate?.shrunk).toBeCloseTo(0.05, 3);
});

test('rows without cases have no rate, and no successes at all are no error', () => {
  expect(rankRates([])).toEqual([]);
  expect(rankRates([{ k: 0, n: 0 }])).toEqual([null]);
  const [none] = rankRates([{ k: 0, n: 10 }]);
  expect(none).toMatchObject({ rate: 0, shrunk: 0, low: expect.closeTo(0, 9) });
  const [all] = rankRates([{ k: 10, n: 10 }]);
  expect(all?.shrunk).toBeLessThanOrEqual(1);
  // More orders than clicks: links opened earlier.
  expect(rankRates([{ k: 12, n: 10 }])[0]).toMatchObject({ rate: 1, k: 10 });
});

test('quartiles need four values, and those of others five brands of which none dominates', () => {
  expect(quartilesOf([1, 2, 3])).toBeNull();
  expect(quartilesOf([4, 1, 3, 2])).toEqual({ items: 4, q1: 1.75, median: 2.5, q3: 3.25 });
  const items = (...counts: number[]) =>
    counts.flatMap((count, brand) =>
      Array.from({ length: count }, (_, value) => ({ brandId: `${brand}`, value })),
    );
  expect(sharedQuartiles(items(9, 9, 9, 9))).toEqual({ why: 'too-few-brands' });
  expect(sharedQuartiles(items(5, 2, 2, 2, 1))).toEqual({ why: 'one-brand-dominates' });
  expect(sharedQuartiles(items(4, 2, 2, 1, 1))).toHaveProperty('quartiles.items', 10);
});

test('the share beaten counts equal values half, in the direction of the figure', () => {
  expect(shareBeaten(2, [], { lowerIsBetter: false })).toBeNull();
  expect(shareBeaten(3, [1, 2, 3, 4], { lowerIsBetter: false })).toBe(0.625);
  expect(shareBeaten(3, [1, 2, 3, 4], { lowerIsBetter: true })).toBe(0.375);
});
