import { parseAddressQuery, writeAddressQuery } from '@troupe/browser/address';
import { expect, test } from 'vitest';
import {
  type CreatorAddress,
  filtersOf,
  isFiltered,
  queryOf,
  readCreatorAddress,
  sentQueryOf,
} from './creator-address.ts';
import { rangeText, valueWord } from './search/filter-labels.ts';

const read = (text: string) => readCreatorAddress(parseAddressQuery(text));

const full: CreatorAddress = {
  q: 'trail running',
  platform: ['instagram', 'youtube'],
  country: ['ES', 'PT'],
  language: ['pt'],
  category: ['Food & drink'],
  followersMin: '10000',
  followersMax: '250000',
  engagementMin: '2.5',
  viewsMax: '90000',
  verified: 'true',
  hasEmail: 'true',
  registered: 'true',
  notInLists: 'true',
  sort: 'engagement',
  view: 'table',
  creator: '0190a1b2-0000-7000-8000-000000000001',
  breakdown: 'open',
};

test('the URL contains the whole view and restores it for a colleague', () => {
  expect(read(writeAddressQuery(full))).toEqual(full);
});

test('only cards ask for posts', () => {
  expect(sentQueryOf(queryOf({ q: 'trail' }), undefined)).toMatchObject({ q: 'trail', profile: 'card' });
  expect(sentQueryOf(queryOf(full), 'table')).toMatchObject({ q: 'trail running', profile: 'summary' });
});

test('an address without anything asks for everything', () => {
  expect(read('')).toEqual({});
  expect(isFiltered({})).toBe(false);
});

test('invalid parameters are dropped', () => {
  expect(
    read(
      '?platform=myspace&country=Spain&language=1&category=%20&followersMin=-1&followersMax=1.5&viewsMin=1e20' +
        '&engagementMin=lots&verified=perhaps&sort=best&view=map&breakdown=open&nothing=1',
    ),
  ).toEqual({});
});

test('codes are spelled as the API spells them, and none comes twice', () => {
  expect(read('?country=es&country=ES&language=PT')).toEqual({ country: ['ES'], language: ['pt'] });
});

test('a search text is cut where the field ends, and at most 50 values are taken', () => {
  expect(read(`?q=${'a'.repeat(500)}`).q).toHaveLength(200);
  const many = Array.from({ length: 80 }, (_, index) => `category=c${index}`).join('&');
  expect(read(`?${many}`).category).toHaveLength(50);
});

test('the results view is not part of the search or a saved search', () => {
  const { view, creator, breakdown, ...rest } = full;
  expect([view, creator, breakdown]).not.toContain(undefined);
  expect(queryOf(full)).toEqual(rest);
  expect(filtersOf(full)).toEqual(rest);
});

test('sorting alone is no filter', () => {
  expect(isFiltered({ sort: 'views', view: 'table' })).toBe(false);
  expect(isFiltered({ q: 'tea' })).toBe(true);
  expect(isFiltered({ verified: 'true' })).toBe(true);
});

test('ranges are said in words', () => {
  const range = { followersMin: '10000', followersMax: '250000' };
  expect(rangeText(range, 'followers')).toBe('10k to 250k');
  expect(rangeText({ followersMin: '10000' }, 'followers')).toBe('at least 10k');
  expect(rangeText({ viewsMax: '1500000' }, 'views')).toBe('up to 1.5m');
  expect(rangeText({ followersMin: '12345' }, 'followers')).toBe('at least 12,345');
  expect(rangeText({ engagementMin: '2.50', engagementMax: '8' }, 'engagement')).toBe('2.5% to 8%');
  expect(rangeText({ followersMin: '0' }, 'followers')).toBe('at least 0');
  expect(rangeText({}, 'followers')).toBeNull();
});

test('codes are shown as names', () => {
  expect(valueWord('country', 'PT')).toBe('Portugal');
  expect(valueWord('language', 'pt')).toBe('Portuguese');
  expect(valueWord('platform', 'tiktok-shop')).toBe('TikTok Shop');
  expect(valueWord('category', 'Running')).toBe('Running');
  expect(valueWord('country', 'ZZ')).not.toBe('');
});
