import { expect, test } from 'vitest';
import { readContentAddress } from './content-address.ts';
import { lengthText, safeHref } from './content-labels.ts';

test('the URL of content contains page and order unless they are the default', () => {
  expect(readContentAddress({ page: '3', sort: 'oldest' })).toEqual({ page: 3, sort: 'oldest' });
  expect(readContentAddress({ page: '1', sort: 'newest' })).toEqual({ page: undefined, sort: undefined });
  expect(readContentAddress({ page: '-2', sort: 'loudest' })).toEqual({ page: undefined, sort: undefined });
});

test('lengths of videos are minutes and seconds', () => {
  expect([0.4, 42, 725].map(lengthText)).toEqual(['0:00', '0:42', '12:05']);
});

test('a live post links to web URLs only', () => {
  expect(safeHref('https://www.instagram.com/p/1')).toBe('https://www.instagram.com/p/1');
  expect(safeHref('javascript:alert(1)')).toBeUndefined();
});
