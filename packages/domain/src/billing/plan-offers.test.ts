import { expect, test } from 'vitest';
import {
  AD_BUDGET_PERCENT,
  ADD_ONS,
  addOnOf,
  CREDIT_PACKS,
  CURRENCY,
  creditPackOf,
  ITEM_PRICES,
  itemPriceOf,
  nameOf,
  offerOf,
  PLANS,
  planChangeKind,
  planOf,
  splitPlanChoice,
  YEARLY_MONTHS,
  YEARLY_PERCENT,
} from './plan.ts';

test('prices are in dollars, yearly plans cost 85%', () => {
  expect([CURRENCY, YEARLY_PERCENT, YEARLY_MONTHS, AD_BUDGET_PERCENT]).toEqual(['USD', 85, 12, 10]);
});

test('plans grant credits each month', () => {
  expect(PLANS.map(({ id, name, credits, from }) => [id, name, credits, from])).toEqual([
    ['self-serve', 'Self-Serve', 10, false],
    ['starter', 'Starter', 25, false],
    ['trailblazer', 'Trailblazer', 75, false],
    ['bespoke', 'Bespoke', 150, true],
  ]);
});

test('credits come in three packs', () => {
  expect(CREDIT_PACKS).toEqual([
    { id: 'credits-10', name: '10 credits', credits: 10, price: 50_00 },
    { id: 'credits-50', name: '50 credits', credits: 50, price: 225_00 },
    { id: 'credits-200', name: '200 credits', credits: 200, price: 800_00 },
  ]);
});

test('finds products by id', () => {
  expect(planOf('starter')?.name).toBe('Starter');
  expect(addOnOf('paid-ads-management')?.name).toBe('Paid Ads Management');
  expect(creditPackOf('credits-50')?.credits).toBe(50);
  for (const none of ['nothing', '', null, undefined])
    expect([planOf(none), addOnOf(none), creditPackOf(none)]).toEqual([null, null, null]);
  expect(['starter', 'affiliate', 'credits-10', 'other'].map(nameOf)).toEqual([
    ...['Starter', 'Affiliate Integration', '10 credits', 'other'],
  ]);
});

test('the provider catalog contains every product', () => {
  expect(ITEM_PRICES.slice(0, 2)).toEqual([
    {
      id: 'self-serve-USD-Monthly',
      itemId: 'self-serve',
      name: 'Self-Serve',
      itemType: 'plan',
      price: 495_00,
      offer: { kind: 'plan', id: 'self-serve', period: 'monthly' },
    },
    {
      id: 'self-serve-annual-USD-Monthly',
      itemId: 'self-serve-annual',
      name: 'Self-Serve (yearly)',
      itemType: 'plan',
      price: 420_00,
      offer: { kind: 'plan', id: 'self-serve', period: 'yearly' },
    },
  ]);
  expect(ITEM_PRICES.find(({ id }) => id === 'paid-ads-management-USD-Monthly')).toEqual({
    id: 'paid-ads-management-USD-Monthly',
    itemId: 'paid-ads-management',
    name: 'Paid Ads Management',
    itemType: 'plan',
    price: 1495_00,
    offer: { kind: 'addon', id: 'paid-ads-management' },
  });
  expect(ITEM_PRICES.find(({ id }) => id === 'credits-10-USD')).toEqual({
    id: 'credits-10-USD',
    itemId: 'credits-10',
    name: '10 credits',
    itemType: 'charge',
    price: 50_00,
    offer: { kind: 'credits', id: 'credits-10' },
  });
  expect(ITEM_PRICES.at(-1)).toEqual({
    id: 'setup-fee-USD',
    itemId: 'setup-fee',
    name: 'Setup',
    itemType: 'charge',
    price: 395_00,
    offer: { kind: 'setup' },
  });
  expect(ITEM_PRICES).toHaveLength(PLANS.length * 2 + ADD_ONS.length + CREDIT_PACKS.length + 1);
});

test('maps every price to its product and back', () => {
  for (const price of ITEM_PRICES) {
    expect(offerOf(price.id)).toEqual(price.offer);
    expect(itemPriceOf(price.offer)).toBe(price);
  }
  expect(offerOf('other-USD')).toBeNull();
  expect(() => itemPriceOf({ kind: 'addon', id: 'other' as never })).toThrow(RangeError);
});

test('a choice consists of a plan and a period', () => {
  expect(splitPlanChoice('self-serve-yearly')).toEqual({ planId: 'self-serve', period: 'yearly' });
  expect(splitPlanChoice('bespoke-monthly')).toEqual({ planId: 'bespoke', period: 'monthly' });
});

test.each([
  ['starter', 'monthly', 'starter', 'monthly', 'same'],
  ['starter', 'monthly', 'starter', 'yearly', 'upgrade'],
  ['starter', 'yearly', 'starter', 'monthly', 'downgrade'],
  ['starter', 'yearly', 'trailblazer', 'monthly', 'upgrade'],
  ['trailblazer', 'monthly', 'starter', 'yearly', 'downgrade'],
  ['former-plan', 'monthly', 'self-serve', 'monthly', 'upgrade'],
] as const)('from %s %s to %s %s is %s', (fromPlan, fromPeriod, planId, period, change) => {
  expect(planChangeKind({ planId: fromPlan, period: fromPeriod }, { planId, period })).toBe(change);
});
