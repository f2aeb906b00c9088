import { dice } from './load.ts';
import {
  CATEGORIES,
  COMMON,
  COUNTRIES,
  firstName,
  INTERESTS,
  LANGUAGES,
  lastName,
  word,
  wordNumber,
} from './seed.ts';

type Filters = Record<string, string | number | string[]>;

const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'tiktok-shop'];
const SORTS = ['relevance', 'followers', 'engagement', 'views', 'updated'];
const RARE = ['Chess', 'Falconry', 'Science', 'Weddings'];

/** Typical searches, as random queries of each kind. */
export function scenarios(seed: number) {
  const next = dice(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const anyWord = () => word(COMMON.length + wordNumber(next()));
  const partOfName = () =>
    (next() < 0.5 ? firstName(Math.floor(next() * 600)) : lastName(Math.floor(next() * 4000))).slice(0, 5);
  const sort = (): Filters => (next() < 0.5 ? {} : { sort: pick(SORTS) });
  const share = (kind: string, codes: readonly string[], least: number, most: number) =>
    `${kind}:${pick(codes)}:${Math.round(least + next() * (most - least))}`;
  const range = () => ({ followersMin: 5000, followersMax: 500_000 });
  const kinds: Record<string, () => Filters> = {
    'common word + five filters': () => ({
      q: pick(COMMON),
      platform: pick(PLATFORMS),
      country: pick(COUNTRIES),
      language: pick(LANGUAGES),
      category: pick(CATEGORIES),
      followersMin: 1000,
      ...sort(),
    }),
    'word + filters, two countries': () => ({
      q: anyWord(),
      country: [pick(COUNTRIES), pick(COUNTRIES)],
      followersMin: 5000,
      ...sort(),
    }),
    'part of a name + platform': () => ({ q: partOfName(), platform: pick(PLATFORMS), ...sort() }),
    // A lost letter: nothing is found, so names are compared and the search is repeated.
    'misspelled name': () => ({
      q: lastName(Math.floor(next() * 4000)).replace(/^(...)./, '$1'),
    }),
    'common word only': () => ({ q: pick(COMMON), ...sort() }),
    'two words + platform + range': () => ({
      q: `${pick(COMMON)} ${anyWord()}`,
      platform: pick(PLATFORMS),
      ...range(),
      ...sort(),
    }),
    'five facets, no text': () => ({
      platform: pick(PLATFORMS),
      country: pick(COUNTRIES),
      language: pick(LANGUAGES),
      category: pick(CATEGORIES),
      verified: 'false',
      ...sort(),
    }),
    'rare category + verified + language': () => ({
      category: pick(RARE),
      verified: 'true',
      language: pick(LANGUAGES),
      ...sort(),
    }),
    'several countries + platform': () => ({
      country: [pick(COUNTRIES), pick(COUNTRIES), pick(COUNTRIES), pick(COUNTRIES)],
      platform: pick(PLATFORMS),
      ...sort(),
    }),
    'email known, on no list of mine': () => ({
      hasEmail: 'true',
      notInLists: 'true',
      country: pick(COUNTRIES),
      followersMin: 10_000,
      ...sort(),
    }),
    'email known, on no list of mine, by date': () => ({
      hasEmail: 'true',
      notInLists: 'true',
      sort: 'updated',
    }),
    // In the reports that the brand bought, which cover few of all creators.
    'followers in a country': () => ({ audience: share('country', COUNTRIES, 20, 50), ...sort() }),
    'followers by three shares + platform': () => ({
      audience: [
        share('gender', ['FEMALE', 'MALE'], 40, 60),
        share('age', ['18-24', '25-34', '35-44'], 15, 30),
        share('interest', INTERESTS, 10, 20),
      ],
      platform: pick(PLATFORMS),
      ...sort(),
    }),
    'common word + followers in a country': () => ({
      q: pick(COMMON),
      audience: share('country', COUNTRIES, 20, 50),
      ...sort(),
    }),
    'one letter': () => ({ q: pick([...'abcdefghijklmnoprstuvw']), ...sort() }),
    'two letters': () => ({ q: anyWord().slice(0, 2), ...sort() }),
    'the commonest words by engagement': () => ({ q: pick(COMMON.slice(0, 5)), sort: 'engagement' }),
    'no filter': () => sort(),
  };
  return Object.entries(kinds).map(([name, make]) => ({ name, make }));
}

/** Returns the query string of filters. */
export function queryOf(filters: Filters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    for (const each of [value].flat()) query.append(name, String(each));
  return query.toString();
}
