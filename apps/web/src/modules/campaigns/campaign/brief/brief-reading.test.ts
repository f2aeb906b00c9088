import { expect, test } from 'vitest';
import {
  dateOf,
  endOf,
  readAmount,
  readCount,
  readLines,
  readPercent,
  readTags,
  writeTags,
} from './brief-reading.ts';

test('amounts are read into the smallest unit of their currency', () => {
  expect(readAmount('1,240.50', 'USD')).toBe(124_050);
  expect(readAmount('500', 'JPY')).toBe(500);
  expect(readAmount('', 'USD')).toBeNull();
  for (const text of ['-3', '1.234', 'ten', '1.5.2']) expect(readAmount(text, 'USD')).toBeInstanceOf(Error);
  expect(readAmount('1.5', 'JPY')).toBeInstanceOf(Error);
});

test('numbers may be written short', () => {
  expect([readCount('10k'), readCount('1.5m'), readCount('12 000'), readCount('')]).toEqual([
    10_000,
    1_500_000,
    12_000,
    null,
  ]);
  expect(readCount('many')).toBeInstanceOf(Error);
  expect(readPercent(100)('12.5 %')).toBe(12.5);
  expect(readPercent(100)('101')).toBeInstanceOf(Error);
});

test('lines and tags are read without what is empty or double', () => {
  expect(readLines(' Logo once \n\nMud\n')).toEqual(['Logo once', 'Mud']);
  expect(readTags('#')('#trail, kit #trail')).toEqual(['trail', 'kit']);
  expect(writeTags('@')(['larkmoor'])).toBe('@larkmoor');
});

test('a day ends where the person is', () => {
  const end = endOf('2026-12-12');
  expect(dateOf(end)).toBe('2026-12-12');
  expect(endOf('')).toBeNull();
  expect(dateOf(null)).toBe('');
});
