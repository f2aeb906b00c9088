import { expect, test } from 'vitest';
import { CreatorFilters, EXACT_COUNT_LIMIT, NewSavedSearch } from './creator-search.ts';

const read = (filters: object) => CreatorFilters.safeParse(filters).data;
const fits = (filters: object) => CreatorFilters.safeParse(filters).success;

test('a URL without filters matches all creators', () => {
  expect(read({})).toEqual({
    platform: [],
    country: [],
    language: [],
    category: [],
    safetyCategory: [],
    audience: [],
  });
  expect(read({ followersMin: '', engagementMax: '', verified: '', platform: '' })).toEqual({
    platform: [],
    country: [],
    language: [],
    category: [],
    safetyCategory: [],
    audience: [],
  });
});

test('parses filters from query strings', () => {
  expect(
    read({
      q: 'trail',
      platform: ['tiktok', 'youtube'],
      followersMin: '1000',
      followersMax: '1e6',
      viewsMin: '0',
      viewsMax: '5',
      engagementMin: '1.5',
      engagementMax: '10',
      country: 'no',
      language: 'EN',
      category: ['Running'],
      verified: 'true',
      hasEmail: 'false',
      registered: true,
      notInLists: '1',
      sort: 'followers',
    }),
  ).toEqual({
    q: 'trail',
    platform: ['tiktok', 'youtube'],
    followersMin: 1000,
    followersMax: 1_000_000,
    viewsMin: 0,
    viewsMax: 5,
    engagementMin: 1.5,
    engagementMax: 10,
    country: ['NO'],
    language: ['en'],
    category: ['Running'],
    safetyCategory: [],
    audience: [],
    verified: true,
    hasEmail: false,
    registered: true,
    notInLists: true,
    sort: 'followers',
  });
});

test.each<[object, boolean]>([
  [{ q: 'x'.repeat(200) }, true],
  [{ q: 'x'.repeat(201) }, false],
  [{ followersMin: '-1' }, false],
  [{ followersMin: '1.5' }, false],
  [{ followersMin: 'many' }, false],
  [{ followersMax: 1e12 }, true],
  [{ followersMax: 1e12 + 1 }, false],
  [{ engagementMin: -0.1 }, false],
  [{ engagementMax: 1e6 }, true],
  [{ engagementMax: 1e6 + 1 }, false],
  [{ country: 'NOR' }, false],
  [{ country: 'N' }, false],
  [{ country: '1NO' }, false],
  [{ language: 'arz' }, true],
  [{ language: 'arzx' }, false],
  [{ language: 'e' }, false],
  [{ language: '-en' }, false],
  [{ category: ' ' }, false],
  [{ category: 'x'.repeat(80) }, true],
  [{ category: 'x'.repeat(81) }, false],
  [{ verified: 'perhaps' }, false],
  [{ sort: 'age' }, false],
  [{ platform: 'myspace' }, false],
])('accepts the filters %j: %s', (filters, taken) => {
  expect(fits(filters)).toBe(taken);
});

test('a saved search has a name', () => {
  const keeps = (name: string, query = 'q=trail') => NewSavedSearch.safeParse({ name, query }).success;
  expect(EXACT_COUNT_LIMIT).toBe(1000);
  expect([keeps('Trail'), keeps('x'.repeat(120)), keeps('a', 'x'.repeat(4000))]).toEqual([true, true, true]);
  expect([keeps(' '), keeps('x'.repeat(121)), keeps('a', 'x'.repeat(4001))]).toEqual([false, false, false]);
});
