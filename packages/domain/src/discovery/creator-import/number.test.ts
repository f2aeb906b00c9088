import { describe, expect, test } from 'vitest';
import { decimalSignOf, parseNumber, readCount, readRate } from './number.ts';

const amount = (cell: string, sign?: 'point' | 'comma') => parseNumber(cell, sign)?.amount ?? null;

describe('a written number', () => {
  test.each<[string, number | null]>([
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1.234.567,89', 1_234_567.89],
    ['1,234,567.89', 1_234_567.89],
    ['1.234,5,6', null],
    ['1,234.5.6', null],
    ['1,234.5,6', null],
    ['12,34.5', null],
    ['1234,567.8', null],
    ['1 234', 1234],
    ['1\u00a0234\u202f567', 1_234_567],
    ['1’234', 1234],
    ["1'234.5", 1234.5],
    ["12'34", null],
    ['1 23 4', null],
    ['1,234 567', null],
    ['1,234', 1234],
    ['1234,567', 1234.567],
    ['0,345', 0.345],
    ['203,456', 203_456],
    [',345', 0.345],
    ['.5', 0.5],
    ['5.', 5],
    ['1 23.5', null],
    ['12’34', null],
    [' +5 ', 5],
    ['1,23', 1.23],
    ['1.2.3', null],
    ['1.234.567', 1_234_567],
    ['12,34,567', 1_234_567],
    ['', null],
    ['-', null],
    ['- 5', -5],
    ['+5', 5],
    ['~5', 5],
    ['≈ 5', 5],
    ['>5+', 5],
    ['<5', 5],
    [' 5 ', 5],
    ['５００', 500],
    ['٤٢', 42],
    ['۴۲', 42],
    ['४२', 42],
    ['1e3', 1000],
    ['1e-2', 0.01],
    ['1e999', null],
    ['5 apples', null],
    ['a5', null],
    ['०१२३४५६७८९', 123_456_789],
    ['٠١٢٣٤٥٦٧٨٩', 123_456_789],
  ])('%j is the amount %j', (cell, expected) => {
    expect(amount(cell)).toBe(expected);
  });

  test.each<[string, number]>([
    ['2k', 2000],
    ['2 Tsd.', 2000],
    ['2tsd', 2000],
    ['2тыс', 2000],
    ['2mil', 2000],
    ['2тыс.', 2000],
    ['2千', 2000],
    ['2천', 2000],
    ['2 thousand', 2000],
    ['2M', 2e6],
    ['2mm', 2e6],
    ['2 Mio.', 2e6],
    ['2mi', 2e6],
    ['2mln', 2e6],
    ['2млн', 2e6],
    ['2 million', 2e6],
    ['2 millones', 2e6],
    ['2b', 2e9],
    ['2bn', 2e9],
    ['2 Mrd', 2e9],
    ['2млрд', 2e9],
    ['2 billion', 2e9],
    ['2G', 2e9],
    ['2万', 2e4],
    ['2만', 2e4],
    ['2萬', 2e4],
    ['2億', 2e8],
    ['2亿', 2e8],
    ['2억', 2e8],
    ['2 lakh', 2e5],
    ['2lac', 2e5],
    ['2cr', 2e7],
    ['2 crore', 2e7],
  ])('%j means %d and is short', (cell, expected) => {
    expect(parseNumber(cell)).toEqual({ amount: expected, percent: false, inexact: false, short: true });
  });

  test('ends only in known suffixes', () => {
    for (const end of 'xk xm xg gx x万 万x x億 億x xlac lacx xcr crx'.split(' '))
      expect(parseNumber(`2${end}`), end).toBeNull();
  });

  test('can be an ordinal or a percentage', () => {
    for (const cell of ['1st', '2nd', '3rd', '4th', '5TH'])
      expect(parseNumber(cell)).toEqual({
        amount: Number(cell[0]),
        percent: false,
        inexact: false,
        short: false,
      });
    expect(parseNumber('4.5 %')).toEqual({ amount: 4.5, percent: true, inexact: false, short: false });
  });

  test('is inexact if its exponent hides digits', () => {
    const inexact = (cell: string) => parseNumber(cell)?.inexact;
    expect(['2.28E+11', '3e1', '0.05e4', '0.005e4', '1e3', '1e1'].map(inexact)).not.toContain(false);
    expect(['228', '2.28e2', '1e0', '0.5e1', '2.285e2', '1002e0'].map(inexact)).not.toContain(true);
  });

  test("with one group of three follows its column's decimal separator", () => {
    expect(amount('1.234', 'point')).toBe(1.234);
    expect(amount('1.234', 'comma')).toBe(1234);
    expect(amount('1,234', 'comma')).toBe(1.234);
    expect(amount('1.23', 'comma')).toBe(1.23);
    expect(amount('1234.567', 'comma')).toBe(1234.567);
    expect(amount('123.456', 'comma')).toBe(123_456);
    expect(amount('0.345', 'comma')).toBe(0.345);
    expect(amount('.345', 'comma')).toBe(0.345);
    expect(amount('201.345', 'comma')).toBe(201_345);
  });
});

describe('the decimal separator of a column', () => {
  // `48.200` is ambiguous, so one more cell decides.
  test.each<['point' | 'comma', string]>([
    ['point', '1,234.5'],
    ['point', '1,234,567'],
    ['point', '12,345,678'],
    ['comma', '1.234,5'],
    ['comma', '1.234.567'],
    ['comma', '12.345.678'],
    ['comma', '3,9'],
    ['comma', '13,95'],
    ['comma', '1,2345'],
    ['comma', '0,345'],
    ['point', '3.9'],
    ['point', '13.95'],
    ['point', '1.2345'],
    ['point', '0.345'],
    ['point', '1,234'],
    ['point', '123,456'],
    ['point', '1234'],
    ['point', '1200000'],
    ['comma', '123'],
    ['comma', '9.800'],
    ['comma', 'n/a'],
    ['comma', '48.500k'],
  ])('of counts is the %s beside %j', (sign, cell) => {
    expect(decimalSignOf(['48.200', cell], true)).toBe(sign);
  });

  test.each<['point' | 'comma', string[]]>([
    ['comma', ['1.234,5', '1,234.5', '3,9']],
    ['point', ['1.234,5', '1,234.5', '3.9']],
    ['point', ['1,234.5', '1.234.567', '13.95']],
    ['comma', ['1,234,567', '1.234.567', '13,95']],
    ['point', ['3,9', '3.9']],
    ['point', ['3,9', '1,234,567']],
    ['comma', ['3.9', '1.234.567', '1.234.567']],
    ['comma', [' 3,9 %']],
    ['comma', ['€ 3,9']],
    ['point', []],
    ['point', ['', '-']],
    ['point', ['1234', '12']],
    ['point', ['48.200k', '9.800M']],
    ['comma', ['48.200 ', '9.800']],
  ])('of counts is the %s in %j', (sign, cells) => {
    expect(decimalSignOf(cells, true)).toBe(sign);
  });

  test('of rates is the point unless a comma starts decimals', () => {
    expect(decimalSignOf(['1.234', '4.567'], false)).toBe('point');
    expect(decimalSignOf(['3,9', '1,234', '1,234'], false)).toBe('comma');
    expect(decimalSignOf(['3,9', '1,234', '1,234'], true)).toBe('point');
  });
});

describe('a count', () => {
  const read = (cell: string, options = {}) => readCount(cell, options);

  test('is rounded to a whole number', () => {
    expect(read('348.5')).toEqual({ kind: 'value', value: 349 });
    expect(read('348.4')).toEqual({ kind: 'value', value: 348 });
  });

  test.each(['-1', ' -1 ', '-1.0', '-1.00', 'N/A'])('treats %j as empty', (cell) => {
    expect(read(cell)).toEqual({ kind: 'missing' });
  });

  test.each([
    ['-12', 'Number “-12” is less than zero'],
    ['x-1', "Number “x-1” isn't a number"],
    ['-1.5', 'Number “-1.5” is less than zero'],
    ['10000000000001', 'Number “10000000000001” is too large to be valid'],
    ['5%', 'Number “5%” is a percentage, not a count'],
  ])('%j is refused: %s', (cell, reason) => {
    expect(read(cell)).toEqual({ kind: 'refused', reason });
  });

  test('is limited to 10 trillion, or 8.5 billion people', () => {
    expect(read('10000000000000')).toMatchObject({ value: 1e13 });
    expect(read('8500000000', { people: true })).toMatchObject({ value: 8.5e9 });
    expect(read('8500000001', { people: true, what: 'Followers' })).toEqual({
      kind: 'refused',
      reason: 'Followers “8500000001” is too large to be valid',
    });
    expect(read('8500000001')).toMatchObject({ value: 8_500_000_001 });
  });
});

describe('a rate', () => {
  test.each([
    ['much', "Engagement “much” isn't a valid rate"],
    ['4k', "Engagement “4k” isn't a valid rate"],
    ['-4', 'Engagement “-4” is less than zero'],
    ['1000001', 'Engagement “1000001” is too large to be a rate'],
  ])('%j is refused: %s', (cell, reason) => {
    expect(readRate(cell)).toEqual({ kind: 'refused', reason });
  });

  test('is limited to 0 to a million percent, with 6 decimals', () => {
    expect(readRate('0')).toEqual({ kind: 'value', value: 0 });
    expect(readRate('1000000')).toEqual({ kind: 'value', value: 1_000_000 });
    expect(readRate('0.12345678')).toEqual({ kind: 'value', value: 0.123457 });
  });

  test('is a percentage unless its column holds fractions', () => {
    expect(readRate('0.5', { scale: 'percent' })).toMatchObject({ value: 0.5 });
    expect(readRate('0.5')).toMatchObject({ value: 0.5 });
    expect(readRate('0.5', { scale: 'fraction' })).toMatchObject({ value: 50 });
    expect(readRate('0.5%', { scale: 'fraction' })).toMatchObject({ value: 0.5 });
  });

  test('is named after its column in messages', () => {
    expect(readRate('x', { what: 'Engagement rate' })).toMatchObject({
      reason: "Engagement rate “x” isn't a valid rate",
    });
  });
});
