import { inLanguage } from '@troupe/i18n/language';
import { expect, test } from 'vitest';
import {
  columnMoney,
  compactCount,
  compactFollowers,
  compactViews,
  counted,
  engagementRate,
  exactNumber,
  money,
  percent,
  tableRate,
} from './format.ts';

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

test('[R9.049] the unread count is compact', () => {
  expect(compactCount(14)).toBe('14');
  expect(compactCount(999)).toBe('999');
  expect(compactCount(1200)).toBe('1.2k');
  expect(compactCount(2000)).toBe('2k');
});

test('formats unknown values as N/A', () => {
  for (const format of [compactFollowers, compactViews, compactCount, engagementRate, exactNumber, percent]) {
    expect(format(null)).toBe('N/A');
    expect(format(undefined)).toBe('N/A');
    expect(format(Number.NaN)).toBe('N/A');
    expect(format(Number.POSITIVE_INFINITY)).toBe('N/A');
  }
  expect(money(null, 'USD')).toBe('N/A');
});

test('keeps the sign of negative amounts', () => {
  expect(compactFollowers(-12345)).toBe('-12.3k');
  expect(compactFollowers(-0.2)).toBe('0');
  expect(money(-4950, 'USD')).toBe('-$49.50');
});

test('exact numbers have thousands separators', () => {
  expect(exactNumber(84213)).toBe('84,213');
  expect(exactNumber(0)).toBe('0');
  expect(counted(1, 'creator')).toBe('1 creator');
  expect(counted(1284, 'creator')).toBe('1,284 creators');
  expect(counted(2, 'reply', 'replies')).toBe('2 replies');
});

test('formats minor units in their currency, with cents only if needed', () => {
  expect(money(49500, 'USD')).toBe('$495');
  expect(money(49550, 'USD')).toBe('$495.50');
  expect(money(254500, 'USD')).toBe('$2,545');
  expect(money(500, 'JPY')).toBe('¥500');
  expect(money(0, 'USD')).toBe('$0');
});

test('formats shares as percentages', () => {
  expect(percent(0.43)).toBe('43%');
  expect(percent(0.8371, 1)).toBe('83.7%');
});

test('money of a table column has the decimals of its currency', () => {
  expect(columnMoney(31_000, 'USD')).toBe('$310.00');
  expect(columnMoney(1550, 'USD')).toBe('$15.50');
  expect(columnMoney(500, 'JPY')).toBe('¥500');
  expect(columnMoney(null, 'USD')).toBe('N/A');
});

test('keeps the sign of amounts in front in languages that run from right to left', () => {
  expect(inLanguage('ar', () => money(-3075, 'USD'))).toBe('\u2066-$30.75\u2069');
  expect(money(-3075, 'USD')).toBe('-$30.75');
});
