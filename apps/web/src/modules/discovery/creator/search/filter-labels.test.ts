import { expect, test } from 'vitest';
import { readAmount } from './filter-labels.ts';

test.each([
  ['10k', '10000'],
  ['1.5m', '1500000'],
  ['1,5 M', '1500000'],
  ['2b', '2000000000'],
  ['12,000', '12000'],
  ['12.000', '12000'],
  ['1 234 567', '1234567'],
  ['1,234,567', '1234567'],
  ['950', '950'],
  ['0', '0'],
  ['10.6', '11'],
])('a number of people may be written as %s', (written, read) => {
  expect(readAmount(written, 'count')).toBe(read);
});

test.each([
  ['2.5', '2.5'],
  ['2,5', '2.5'],
  ['2.5%', '2.5'],
  ['2.125 %', '2.125'],
  ['12', '12'],
])('a rate may be written as %s', (written, read) => {
  expect(readAmount(written, 'rate')).toBe(read);
});

test.each([
  ['10%', '10'],
  ['-2,5', '-2.5'],
  ['−20 %', '-20'],
  ['-0', '0'],
])('a change may be written as %s', (written, read) => {
  expect(readAmount(written, 'change')).toBe(read);
});

test('nothing written is no limit', () => {
  expect(readAmount('', 'count')).toBeUndefined();
  expect(readAmount('  ', 'rate')).toBeUndefined();
});

test.each([
  ['many', 'count'],
  ['-5', 'count'],
  ['1e5', 'count'],
  ['5%', 'count'],
  ['k', 'count'],
  ['5k', 'rate'],
  ['1..5', 'rate'],
  ['-1', 'rate'],
  ['-101', 'change'],
  ['--5', 'change'],
  ['-', 'change'],
] as const)('%s is refused as a %s', (written, kind) => {
  expect(readAmount(written, kind)).toBeNull();
});
