import { searchTerms, textPieces } from '@troupe/domain/discovery/creator-search-terms';
import { editDistance } from '@troupe/domain/discovery/topics/term-spelling';
import type { Statement } from './creator-search.queries.ts';
import { Values } from './creator-search-text.queries.ts';

/** Shorter words are close to too many names. */
const SHORTEST = 4;
/** Longer words may have two mistakes. */
const LONG = 8;
/** Names have few words; each costs a lookup. */
const MOST_WORDS = 4;
/**
 * Word similarities of names to compare, as few names as possible first. Two swapped letters of five leave less than half
 * of the trigrams.
 */
export const SIMILARITIES = [0.6, 0.4] as const;
/** Number of similar names that are compared. */
const MOST_NAMES = 200;

/** Settings of the transaction that reads similar names. Correcting a name is an addition that mustn't take long. */
export const similaritySettings = (similarity: number): string =>
  `set local pg_trgm.word_similarity_threshold = ${similarity}; set local statement_timeout = 400`;

/** Names similar to a word by their trigrams, most similar and most followed first. */
export function similarNamesStatement(word: string, brandId: string): Statement {
  const values = new Values();
  const [searched, brand] = [values.add(word, 'text'), values.add(brandId, 'uuid')];
  const namesOf = (scope: string) => `
    (select name_text, word_similarity(${searched}, name_text) as similarity, followers_key from creator
      where ${scope} and name_text %> ${searched})`;
  return {
    text: `select name_text as name from (
        ${namesOf('brand_id is null')} union all ${namesOf(`brand_id = ${brand}`)}
      ) found order by similarity desc, followers_key desc limit ${MOST_NAMES}`,
    values: values.list,
  };
}

/**
 * Corrects the words of a text that no name contains to the closest word of a name: at most one character added, lost,
 * changed or swapped, two in long words. Returns null if nothing is misspelled, or a word is close to no name.
 * @param similarNames returns names of at least this similarity to a word, best first
 */
export async function correctNames(
  text: string,
  similarNames: (word: string, similarity: number) => Promise<readonly string[]>,
): Promise<string | null> {
  const terms = searchTerms(text);
  if (terms.length > MOST_WORDS) return null;
  let isCorrected = false;
  const words: string[] = [];
  for (const { text: word, inName } of terms) {
    let closest = inName && word.length >= SHORTEST ? null : word;
    for (const similarity of SIMILARITIES)
      closest ??= closestWord(word, await similarNames(word, similarity));
    if (closest === null) return null;
    isCorrected ||= closest !== word;
    words.push(closest);
  }
  return isCorrected ? words.join(' ') : null;
}

/** Returns the word itself if a name contains it. */
function closestWord(word: string, names: readonly string[]): string | null {
  if (names.some((name) => name.includes(word))) return word;
  const most = word.length >= LONG ? 2 : 1;
  let best: { found: string; distance: number } | null = null;
  for (const name of names)
    for (const found of textPieces(name)) {
      const distance = editDistance(word, found, Math.min(most, (best?.distance ?? most + 1) - 1));
      if (distance !== null) best = { found, distance };
    }
  return best?.found ?? null;
}
