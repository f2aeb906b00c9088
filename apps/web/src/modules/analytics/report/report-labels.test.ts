import { expect, test } from 'vitest';
import { axisText, changedText, dayOf, valueText } from './report-labels.ts';

const percent = { unit: 'percent', currency: null } as const;
const ratio = { unit: 'ratio', currency: null } as const;

test('reports write rates, returns and days as the other screens of analytics do', () => {
  expect([7.752, 4.35, 10, null].map((value) => valueText(value, percent))).toEqual([
    '7.8%',
    '4.4%',
    '10.0%',
    'N/A',
  ]);
  expect([2.7684, 10].map((value) => valueText(value, ratio))).toEqual(['2.77', '10.00']);
  expect(valueText(120_000, { unit: 'money', currency: 'USD' })).toBe('$1,200');
  expect(dayOf('2026-11-01')).toBe('1 Nov 2026');
});

test('an axis shortens amounts and counts, and shows the currency', () => {
  expect(axisText(250_000, { unit: 'money', currency: 'EUR' })).toBe('€2.5k');
  expect(axisText(12_000, { unit: 'count', currency: null })).toBe('12k');
  expect(axisText(7.752, percent)).toBe('7.8%');
});

test('a change too small for a table is visible where changes are listed', () => {
  expect([7.752, 7.754].map((value) => changedText(value, percent))).toEqual(['7.752%', '7.754%']);
  expect([2.7684, 2.7691].map((value) => changedText(value, ratio))).toEqual(['2.7684', '2.7691']);
  expect(changedText(12_050, { unit: 'money', currency: 'EUR' })).toBe('€120.50');
});
