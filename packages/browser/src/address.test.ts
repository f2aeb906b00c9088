import { expect, test } from 'vitest';
import { parseAddressQuery, writeAddressQuery } from './address.tsx';

test('an address gives texts, and a list where a name comes several times', () => {
  expect(parseAddressQuery('?q=12&platform=instagram&platform=tiktok&verified=true')).toEqual({
    q: '12',
    platform: ['instagram', 'tiktok'],
    verified: 'true',
  });
});

test('what is empty is left out of an address, and what is written reads back the same', () => {
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
