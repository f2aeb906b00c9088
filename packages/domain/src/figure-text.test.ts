import { inLanguage, setFormats } from '@troupe/i18n/language';
import { afterEach, expect, test } from 'vitest';
import {
  commissionRate,
  compactFollowers,
  compactViews,
  engagementRate,
  fileSize,
  ratingText,
  roundEstimate,
  roundMinimum,
  tableRate,
} from './figure-text.ts';

afterEach(() => setFormats({ locale: null, timeZone: null }));

test('[R9.047] formats followers with one decimal', () => {
  expect(compactFollowers(12345)).toBe('12.3k');
  expect(compactFollowers(84213)).toBe('84.2k');
  expect(compactFollowers(148000)).toBe('148.0k');
  expect(compactFollowers(1_200_000)).toBe('1.2m');
  expect(compactFollowers(1000)).toBe('1.0k');
  expect(compactFollowers(2_280_000_000)).toBe('2.3b');
});

test('[R9.047] shows followers below a thousand without decimals', () => {
  expect(compactFollowers(0)).toBe('0');
  expect(compactFollowers(1)).toBe('1');
  expect(compactFollowers(950)).toBe('950');
  expect(compactFollowers(999)).toBe('999');
});

test('[R9.047] carries followers just below the next unit over instead of showing 1000.0k', () => {
  expect(compactFollowers(999_949)).toBe('999.9k');
  expect(compactFollowers(999_950)).toBe('1.0m');
  expect(compactFollowers(999_999)).toBe('1.0m');
  expect(compactFollowers(999_950_000)).toBe('1.0b');
  expect(compactFollowers(12_350)).toBe('12.4k');
});

test('[R9.048] formats views without decimals', () => {
  expect(compactViews(12345)).toBe('12k');
  expect(compactViews(96_400)).toBe('96k');
  expect(compactViews(999)).toBe('999');
  expect(compactViews(999_499)).toBe('999k');
  expect(compactViews(999_500)).toBe('1m');
  expect(compactViews(0)).toBe('0');
});

test('[R9.046] formats an engagement rate with at most three decimals and no trailing zeros', () => {
  expect(engagementRate(1.23456)).toBe('1.235%');
  expect(engagementRate(4.561)).toBe('4.561%');
  expect(engagementRate(6.08)).toBe('6.08%');
  expect(engagementRate(1.0005)).toBe('1.001%');
  expect(engagementRate(0)).toBe('0%');
  expect(engagementRate(12)).toBe('12%');
  expect(engagementRate(0.0000001)).toBe('0%');
});

test('rates of a table column have one decimal', () => {
  expect(tableRate(4.561)).toBe('4.6%');
  expect(tableRate(6)).toBe('6.0%');
  expect(tableRate(27.95)).toBe('28.0%');
  expect(tableRate(0)).toBe('0.0%');
  expect(tableRate(null)).toBe('N/A');
});

test('rates put the decimal sign and the percent sign where the language does', () => {
  expect(inLanguage('de', () => [tableRate(4.561), tableRate(6), engagementRate(1.23456)])).toEqual([
    '4,6\u00a0%',
    '6,0\u00a0%',
    '1,235\u00a0%',
  ]);
  setFormats({ locale: 'de-DE', timeZone: null });
  expect([tableRate(4.561), engagementRate(6.08), compactFollowers(12345)]).toEqual([
    '4,6%',
    '6,08%',
    '12,3k',
  ]);
});

test('commission rates show the decimals they have', () => {
  expect([1000, 1250, 1225, 5, 0].map(commissionRate)).toEqual(['10%', '12.5%', '12.25%', '0.05%', '0%']);
  expect(commissionRate(null)).toBe('N/A');
});

test('estimates are rounded to two digits', () => {
  expect([25_964, 1204, 175_432, 1_049_999, 87, 0].map(roundEstimate)).toEqual([
    26_000, 1200, 180_000, 1_000_000, 87, 0,
  ]);
});

test('lower bounds are rounded down', () => {
  expect([2501, 2600, 2671, 8000, 100_000, 87, 0].map(roundMinimum)).toEqual([
    2500, 2500, 2600, 7900, 99_000, 86, 0,
  ]);
});

test('unknown figures are N/A', () => {
  for (const format of [compactFollowers, compactViews, engagementRate, tableRate, commissionRate]) {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY])
      expect(format(value)).toBe('N/A');
  }
});

test('file sizes have units of 1,024, and one decimal from megabytes on', () => {
  expect([0, 830, 1023].map(fileSize)).toEqual(['0 B', '830 B', '1,023 B']);
  expect([1024, 98_123, 1_047_552].map(fileSize)).toEqual(['1 kB', '96 kB', '1,023 kB']);
  expect([1_048_575, 4_404_019, 200 * 1024 ** 2].map(fileSize)).toEqual(['1.0 MB', '4.2 MB', '200.0 MB']);
  expect([3 * 1024 ** 3, 5000 * 1024 ** 4].map(fileSize)).toEqual(['3.0 GB', '5,000.0 TB']);
  expect(inLanguage('de', () => fileSize(4_404_019))).toBe('4,2 MB');
});

test('averages of ratings have two decimals', () => {
  expect([4, 4.25, 3.5].map(ratingText)).toEqual(['4.00', '4.25', '3.50']);
  expect(inLanguage('de', () => ratingText(4.25))).toBe('4,25');
});
