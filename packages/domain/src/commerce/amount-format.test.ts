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
])("detects a column's decimal separator from all amounts: %j", (column, amounts) => {
  expect(read(column)).toEqual(amounts);
});

test('rejects an ambiguous amount instead of guessing', () => {
  expect(read(['1.234', '5'])[0]).toMatch(/^1\.234 .*thousands or decimals/);
  expect(read(['1,234'])[0]).toMatch(/thousands or decimals/);
});

test('a column with both separators keeps clear amounts and rejects ambiguous ones', () => {
  expect(read(['12,50', '12.50'])).toEqual(['12.50', '12.50']);
  expect(read(['12,50', '12.50', '1.234'])[2]).toMatch(/thousands or decimals/);
});

test('a currency with three decimals reads three digits as decimals', () => {
  expect(read(['12.500', '1,250'], 'KWD')).toEqual(['12.500', '1.250']);
});

test("a single clear amount is conclusive, words and whole numbers aren't", () => {
  // Each column ends with an amount that depends on the others.
  expect(read(['1.234.567', '1,234'])).toEqual(['1234567', '1.234']);
  expect(read(['1,234,567', '1.234'])).toEqual(['1234567', '1.234']);
  expect(read(['12,50', '13,50', '1.234'])).toEqual(['12.50', '13.50', '1234']);
  expect(read(['-2,5', '1,234'])).toEqual(['-2.5', '1.234']);
  expect(read(['1234,567', '1,234'])).toEqual(['1234.567', '1.234']);
  for (const word of ['n.a', 'No.5', '5.5x']) expect(read([word, '2,5', '1,234'])[2]).toBe('1.234');
});

test.each(['-123,456', '123,456', '100,234', '+1.234'])('%s alone can mean thousands', (amount) => {
  expect(read([amount])[0]).toMatch(/thousands or decimals/);
});

test('removes spaces and apostrophes between thousands only from amounts', () => {
  expect(read([' 1 234 ', '12 345', "1'234'567", '1\u00a0234,5'])).toEqual([
    ...['1234', '12345', '1234567', '1234.5'],
  ]);
  expect(read(['No 1 234', '12 34'])).toEqual(['No 1 234', '12 34']);
});

test('damaged amounts stay unreadable', () => {
  const commas = ['12,50', '-1.234,50', 'x1,50', '1,50x', '1234.567,00', '1.2345,00', '1,5,5', '1,5.5'];
  expect(read(commas)).toEqual(['12.50', '-1234.50', ...commas.slice(2)]);
  expect(read(['12,50', '1.23.456,00'])[1]).toBe('1.23.456,00');
});
