import { textPieces } from '../creator-search-terms.ts';
import { TOPIC_LINES } from './topics.gen.ts';
import { stemOf, TOPIC_LANGUAGES, type TopicLanguage } from './word-stems.ts';

/** A topic of creator marketing. `topics.txt` lists all of them. */
export interface Topic {
  /** Lowercase a to z and digits; never changes, because searches and creators refer to it. */
  id: string;
  /** Topics that include this one, nearest first: skin care is part of beauty. */
  broader: readonly string[];
  /** Topics that a person who looks for this one might want as well. */
  near: readonly string[];
  /** Terms by language; the first is the name. */
  terms: Readonly<Record<TopicLanguage, readonly string[]>>;
}

/** Increase when the rules that derive topics change. */
const RULES = 1;

/** Differs when topics or the rules to find them change, so that creators are indexed again. */
export const TOPICS_VERSION: number = TOPIC_LINES.join('\n')
  .split('')
  .reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, RULES);

const list = (field = '') =>
  field
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** All topics by id. */
export const TOPICS: ReadonlyMap<string, Topic> = new Map(
  TOPIC_LINES.map((line) => {
    const [id = '', broader, near, , ...languages] = line.split('|');
    const terms = Object.fromEntries(
      TOPIC_LANGUAGES.map((language, index) => [language, list(languages[index])]),
    ) as Record<TopicLanguage, string[]>;
    return [id, { id, broader: list(broader), near: list(near), terms }];
  }),
);

/** Marks before a term: matches as written, says little. */
const MARKS = /^[=~]/;

/** Returns the name of a topic in a language of the vocabulary, in English for others. */
export function topicName(id: string, language: string): string {
  const terms = TOPICS.get(id)?.terms;
  const [name] = terms?.[language as TopicLanguage] ?? terms?.en ?? [];
  return (name ?? terms?.en[0] ?? id).replace(MARKS, '');
}

const BROADER = new Map<string, readonly string[]>();

/** Returns all topics that include a topic, nearest first, without itself. */
export function broaderTopics(id: string): readonly string[] {
  const known = BROADER.get(id);
  if (known) return known;
  const found: string[] = [];
  BROADER.set(id, found);
  let level = [id];
  while (level.length > 0) {
    level = [...new Set(level.flatMap((each) => TOPICS.get(each)?.broader ?? []))].filter(
      (each) => each !== id && !found.includes(each),
    );
    found.push(...level);
  }
  return found;
}

const NARROWER = new Map<string, string[]>();
for (const { id, broader } of TOPICS.values())
  for (const each of broader) NARROWER.set(each, [...(NARROWER.get(each) ?? []), id]);

/**
 * Returns topics to try instead of a topic, best first: broader ones, near ones, those with the same broader topic, and
 * narrower ones.
 */
export function nearTopics(id: string): string[] {
  const topic = TOPICS.get(id);
  if (!topic) return [];
  const siblings = topic.broader.flatMap((each) => NARROWER.get(each) ?? []);
  const all = [...topic.broader, ...topic.near, ...(NARROWER.get(id) ?? []), ...siblings];
  return [...new Set(all)].filter((each) => each !== id && TOPICS.has(each));
}

/** Topics of terms in one language. Keys are the words of a term, or their stems, joined by spaces. */
interface Terms {
  exact: Map<string, string[]>;
  stems: Map<string, string[]>;
  /** Terms, and their stems, that say little about a creator. */
  weak: Set<string>;
  /** First words, and their stems, of terms of several words. */
  starts: Set<string>;
  /** Number of words of the longest term. */
  longest: number;
}

const add = (to: Map<string, string[]>, key: string, id: string) => {
  const ids = to.get(key) ?? [];
  if (!ids.includes(id)) to.set(key, narrowest([...ids, id]));
};

/** A term of a topic and of one that includes it means the narrower one. */
const narrowest = (ids: string[]): string[] =>
  ids.filter((id) => !ids.some((other) => broaderTopics(other).includes(id)));

function termsIn(language: TopicLanguage): Terms {
  const terms: Terms = { exact: new Map(), stems: new Map(), weak: new Set(), starts: new Set(), longest: 1 };
  for (const { id, terms: of } of TOPICS.values())
    for (const term of of[language]) {
      const words = textPieces(term.replace(MARKS, ''));
      if (term.startsWith('~'))
        for (const key of [words.join(' '), stemOf(words.join(' '), language)]) terms.weak.add(key);
      add(terms.exact, words.join(' '), id);
      // A compound or hashtag: skin care, skincare.
      if (words.length > 1) add(terms.exact, words.join(''), id);
      if (words.length > 1) {
        terms.starts.add(words[0] ?? '');
        terms.starts.add(stemOf(words[0] ?? '', language));
      }
      terms.longest = Math.max(terms.longest, words.length);
      if (term.startsWith('=')) continue;
      add(terms.stems, words.map((word) => stemOf(word, language)).join(' '), id);
      if (words.length > 1) add(terms.stems, stemOf(words.join(''), language), id);
    }
  return terms;
}

const BY_LANGUAGE = new Map<TopicLanguage, Terms>();

/** Returns the terms of a language, prepared for lookups. */
export function vocabularyOf(language: TopicLanguage): Terms {
  const known = BY_LANGUAGE.get(language);
  if (known) return known;
  const terms = termsIn(language);
  BY_LANGUAGE.set(language, terms);
  return terms;
}

/** Topics by emoji. */
export const EMOJI_TOPICS: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map<string, string[]>();
  for (const line of TOPIC_LINES) {
    const [id = '', , , emoji = ''] = line.split('|');
    // Flags and families are several characters, which texts are not split by.
    for (const piece of textPieces(emoji))
      if (/\p{Extended_Pictographic}/u.test(piece)) add(found, piece, id);
  }
  return found;
})();
