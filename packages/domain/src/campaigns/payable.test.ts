import { describe, expect, test } from 'vitest';
import {
  mayMovePayable,
  PAYABLE_STATE_NAMES,
  PayableMove,
  PayableState,
  payableAbilities,
  paymentParts,
} from './payable.ts';

describe('the processing fee', () => {
  test('[R9.022] [R9.023] adds 5% of the agreed fee for the brand and deducts 5% for the creator', () => {
    expect(paymentParts(60_000)).toEqual({
      fee: 60_000,
      processingFee: 3000,
      brandPays: 63_000,
      creatorGets: 57_000,
    });
  });

  test.each([
    [0, 0],
    [1, 0],
    [9, 0],
    [10, 1],
    [29, 1],
    [30, 2],
    [99, 5],
    [100, 5],
    [109, 5],
    [110, 6],
    [12_345, 617],
    [1_000_000_000, 50_000_000],
  ])('for %i minor units is %i, rounded half up, with equal sums on both sides', (fee, expected) => {
    const { processingFee, brandPays, creatorGets } = paymentParts(fee);
    expect(processingFee).toBe(expected);
    expect(BigInt(brandPays) - BigInt(creatorGets)).toBe(BigInt(processingFee) * 2n);
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d', (fee) => {
    expect(() => paymentParts(fee)).toThrow(RangeError);
  });
});

test('a payment is approved before it is paid, and never paid twice', () => {
  const allowed = PayableState.options.flatMap((from) =>
    PayableState.options.filter((to) => mayMovePayable(from, to)).map((to) => `${from} to ${to}`),
  );
  expect(allowed).toEqual([
    ...['due to approved', 'approved to due', 'approved to paid', 'approved to failed'],
    ...['paid to failed', 'failed to approved'],
  ]);
});

const byHand = (state: PayableState) => ({
  state,
  sending: false,
  payoutState: null,
  method: 'manual' as const,
  payee: 'none' as const,
});

test('each payment lists the states it can change to, with reasons for the others', () => {
  const allowed = (state: PayableState) =>
    Object.entries(payableAbilities(byHand(state))).flatMap(([to, ability]) => (ability.allowed ? [to] : []));
  expect(allowed('due')).toEqual(['approved']);
  expect(allowed('approved')).toEqual(['due', 'paid', 'failed']);
  expect(allowed('paid')).toEqual(['failed']);
  expect(allowed('failed')).toEqual(['approved']);
  expect(payableAbilities(byHand('due')).paid.reason).toBe("A payment can't change from due to paid.");
  expect(payableAbilities(byHand('paid')).paid.reason).toBe('This payment is already paid.');
});

test('marking a payment as failed requires a reason', () => {
  const payables = [{ id: '0199f1c0-0000-7000-8000-000000000001', version: 1 }];
  expect(PayableMove.safeParse({ payables, state: 'failed', reason: ' ' }).error?.issues).toMatchObject([
    { path: ['reason'], message: 'Enter a reason' },
  ]);
  expect(PayableMove.safeParse({ payables, state: 'failed' }).success).toBe(false);
  expect(PayableMove.safeParse({ payables, state: 'failed', reason: 'Wrong account' }).success).toBe(true);
  expect(PayableMove.safeParse({ payables, state: 'approved' }).success).toBe(true);
});

test('payment states have labels', () => {
  expect(PayableState.options.map((state) => PAYABLE_STATE_NAMES[state])).toEqual([
    ...['Due', 'Approved', 'Paid', 'Failed'],
  ]);
});
