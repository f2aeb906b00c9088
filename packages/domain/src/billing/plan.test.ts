import { expect, test } from 'vitest';
import {
  ADD_ONS,
  ITEM_PRICES,
  isForSale,
  itemPriceOf,
  MINIMUM_MONTHS,
  NOTICE_DAYS,
  offerOf,
  PLANS,
  PlanChoice,
  planChangeKind,
  planOf,
  SETUP_FEE,
  splitPlanChoice,
  yearlyPrice,
} from './plan.ts';

test.each([
  ['R9.004', 'self-serve', 'Self-Serve', 495_00, false],
  ['R9.005', 'starter', 'Starter', 995_00, false],
  ['R9.006', 'trailblazer', 'Trailblazer', 2995_00, false],
  ['R9.007', 'bespoke', 'Bespoke', 3995_00, true],
])('[%s] the plan %s (%s) costs %i cents a month', (_row, id, name, monthly, from) => {
  expect(planOf(id)).toMatchObject({ name, from, price: { monthly } });
});

test('[R9.008] a yearly plan costs 85% of the monthly price, rounded down to whole dollars', () => {
  expect(PLANS.map(({ price }) => price.yearly)).toEqual([420_00, 845_00, 2545_00, 3395_00]);
  expect(yearlyPrice(100_00)).toBe(85_00);
  expect(yearlyPrice(1_00)).toBe(0);
});

test('[R9.009, R9.010, R9.011, R9.012] plans have the specified limits', () => {
  expect(PLANS.map(({ id, teamUsers, collaborations }) => [id, teamUsers, collaborations])).toEqual([
    ['self-serve', 2, null],
    ['starter', null, 5],
    ['trailblazer', null, 20],
    ['bespoke', null, 30],
  ]);
});

test('[R9.015, R9.016, R9.017] add-ons have their prices and surcharges', () => {
  expect(ADD_ONS.map(({ name, price, from, plus }) => [name, price, from, plus])).toEqual([
    ['Affiliate Integration', 95_00, false, 'plus commissions'],
    ['Paid Ads Management', 1495_00, true, 'plus 10% of ad budget'],
    ['Social Media Content Management', 1995_00, true, null],
  ]);
});

test('everything is for sale', () => {
  const offers = ITEM_PRICES.map(({ offer }) => offer);
  expect(offers.filter((offer) => !isForSale(offer))).toEqual([]);
});

test('[R9.019, R9.020, R9.021] setup costs $395, plans run at least three months, notice is 30 days', () => {
  expect([SETUP_FEE, MINIMUM_MONTHS, NOTICE_DAYS]).toEqual([395_00, 3, 30]);
});

test('maps every provider price to one product and back', () => {
  expect(new Set(ITEM_PRICES.map(({ id }) => id)).size).toBe(ITEM_PRICES.length);
  for (const price of ITEM_PRICES) expect(itemPriceOf(offerOf(price.id) ?? { kind: 'setup' })).toBe(price);
  expect(itemPriceOf({ kind: 'plan', id: 'starter', period: 'yearly' })).toMatchObject({
    id: 'starter-annual-USD-Monthly',
    price: 845_00,
  });
  expect(offerOf('somebody-elses-EUR-Daily')).toBeNull();
});

test('every plan choice names a plan and a billing period', () => {
  expect(PlanChoice.options.map(splitPlanChoice)).toEqual(
    PLANS.flatMap(({ id }) => [
      { planId: id, period: 'monthly' },
      { planId: id, period: 'yearly' },
    ]),
  );
});

test('a larger plan is an upgrade regardless of price, and so is the same plan for a year', () => {
  const to = (planId: 'starter' | 'trailblazer', period: 'monthly' | 'yearly') => ({ planId, period });
  const from = to('starter', 'monthly');
  expect(planChangeKind(from, to('starter', 'monthly'))).toBe('same');
  expect(planChangeKind(from, to('trailblazer', 'yearly'))).toBe('upgrade');
  expect(planChangeKind(from, to('starter', 'yearly'))).toBe('upgrade');
  expect(planChangeKind(to('starter', 'yearly'), from)).toBe('downgrade');
  expect(planChangeKind(to('trailblazer', 'monthly'), to('starter', 'yearly'))).toBe('downgrade');
});
