/** What a brand is called: its name, its stores' names, and the hosts of its website and stores. */
export interface BrandNames {
  names: readonly string[];
  hosts: readonly string[];
}

/** Shorter names are found in too many other words. */
const SHORTEST_WITHIN = 5;
const SHORTEST = 2;

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** `www.larkmoor-goods.co.uk` -> `larkmoor-goods`, without the endings that many share. */
const labelOf = (host: string): string =>
  fold(host)
    .replace(/^www\./, '')
    .split('.')[0] ?? '';

/**
 * Returns what tells whether the term of a search ad names a brand: `larkmoor`, `LARK MOOR code` and `larkmoor.com`
 * name Larkmoor. Names of up to four characters must be separate words.
 */
export function namesBrand({ names, hosts }: BrandNames): (term: string) => boolean {
  const called = [...names.flatMap((name) => [name, name.replaceAll('&', ' and ')]), ...hosts.map(labelOf)]
    .map((name) => wordsOf(name).join(''))
    .filter(({ length }) => length >= SHORTEST);
  return (term) => {
    const words = wordsOf(term);
    const joined = words.join('');
    return called.some((name) =>
      name.length >= SHORTEST_WITHIN ? joined.includes(name) : words.includes(name),
    );
  };
}

/** Clicks of ads on a link, by the term they were bought for. */
export interface TermClicks {
  term: string;
  clicks: number;
}

/** Returns how many clicks came from ads that name the brand, and the term with most of them. */
export function namedClicks(
  terms: readonly TermClicks[],
  isNamed: (term: string) => boolean,
): { named: number; term: string | null } {
  const named = terms.filter(({ term }) => isNamed(term)).toSorted((a, b) => b.clicks - a.clicks);
  return { named: named.reduce((sum, { clicks }) => sum + clicks, 0), term: named[0]?.term ?? null };
}
