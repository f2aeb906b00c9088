import { expect, test } from 'vitest';
import { readContentAddress } from './content-address.ts';

test('The address of content holds the page and the order, and leaves out the usual', () => {
  expect(readContentAddress({ page: '3', sort: 'oldest' })).toEqual({ page: 3, sort: 'oldest' });
  expect(readContentAddress({ page: '1', sort: 'newest' })).toEqual({ page: undefined, sort: undefined });
  expect(readContentAddress({ page: '-2', sort: 'loudest' })).toEqual({ page: undefined, sort: undefined });
});
