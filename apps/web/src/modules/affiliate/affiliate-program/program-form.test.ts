import { NEW_PROGRAM_RULES, type ProgramRules } from '@troupe/domain/affiliate/affiliate-program';
import { expect, test } from 'vitest';
import { readRules, valuesOf } from './program-form.ts';

const CAMPAIGN = '019c44d9-0800-7f83-ab8a-368b8e40cb27';
const rules: ProgramRules = {
  ...NEW_PROGRAM_RULES,
  terms: {
    ...NEW_PROGRAM_RULES.terms,
    capPerOrder: { USD: 5000, JPY: 700 },
    productRates: [{ product: 'TENT-1', rateBp: 1250 }],
    excludedProducts: ['GIFT'],
  },
  campaignRates: [{ campaignId: CAMPAIGN, rateBp: 1500 }],
};
const values = valuesOf(rules, 'USD');

test('rules survive the form unchanged', () => {
  expect(values).toMatchObject({
    capPerOrder: '50',
    capPerMonth: '',
    productRates: [{ product: 'TENT-1', rate: '12.5' }],
    campaignRates: [{ campaignId: CAMPAIGN, rate: '15' }],
    excluded: 'GIFT',
  });
  expect(readRules(values, rules, 'USD')).toEqual({ rules, errors: null });
});

test('caps are in the currency of the store, and those in others stay', () => {
  const typed = { ...values, capPerOrder: '', capPerMonth: '1200.50' };
  expect(readRules(typed, rules, 'USD').rules?.terms).toMatchObject({
    capPerOrder: { JPY: 700 },
    capPerMonth: { USD: 120_050 },
  });
  expect(readRules({ ...values, capPerMonth: 'lots' }, rules, 'USD').errors).toEqual({
    capPerMonth: 'Enter an amount above 0, or leave blank for no limit',
  });
});

test('a cap of 0 is refused instead of saved as no limit; a minimum payout of 0 is none', () => {
  const refused = 'Enter an amount above 0, or leave blank for no limit';
  for (const zero of ['0', '0.00', '$0'])
    expect(readRules({ ...values, capPerOrder: zero, capPerMonth: zero }, rules, 'USD').errors).toEqual({
      capPerOrder: refused,
      capPerMonth: refused,
    });
  expect(readRules({ ...values, minPayout: '0' }, rules, 'USD').rules?.terms.minPayout).toEqual({});
});

test('rows of rates need a name and a rate, each name once; empty rows are left out', () => {
  const read = (productRates: typeof values.productRates) =>
    readRules({ ...values, productRates }, rules, 'USD');
  expect(
    read([
      { product: ' A ', rate: '7,5' },
      { product: '', rate: ' ' },
    ]).rules?.terms.productRates,
  ).toEqual([{ product: 'A', rateBp: 750 }]);
  for (const wrong of [
    [{ product: 'A', rate: '' }],
    [{ product: '', rate: '5' }],
    [{ product: 'A', rate: '101' }],
    [
      { product: 'A', rate: '1' },
      { product: 'A', rate: '2' },
    ],
  ])
    expect(read(wrong).errors).toHaveProperty('productRates');
  expect(
    readRules({ ...values, campaignRates: [{ campaignId: '', rate: '5' }] }, rules, 'USD').errors,
  ).toHaveProperty('campaignRates');
});

test('excluded products are read from lines and commas, once each', () => {
  const excluded = 'A\n B ,A;\n\nC';
  expect(readRules({ ...values, excluded }, rules, 'USD').rules?.terms.excludedProducts).toEqual([
    'A',
    'B',
    'C',
  ]);
  const many = Array.from({ length: 501 }, (_, at) => `P${at}`).join('\n');
  expect(readRules({ ...values, excluded: many }, rules, 'USD').errors).toHaveProperty('excluded');
});
