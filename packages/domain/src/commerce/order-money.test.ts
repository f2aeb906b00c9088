import { expect, test } from 'vitest';
import {
  amountsOf,
  isCounted,
  netAmount,
  type OrderAmounts,
  orderStatus,
  refundedAmount,
  toStoreCurrency,
} from './order-money.ts';

const order = (more: Partial<OrderAmounts> = {}): OrderAmounts => ({
  subtotal: 8500,
  total: 10_200,
  tax: 700,
  taxesIncluded: false,
  test: false,
  cancelled: false,
  refunds: [],
  ...more,
});

test('the net amount is the price of goods after discounts, without shipping, tips and tax', () => {
  expect(netAmount(order())).toBe(8500);
  expect(netAmount(order({ taxesIncluded: true }))).toBe(7800);
  expect(netAmount(order({ subtotal: 0 }))).toBe(0);
  expect(orderStatus(order())).toBe('open');
});

test('subtracts returned goods by value, regardless of the refunded amount', () => {
  const refunds = [{ money: 3500, goods: 3000 }];
  expect(netAmount(order({ refunds }))).toBe(5500);
  expect(orderStatus(order({ refunds }))).toBe('partly_refunded');
  // Only shipping was refunded.
  expect(netAmount(order({ refunds: [{ money: 1000, goods: 0 }] }))).toBe(8500);
});

test("subtracts an unspecified refund in proportion to the goods' share of the total", () => {
  expect(netAmount(order({ refunds: [{ money: 5100, goods: null }] }))).toBe(4250);
  expect(netAmount(order({ refunds: [{ money: 1, goods: null }] }))).toBe(8499);
  expect(netAmount(order({ total: 0, subtotal: 0, refunds: [{ money: 5, goods: null }] }))).toBe(0);
});

test('adds up refunds, never below zero', () => {
  const refunds = [
    { money: 5100, goods: null },
    { money: 4000, goods: 4000 },
    { money: 1100, goods: 400 },
  ];
  expect(netAmount(order({ refunds }))).toBe(0);
  expect(refundedAmount({ refunds })).toBe(10_200);
  expect(orderStatus(order({ refunds }))).toBe('refunded');
});

test('test and cancelled orders have no net amount', () => {
  expect(netAmount(order({ test: true }))).toBe(0);
  expect(netAmount(order({ cancelled: true }))).toBe(0);
  expect(orderStatus(order({ test: true, cancelled: true }))).toBe('test');
  expect(orderStatus(order({ cancelled: true, refunds: [{ money: 10_200, goods: null }] }))).toBe(
    'cancelled',
  );
});

test('large amounts stay exact', () => {
  const total = 9_007_199_254_740_991;
  expect(
    netAmount(order({ total, subtotal: total, tax: 0, refunds: [{ money: total - 1, goods: null }] })),
  ).toBe(1);
});

test("converts a refund in the buyer’s currency at the order's rate", () => {
  const books = { currency: 'USD', total: 10_000, presentmentCurrency: 'JPY', presentmentTotal: 15_000 };
  const refund = { money: 7500, currency: 'JPY', goods: null, goodsTax: 0 };
  expect(toStoreCurrency({ ...books, taxesIncluded: false }, refund)).toEqual({ money: 5000, goods: null });
  const itemised = { money: 5000, currency: 'USD', goods: 5000, goodsTax: 800 };
  expect(toStoreCurrency({ ...books, taxesIncluded: true }, itemised)).toEqual({ money: 5000, goods: 4200 });
});

test('a gift counts nowhere, unless someone paid for it', () => {
  const stored = (more: Partial<Parameters<typeof amountsOf>[0]> = {}) =>
    amountsOf(
      {
        subtotal: 0,
        total: 0,
        tax: 0,
        taxesIncluded: false,
        test: false,
        currency: 'USD',
        presentmentCurrency: null,
        presentmentTotal: null,
        cancelledAt: null,
        financialStatus: 'paid',
        status: 'open',
        attributes: [{ name: 'troupe_gift', value: '0197' }],
        ...more,
      },
      [],
    );
  const verdict = (amounts: OrderAmounts) => [orderStatus(amounts), isCounted(amounts)];
  expect(verdict(stored())).toEqual(['gift', false]);
  expect(verdict(stored({ attributes: [] }))).toEqual(['open', true]);
  // Buyers can write cart attributes.
  expect(verdict(stored({ total: 1850, subtotal: 1850 }))).toEqual(['open', true]);
  // A buyer's data was erased since.
  expect(verdict(stored({ attributes: [], status: 'gift' }))).toEqual(['gift', false]);
  expect(verdict(stored({ cancelledAt: '2026-11-28T10:00:00.000Z' }))).toEqual(['cancelled', false]);
});
