import type { SentenceFilters, SentenceReading } from '@troupe/domain/discovery/sentence/reading';
import type { CreatorAddress } from '../creator-address.ts';

/** Whether a sentence says more than words to search for. */
export const saysMore = ({ filters }: SentenceReading): boolean =>
  Object.keys(filters).some((name) => name !== 'q');

/** Returns the change of the address that sets the filters of a sentence; the rest of the search text goes. */
export function addressOfSentence(filters: SentenceFilters): Partial<CreatorAddress> {
  const change = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
  return Object.assign({ q: undefined, sort: undefined }, change);
}

/** A filter of a sentence, and the words that it came from. */
export interface ReadFilter {
  /** Without the end of a range: `followers`. */
  name: string;
  words: string[];
}

/** Returns the filters of a sentence in its order. */
export function readFilters({ understood }: SentenceReading): ReadFilter[] {
  const found = new Map<string, string[]>();
  for (const { filters, text } of understood)
    for (const name of new Set(filters.map((filter) => filter.replace(/(?:Min|Max)$/, ''))))
      found.set(name, [...(found.get(name) ?? []), text]);
  return [...found].map(([name, words]) => ({ name, words }));
}
