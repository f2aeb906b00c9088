import { searchTerms, textPieces } from '@troupe/domain/discovery/creator-search-terms';
import { editDistance } from '@troupe/domain/discovery/topics/term-spelling';
import type { Statement } from './creator-search.queries.ts';
import { namePartConditions, Values } from './creator-search-text.queries.ts';

/** Shorter words are close to too many names. */
const SHORTEST = 4;
/** Words from this length on may have two mistakes. */
const LONG = 8;
/** Longer words have too many spellings to look up; handles are shorter. */
const LONGEST = 30;
/** Names have few words; each costs a lookup. */
const MOST_WORDS = 4;
/**
 * Word similarities of names to compare for two mistakes, as few names as possible first. Two swapped letters of five leave
 * less than half of the trigrams.
 */
const SIMILARITIES = [0.6, 0.4] as const;
/** Number of names that are compared. */
const MOST_NAMES = 200;
/** Number of names read of those that have the same spelling. */
const NAMES_PER_SPELLING = 50;
/** Letters and digits of folded names. The last ones are no accented letters, but people type others for them. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789ßæðøþđıłœ'];
/**
 * Number of spellings in one lookup of the brand's own names. Each lookup has its price, and compares every name that it
 * finds with all of its spellings.
 */
const SPELLINGS_AT_ONCE = 50;

/**
 * Settings of the transaction that corrects names, which is an addition that mustn't take long. The planner expects many
 * names for spellings that no name has, so it would read the whole table.
 */
export const SPELLING_SETTINGS =
  'set local statement_timeout = 400; set local enable_seqscan = off; set local enable_indexscan = off';

/** Setting of the word similarity of {@link similarNamesStatement}. */
export const similaritySetting = (similarity: number): string =>
  `set local pg_trgm.word_similarity_threshold = ${similarity}`;

/** A name with the followers of its creator, -1 if unknown. */
export interface ComparedName {
  name: string;
  followers: number;
}

/** Looks up names that the brand may see. */
export interface NameLookup {
  /** Returns whether a name contains the word. */
  isKnown(word: string): Promise<boolean>;
  /** Returns names that have one of the words. */
  havingWord(words: readonly string[]): Promise<readonly ComparedName[]>;
  /** Returns names of at least this similarity to a word, most similar and most followed first. */
  similar(word: string, similarity: number): Promise<readonly ComparedName[]>;
}

/** Returns whether a name that the brand may see contains a word. A whole word is found faster than a part of one. */
export function knownWordStatement(word: string, brandId: string): Statement {
  const values = new Values();
  const scopes = ['brand_id is null', `brand_id = ${values.add(brandId, 'uuid')}`];
  const whole = `words @@ ${values.add(lexeme(word), 'tsquery')}`;
  const part = `name_text like ${values.add(`%${word}%`, 'text')}`;
  const byParts = namePartConditions([{ text: word, prefix: false, inName: true }], values) ?? part;
  const tests = [...scopes.map((scope) => [scope, whole]), [scopes[0], byParts], [scopes[1], part]].map(
    (test) => `exists (select from creator where ${test.join(' and ')})`,
  );
  return { text: `select ${tests.join(' or ')} as known`, values: values.list };
}

/**
 * Names with one of the words. Finds them in the index of words, where names are marked. Shared names are looked up word by
 * word: however many have a word, none is compared with the others. With five million creators that takes 5 ms instead of
 * 13. The index of own names starts with the brand, which each lookup reads, so those are looked up in groups.
 */
export function namesWithStatement(words: readonly string[], brandId: string): Statement {
  const values = new Values();
  const spellings = words.map(lexeme);
  const groups: string[] = [];
  for (let from = 0; from < spellings.length; from += SPELLINGS_AT_ONCE)
    groups.push(spellings.slice(from, from + SPELLINGS_AT_ONCE).join(' | '));
  const name = 'name_text as name, followers_key::float8 as followers';
  return {
    text: `
      select found.name, found.followers from unnest(${values.add(spellings, 'tsquery[]')}) as spelling(word),
        lateral (select ${name} from creator
          where brand_id is null and words @@ spelling.word limit ${NAMES_PER_SPELLING}) found
      union all
      (select ${name} from creator where brand_id = ${values.add(brandId, 'uuid')}
        and words @@ any(${values.add(groups, 'tsquery[]')}) limit ${MOST_NAMES})`,
    values: values.list,
  };
}

const lexeme = (word: string) => `'@${word}'`;

/** Names similar to a word by their trigrams, most similar and most followed first. */
export function similarNamesStatement(word: string, brandId: string): Statement {
  const values = new Values();
  const [searched, brand] = [values.add(word, 'text'), values.add(brandId, 'uuid')];
  const namesOf = (scope: string) => `
    (select name_text, word_similarity(${searched}, name_text) as similarity, followers_key from creator
      where ${scope} and name_text %> ${searched})`;
  return {
    text: `select name_text as name, followers_key::float8 as followers from (
        ${namesOf('brand_id is null')} union all ${namesOf(`brand_id = ${brand}`)}
      ) found order by similarity desc, followers_key desc limit ${MOST_NAMES}`,
    values: values.list,
  };
}

/**
 * Corrects the words of a text that no name contains to the closest word of a name: at most one character added, lost,
 * changed or swapped, two in long words. Returns null if nothing is misspelled, or a word is close to no name.
 */
export async function correctNames(text: string, names: NameLookup): Promise<string | null> {
  const terms = searchTerms(text);
  if (terms.length > MOST_WORDS) return null;
  let isCorrected = false;
  const words: string[] = [];
  for (const { text: word, inName } of terms) {
    const isName = inName && word.length >= SHORTEST && word.length <= LONGEST;
    const closest = isName && !(await names.isKnown(word)) ? await closestWord(word, names) : word;
    if (closest === null) return null;
    isCorrected ||= closest !== word;
    words.push(closest);
  }
  return isCorrected ? words.join(' ') : null;
}

/**
 * Returns the word of a name that a misspelled word was probably meant to be. Words with one mistake are looked up in all
 * possible spellings, which costs a fraction of comparing names.
 */
async function closestWord(word: string, names: NameLookup): Promise<string | null> {
  const near = commonest(word, await names.havingWord(spellingsOf(word)), 1);
  if (near !== null || word.length < LONG) return near;
  for (const similarity of SIMILARITIES) {
    const found = commonest(word, await names.similar(word, similarity), 2);
    if (found !== null) return found;
  }
  return null;
}

/** Returns all words with one character added, lost, changed or swapped. */
function spellingsOf(word: string): string[] {
  const spellings = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after.length > 0) spellings.add(before + after.slice(1));
    if (after.length > 1) spellings.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
    for (const added of LETTERS) {
      spellings.add(before + added + after);
      if (after.length > 0) spellings.add(before + added + after.slice(1));
    }
  }
  spellings.delete(word);
  return [...spellings];
}

/** Returns the word within `most` edits that most of the names have, or else the most followed creator. */
function commonest(word: string, names: readonly ComparedName[], most: number): string | null {
  const found = new Map<string, { names: number; followers: number; distance: number }>();
  for (const { name, followers } of names)
    for (const piece of new Set(textPieces(name))) {
      const known = found.get(piece);
      const distance = known ? known.distance : editDistance(word, piece, most);
      if (distance === null) continue;
      found.set(piece, {
        names: (known?.names ?? 0) + 1,
        followers: Math.max(known?.followers ?? -1, followers),
        distance,
      });
    }
  const best = [...found].sort(
    ([, a], [, b]) => a.distance - b.distance || b.names - a.names || b.followers - a.followers,
  );
  return best[0]?.[0] ?? null;
}
