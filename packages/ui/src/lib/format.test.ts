import { expect, test } from 'vitest';
import { compactCount, counted, exactNumber, percent } from './format.ts';

test('[R9.049] the unread count is compact', () => {
  expect(compactCount(14)).toBe('14');
  expect(compactCount(999)).toBe('999');
  expect(compactCount(1200)).toBe('1.2k');
  expect(compactCount(2000)).toBe('2k');
});

test('formats unknown values as N/A', () => {
  for (const format of [compactCount, exactNumber, percent]) {
    expect(format(null)).toBe('N/A');
    expect(format(undefined)).toBe('N/A');
    expect(format(Number.NaN)).toBe('N/A');
    expect(format(Number.POSITIVE_INFINITY)).toBe('N/A');
  }
});

test('keeps the sign of negative counts', () => {
  expect(compactCount(-12345)).toBe('-12.3k');
  expect(compactCount(-0.2)).toBe('0');
});

test('exact numbers have thousands separators', () => {
  expect(exactNumber(84213)).toBe('84,213');
  expect(exactNumber(0)).toBe('0');
  expect(counted(1, 'creator')).toBe('1 creator');
  expect(counted(1284, 'creator')).toBe('1,284 creators');
  expect(counted(2, 'reply', 'replies')).toBe('2 replies');
});

test('formats shares as percentages', () => {
  expect(percent(0.43)).toBe('43%');
  expect(percent(0.8371, 1)).toBe('83.7%');
});
