import { inLanguage, setFormats } from '@troupe/i18n/language';
import { expect, test } from 'vitest';
import {
  axisMoney,
  columnMoney,
  groupMoney,
  minorDigits,
  money,
  roundEstimatedMoney,
  toDecimal,
  toMinor,
} from './money.ts';

test('converts amounts to exact minor units in currencies with two, zero and three decimals', () => {
  expect(toMinor('85.00', 'USD')).toBe(8500);
  expect(toMinor('0.1', 'EUR')).toBe(10);
  expect(toMinor('1500', 'JPY')).toBe(1500);
  expect(toMinor('1500.0', 'JPY')).toBe(1500);
  expect(toMinor('12.345', 'KWD')).toBe(12_345);
  expect(toMinor('12.3', 'BHD')).toBe(12_300);
  expect(toMinor('9007199254740.99', 'USD')).toBe(900_719_925_474_099);
  expect(toMinor(1.1, 'USD')).toBe(110);
  expect(minorDigits('ISK')).toBe(0);
  expect(minorDigits('nothing')).toBe(2);
});

test('rounds fractions of a minor unit half away from zero', () => {
  expect(toMinor('10.005', 'USD')).toBe(1001);
  expect(toMinor('-10.005', 'USD')).toBe(-1001);
  expect(toMinor('10.0049', 'USD')).toBe(1000);
  expect(toMinor('0.5', 'JPY')).toBe(1);
  expect(Object.is(toMinor('-0.00', 'USD'), 0)).toBe(true);
});

test('returns null for invalid amounts', () => {
  for (const text of ['', ' ', 'x', '1,5', '1e5', 'NaN', '--1', '0x10', '99999999999999999', '12 €'])
    expect(toMinor(text, 'USD'), text).toBeNull();
  expect(toMinor(Number.NaN, 'USD')).toBeNull();
  expect(toMinor(Number.POSITIVE_INFINITY, 'USD')).toBeNull();
  expect(toMinor(1e300, 'USD')).toBeNull();
});

test('formats minor units as decimals', () => {
  expect(toDecimal(8500, 'EUR')).toBe('85.00');
  expect(toDecimal(-5, 'EUR')).toBe('-0.05');
  expect(toDecimal(0, 'KWD')).toBe('0.000');
  expect(toDecimal(1500, 'JPY')).toBe('1500');
});

test.each([
  [495_00, 'USD', '$495'],
  [495_50, 'USD', '$495.50'],
  [1_234_567, 'USD', '$12,345.67'],
  [1500, 'JPY', '¥1,500'],
  [1500, 'KWD', 'KWD 1.500'],
  [0, 'EUR', '€0'],
  [-5_00, 'USD', '-$5'],
])('formats %i minor units of %s as %s', (minor, currency, text) => {
  expect(money(minor, currency).replace(/\s/g, ' ')).toBe(text);
});

test('formats minor units in their currency, with cents only if needed', () => {
  expect(money(49500, 'USD')).toBe('$495');
  expect(money(49550, 'USD')).toBe('$495.50');
  expect(money(254500, 'USD')).toBe('$2,545');
  expect(money(500, 'JPY')).toBe('¥500');
  expect(money(0, 'USD')).toBe('$0');
});

test('money of a table column has the decimals of its currency', () => {
  expect(columnMoney(31_000, 'USD')).toBe('$310.00');
  expect(columnMoney(1550, 'USD')).toBe('$15.50');
  expect(columnMoney(500, 'JPY')).toBe('¥500');
  expect(columnMoney(null, 'USD')).toBe('N/A');
});

test('amounts that stand together have cents if one of them does', () => {
  const all = (amounts: (number | null)[], currency: string) =>
    amounts.map(groupMoney(amounts, currency)).map((text) => text.replace(/\s/g, ' '));
  expect(all([200, 440], 'EUR')).toEqual(['€2.00', '€4.40']);
  expect(all([200, 4400, -300], 'EUR')).toEqual(['€2', '€44', '-€3']);
  expect(all([5, null, 100], 'USD')).toEqual(['$0.05', 'N/A', '$1.00']);
  expect(all([100.2, 200], 'USD')).toEqual(['$1', '$2']);
  expect(all([5, 100], 'JPY')).toEqual(['¥5', '¥100']);
  expect(all([5, 1000], 'KWD')).toEqual(['KWD 0.005', 'KWD 1.000']);
});

test('keeps the sign of amounts in front in languages that run from right to left', () => {
  expect(inLanguage('ar', () => money(-3075, 'USD'))).toBe('\u2066-$30.75\u2069');
  expect(money(-3075, 'USD')).toBe('-$30.75');
});

test('money never has more decimals than its currency', () => {
  expect(money(97.46, 'USD')).toBe('$0.97');
  expect(columnMoney(97.46, 'USD')).toBe('$0.97');
  expect(columnMoney(1500, 'KWD').replace(/\s/g, ' ')).toBe('KWD 1.500');
  expect(money(null, 'USD')).toBe('N/A');
});

test('estimated amounts are rounded to three digits, and never to cents', () => {
  expect(roundEstimatedMoney(275_215, 'USD')).toBe(275_000);
  expect(roundEstimatedMoney(97, 'USD')).toBe(100);
  expect(roundEstimatedMoney(1550, 'USD')).toBe(1600);
  expect(roundEstimatedMoney(1234, 'JPY')).toBe(1230);
  expect(roundEstimatedMoney(0, 'USD')).toBe(0);
});

test('writes money in the formats that the person chose', () => {
  setFormats({ locale: 'de-DE', timeZone: null });
  try {
    expect(money(124_050, 'EUR')).toBe('1.240,50\u00a0€');
  } finally {
    setFormats({ locale: null, timeZone: null });
  }
});

test('amounts on an axis are short, with the same k and m as other numbers', () => {
  expect(axisMoney(0, 'USD')).toBe('$0');
  expect(axisMoney(40_000, 'USD')).toBe('$400');
  expect(axisMoney(250_000, 'USD')).toBe('$2.5k');
  expect(axisMoney(1_200_000_000, 'USD')).toBe('$12m');
  expect(axisMoney(2_500, 'JPY')).toBe('¥2.5k');
  expect(inLanguage('de', () => axisMoney(123_456_789, 'EUR'))).toBe('1,2\u00a0Mio.\u00a0€');
});
