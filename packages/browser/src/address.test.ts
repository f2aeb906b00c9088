import { expect, test } from 'vitest';
import { parseAddressQuery, writeAddressQuery } from './address.tsx';

test('parses search parameters as strings, and as lists where a name repeats', () => {
  expect(parseAddressQuery('?q=12&platform=instagram&platform=tiktok&verified=true')).toEqual({
    q: '12',
    platform: ['instagram', 'tiktok'],
    verified: 'true',
  });
});

test('omits empty values, and written values read back the same', () => {
  const query = {
    q: 'a&b=c #ü',
    platform: ['instagram', 'tiktok'],
    verified: false,
    sort: undefined,
    page: 2,
    x: '',
  };
  const text = writeAddressQuery(query);
  expect(parseAddressQuery(text)).toEqual({ q: 'a&b=c #ü', platform: ['instagram', 'tiktok'], page: '2' });
  expect(writeAddressQuery({})).toBe('');
});
