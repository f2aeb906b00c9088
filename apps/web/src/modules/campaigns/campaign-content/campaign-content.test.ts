import { expect, test } from 'vitest';
import { readContentAddress } from './content-address.ts';
import { lengthText, safeHref, sizeText } from './content-labels.ts';

test('The address of content holds the page and the order, and leaves out the usual', () => {
  expect(readContentAddress({ page: '3', sort: 'oldest' })).toEqual({ page: 3, sort: 'oldest' });
  expect(readContentAddress({ page: '1', sort: 'newest' })).toEqual({ page: undefined, sort: undefined });
  expect(readContentAddress({ page: '-2', sort: 'loudest' })).toEqual({ page: undefined, sort: undefined });
});

test('Sizes and lengths of files are short', () => {
  expect([830, 4_200_000, 500 * 1024 * 1024].map(sizeText)).toEqual(['830 B', '4.2 MB', '524.3 MB']);
  expect([0.4, 42, 725].map(lengthText)).toEqual(['0:00', '0:42', '12:05']);
});

test('A live post leads to web addresses alone', () => {
  expect(safeHref('https://www.instagram.com/p/1')).toBe('https://www.instagram.com/p/1');
  expect(safeHref('javascript:alert(1)')).toBeUndefined();
});
