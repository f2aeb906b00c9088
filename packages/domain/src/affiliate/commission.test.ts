import { expect, test } from 'vitest';
import { type CommissionTerms, NEW_PROGRAM_RULES } from './affiliate-program.ts';
import {
  apportion,
  type CommissionLine,
  type CommissionOrder,
  commissionTarget,
  lineBases,
  maturityOf,
  shareOfTarget,
} from './commission.ts';

const line = (id: string, price: number, more: Partial<CommissionLine> = {}): CommissionLine => ({
  id,
  title: `Line ${id}`,
  sku: null,
  productId: null,
  quantity: 1,
  price,
  discount: 0,
  giftCard: false,
  returned: 0,
  ...more,
});

interface Some extends Partial<Omit<CommissionOrder, 'amounts'>> {
  amounts?: Partial<CommissionOrder['amounts']>;
}

function order({ amounts, ...more }: Some = {}): CommissionOrder {
  const lines = more.lines ?? [line('1', 6000), line('2', 3000)];
  const subtotal = lines.reduce((all, one) => all + one.price * one.quantity - one.discount, 0);
  return {
    amounts: {
      subtotal,
      total: subtotal,
      tax: 0,
      taxesIncluded: false,
      test: false,
      cancelled: false,
      refunds: [],
      ...amounts,
    },
    currency: 'EUR',
    shipping: 500,
    lines,
    paid: true,
    fulfilled: false,
    returning: false,
    disputed: false,
    ...more,
  };
}
const terms = (more: Partial<CommissionTerms> = {}): CommissionTerms => ({
  ...NEW_PROGRAM_RULES.terms,
  ...more,
});
const base = { bp: 1000, from: 'program' as const };
const target = (some: Some, more: Partial<CommissionTerms> = {}) =>
  commissionTarget(order(some), terms(more), base);

test('ten percent of an order is split over its lines', () => {
  expect(target({})).toEqual({
    basis: 9000,
    amount: 900,
    lines: [
      { lineId: '1', title: 'Line 1', basis: 6000, rateBp: 1000, rateFrom: 'program', amount: 600 },
      { lineId: '2', title: 'Line 2', basis: 3000, rateBp: 1000, rateFrom: 'program', amount: 300 },
    ],
  });
});

test('lines add up to the rounded sum, halves away from zero', () => {
  const three = [line('1', 105), line('2', 105), line('3', 105)];
  const { amount, lines } = target({ lines: three });
  // 31.5 rounds to 32: two lines get 11, one 10.
  expect(amount).toBe(32);
  expect(lines.map((one) => one.amount)).toEqual([11, 11, 10]);
});

test('a returned line loses its own commission, and a refund of shipping alone nothing', () => {
  const returned = [line('1', 6000), line('2', 3000, { returned: 3000 })];
  const refunds = [{ money: 3000, goods: 3000 }];
  expect(target({ lines: returned, amounts: { refunds } }).lines.map((one) => one.amount)).toEqual([600, 0]);
  expect(target({ amounts: { refunds: [{ money: 500, goods: 0 }] } }).amount).toBe(900);
});

test('a refund without lines comes off all lines by their share', () => {
  expect(lineBases(order({ amounts: { refunds: [{ money: 900, goods: 900 }] } }))).toEqual([5400, 2700]);
});

test('lines returned more than once never go below zero', () => {
  const lines = [line('1', 6000, { returned: 9000 }), line('2', 3000)];
  const some = order({ lines, amounts: { refunds: [{ money: 6000, goods: 6000 }] } });
  expect(lineBases(some)).toEqual([0, 3000]);
});

test('taxes that prices hold are no part of the basis', () => {
  expect(target({ amounts: { tax: 1500, taxesIncluded: true } })).toMatchObject({ basis: 7500, amount: 750 });
});

test('tax and shipping count if the program includes them', () => {
  const amounts = { tax: 900, refunds: [{ money: 4500, goods: 4500 }] };
  const { basis } = NEW_PROGRAM_RULES.terms;
  expect(target({ amounts }, { basis: { ...basis, tax: true, shipping: true } })).toMatchObject({
    basis: 4500 + 450 + 500,
  });
});

test('gift cards and excluded products earn nothing; a product may have its own rate', () => {
  const lines = [
    line('1', 5000, { giftCard: true }),
    line('2', 3000, { sku: 'OUT' }),
    line('3', 2000, { productId: '77' }),
    line('4', 1000),
  ];
  const own = { excludedProducts: ['OUT'], productRates: [{ product: '77', rateBp: 2500 }] };
  expect(target({ lines }, own).lines.map(({ amount, rateFrom }) => `${amount} ${rateFrom}`)).toEqual([
    '0 program',
    '0 program',
    '500 product',
    '100 program',
  ]);
});

test('a basis before discounts puts them back', () => {
  const lines = [line('1', 6000, { discount: 1500 }), line('2', 3000)];
  const { basis } = NEW_PROGRAM_RULES.terms;
  expect(target({ lines }, { basis: { ...basis, afterDiscount: false } })).toMatchObject({ basis: 9000 });
  expect(target({ lines })).toMatchObject({ basis: 7500 });
});

test.each<[string, Some, Partial<CommissionTerms>, number]>([
  ['a test order', { amounts: { test: true } }, {}, 0],
  ['a cancelled order', { amounts: { cancelled: true } }, {}, 0],
  ['an order that is not paid', { paid: false }, {}, 0],
  ['an order that has not shipped', {}, { earnWhen: 'fulfilled' }, 0],
  ['an order that shipped', { fulfilled: true }, { earnWhen: 'fulfilled' }, 900],
  ['a returning buyer of a program for new ones', { returning: true }, { newBuyersOnly: true }, 0],
  ['an order over the cap', {}, { capPerOrder: { EUR: 500 } }, 500],
  ['a cap of another currency', {}, { capPerOrder: { USD: 500 } }, 900],
  ['an order that was free', { lines: [line('1', 6000, { discount: 6000 })] }, {}, 0],
  ['an order without lines', { lines: [], amounts: { subtotal: 4000 } }, {}, 400],
])('%s', (_name, some, more, amount) => {
  expect(target(some, more).amount).toBe(amount);
});

test('amounts beyond what floating point holds stay exact', () => {
  const lines = [line('1', 900_000_000_000_001)];
  expect(commissionTarget(order({ lines }), terms(), { bp: 3333, from: 'program' }).amount).toBe(
    299_970_000_000_000,
  );
});

test('parts always add up and differ from their exact share by less than one', () => {
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 2000; round += 1) {
    const weights = Array.from({ length: 1 + random(6) }, () => random(1000));
    const amount = random(100_000);
    const parts = apportion(amount, weights);
    const sum = weights.reduce((all, one) => all + one, 0);
    expect(parts.reduce((all, one) => all + one, 0)).toBe(amount);
    if (sum > 0)
      for (const [index, part] of parts.entries())
        expect(Math.abs(part - (amount * (weights[index] ?? 0)) / sum)).toBeLessThan(1);
  }
});

test('creators who share an order get exactly its commission together', () => {
  const whole = target({ lines: [line('1', 1005)] });
  const shares = [3334, 3333, 3333];
  const parts = shares.map((_, index) => shareOfTarget(whole, shares, index).amount);
  expect(whole.amount).toBe(101);
  expect(parts).toEqual([34, 34, 33]);
});

test('the first commission is held from the order, a later one from its change', () => {
  const [placedAt, changedAt, now] = [1, 10, 12].map((day) => new Date(Date.UTC(2026, 5, day)));
  if (!placedAt || !changedAt || !now) throw new Error('three days');
  const day = (earned: Date | null, earnWhen: CommissionTerms['earnWhen'] = 'paid') =>
    maturityOf(100, { placedAt, changedAt, earned }, { holdDays: 30, earnWhen }, now)
      .toISOString()
      .slice(0, 10);
  expect(day(null)).toBe('2026-07-01');
  expect(day(null, 'fulfilled')).toBe('2026-07-10');
  expect(day(new Date('2026-07-01'))).toBe('2026-07-10');
});

test('a deduction counts with the last commission of its order, or at once if that is past', () => {
  const [placedAt, changedAt] = [new Date('2026-06-01'), new Date('2026-06-10')];
  const deduction = (earned: Date | null, now: Date) =>
    maturityOf(-100, { placedAt, changedAt, earned }, { holdDays: 30, earnWhen: 'paid' }, now);
  const [due, late] = [new Date('2026-07-10'), new Date('2026-08-05')];
  expect(deduction(due, changedAt)).toEqual(due);
  expect(deduction(due, late)).toEqual(late);
  expect(deduction(null, late)).toEqual(late);
});
