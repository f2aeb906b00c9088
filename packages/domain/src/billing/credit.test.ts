import { expect, test } from 'vitest';
import { CreditAdjustment, CreditKind, REPORT_CREDITS, refundedCredits } from './credit.ts';

const adjusts = (amount: number, reason = 'Goodwill') =>
  CreditAdjustment.safeParse({ amount, reason }).success;

test('a report costs one credit', () => expect(REPORT_CREDITS).toBe(1));

test('a balance changes for eight reasons', () => {
  expect(CreditKind.options).toEqual([
    ...['plan', 'grant', 'purchase', 'adjustment', 'reserve', 'capture', 'release', 'refund'],
  ]);
});

test('an adjustment is a nonzero whole number up to 10,000 either way, with a reason', () => {
  expect([1, -1, 10_000, -10_000].every((amount) => adjusts(amount))).toBe(true);
  expect([0, 10_001, -10_001, 0.5].some((amount) => adjusts(amount))).toBe(false);
  expect(adjusts(1, ' ')).toBe(false);
  expect(adjusts(1, 'x'.repeat(500))).toBe(true);
  expect(adjusts(1, 'x'.repeat(501))).toBe(false);
});

test.each([
  [50, 225_00, 225_00, 50],
  [50, 225_00, 112_50, 25],
  [50, 225_00, 1, 0],
  [10, 50_00, 49_99, 9],
  [50, 225_00, 999_00, 50],
  [50, 0, 10, 0],
  [50, -1, 10, 0],
  [50, 1, 1, 50],
])('of %i credits bought for %i, a refund of %i removes %i', (credits, total, refunded, back) => {
  expect(refundedCredits({ credits, total, refunded })).toBe(back);
});
