import { expect, test } from 'vitest';
import { canonicalAmount, type DecimalSign, decimalSignOf } from './amount-format.ts';

const signOf = (column: readonly string[]) => column.reduce<DecimalSign>(decimalSignOf, null);
const read = (column: readonly string[], currency = 'EUR') =>
  column.map((amount) => canonicalAmount(amount, signOf(column), currency));

test.each([
  [
    ['17.758,28', '1.234', '5'],
    ['17758.28', '1234', '5'],
  ],
  [
    ['17,758.28', '1,234', '5'],
    ['17758.28', '1234', '5'],
  ],
  [
    ['12,50', '1.234'],
    ['12.50', '1234'],
  ],
  [
    ['12.50', '1.234'],
    ['12.50', '1.234'],
  ],
  [
    ['1.234.567', '2,5'],
    ['1234567', '2.5'],
  ],
  [
    ['1 234,56', '-1’234,56'],
    ['1234.56', '-1234.56'],
  ],
  [
    ['0.125', '1.500'],
    ['0.125', '1.500'],
  ],
  [
    ['', 'free', '7'],
    ['', 'free', '7'],
  ],
])('the decimal sign of a column comes from all its amounts: %j', (column, amounts) => {
  expect(read(column)).toEqual(amounts);
});

test('an amount that may mean two amounts asks instead of guessing', () => {
  expect(read(['1.234', '5'])[0]).toMatch(/^1\.234 .*thousands or decimals/);
  expect(read(['1,234'])[0]).toMatch(/thousands or decimals/);
});

test('a column with both signs keeps what is clear and asks about the rest', () => {
  expect(read(['12,50', '12.50'])).toEqual(['12.50', '12.50']);
  expect(read(['12,50', '12.50', '1.234'])[2]).toMatch(/thousands or decimals/);
});

test('a currency with three decimals reads three digits as decimals', () => {
  expect(read(['12.500', '1,250'], 'KWD')).toEqual(['12.500', '1.250']);
});

test('damaged amounts stay unreadable', () => {
  expect(read(['12,50', '1.23.456,00'])[1]).toBe('1.23.456,00');
});
