import { vocabularyOf } from './topic-vocabulary.ts';
import { TOPIC_LANGUAGES } from './word-stems.ts';

/** A term of the vocabulary that a misspelled word was probably meant to be. */
export interface MeantTerm {
  term: string;
  topics: readonly string[];
}

/** Shorter words are close to too many terms. */
const SHORTEST = 5;
/** Longer words may have two mistakes. */
const LONG = 9;
/** Minimum length of an incomplete word. */
const SHORTEST_START = 5;

/** All terms of one word, by length. */
const BY_LENGTH = new Map<number, Map<string, readonly string[]>>();

function terms(length: number): ReadonlyMap<string, readonly string[]> {
  if (BY_LENGTH.size === 0)
    for (const language of TOPIC_LANGUAGES)
      for (const [term, topics] of vocabularyOf(language).exact) {
        if (term.includes(' ')) continue;
        const found = BY_LENGTH.get(term.length) ?? new Map<string, readonly string[]>();
        if (!found.has(term)) found.set(term, topics);
        BY_LENGTH.set(term.length, found);
      }
  return BY_LENGTH.get(length) ?? new Map();
}

/**
 * Returns the term closest to a folded word: at most one character added, lost, changed or swapped, two in long words. An
 * incomplete last word can also be the start of a term.
 */
export function closestTerm(word: string, isLast: boolean): MeantTerm | null {
  if (word.length > 40) return null;
  const most = word.length >= LONG ? 2 : 1;
  let best: (MeantTerm & { distance: number }) | null = null;
  for (let length = word.length - most; word.length >= SHORTEST && length <= word.length + most; length++)
    for (const [term, topics] of terms(length)) {
      const distance = editDistance(word, term, Math.min(most, (best?.distance ?? most + 1) - 1));
      if (distance !== null) best = { term, topics, distance };
    }
  if (best) return { term: best.term, topics: best.topics };
  return isLast && word.length >= SHORTEST_START ? termStartingWith(word) : null;
}

function termStartingWith(word: string): MeantTerm | null {
  for (let length = word.length + 1; length <= word.length + 12; length++)
    for (const [term, topics] of terms(length)) if (term.startsWith(word)) return { term, topics };
  return null;
}

/** Returns the number of edits between two words, swaps of neighbors counting once; null above `most`. */
export function editDistance(a: string, b: string, most: number): number | null {
  if (most < 0 || Math.abs(a.length - b.length) > most) return null;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return null;
    before = row;
    row = next;
  }
  const distance = row[b.length] ?? 0;
  return distance <= most ? distance : null;
}
