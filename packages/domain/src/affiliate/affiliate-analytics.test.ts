import { expect, test } from 'vitest';
import { share95 } from '../share-interval.ts';
import { missedOrders } from './affiliate-analytics.ts';

test('a share has the interval that Wilson gives', () => {
  // Newcombe 1998, table I: 81 of 263 is 0.2553 to 0.3662, 0 of 20 is 0 to 0.1611.
  const { low, high } = share95(81, 263);
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.2553', '0.3662']);
  expect(share95(0, 20).high.toFixed(4)).toBe('0.1611');
  expect(share95(3, 2).rate).toBe(1);
});

test('missed orders follow from how many both witnesses saw', () => {
  // 51 · 41 / 21 − 1 = 98.57: of 98, 50 + 40 − 20 = 70 were seen.
  expect(missedOrders(50, 40, 20)).toBe(28);
  expect(missedOrders(50, 40, 6)).toBeNull();
  expect(missedOrders(20, 20, 20)).toBe(0);
});
