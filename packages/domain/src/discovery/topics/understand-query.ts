import { type SearchTerm, termsOf, textPieces } from '../creator-search-terms.ts';
import { FILLERS } from './filler-words.ts';
import { closestTerm } from './term-spelling.ts';
import { matchTopics, topicsOfTerm } from './topic-matches.ts';
import { nearTopics, TOPICS } from './topic-vocabulary.ts';
import { stemOf, TOPIC_LANGUAGES } from './word-stems.ts';

/** A part of a search text, in the order of the text. */
export type QueryPart =
  /** Words that name a topic: `skin care`, `#skincare`, `Hautpflege`. */
  | {
      kind: 'topic';
      /** The folded words as typed, joined by spaces. */
      text: string;
      /** The topics it can mean, by id; usually one. Any of them matches. */
      topics: readonly string[];
      /** Each word on its own: its topics if it has any, and its search terms. Empty for a single word. */
      words: readonly { topics: readonly string[]; terms: readonly SearchTerm[] }[];
      /** Terms that match the words as written. */
      terms: readonly SearchTerm[];
      /** The term that was meant, if the words were misspelled. */
      corrected?: string;
    }
  /** A word without a topic, such as a name; a creator must have it. */
  | { kind: 'word'; text: string; terms: readonly SearchTerm[]; stems: readonly string[] }
  /** A word that says nothing about a creator beside a topic: `and`, `influencers`. Needn't match. */
  | { kind: 'filler'; text: string };

/** What a search text means. */
export interface UnderstoodQuery {
  parts: readonly QueryPart[];
  /** All topics of the text, by id, in order. */
  topics: readonly string[];
  /** Topics to try if this search finds too little, best first; without those of the text. */
  near: readonly string[];
}

const MOST_NEAR = 12;
const EMOJI = /^\p{Extended_Pictographic}/u;

/**
 * Works out what a search text means: topics in any language of the vocabulary, by stems, compounds and synonyms, and
 * words. Without topics, all words count, so that names and titles are searched literally.
 * @param tolerant also corrects misspelled topics; for searches that find nothing as they are written
 */
export function understand(query: string, { tolerant = false } = {}): UnderstoodQuery {
  const pieces = textPieces(query);
  // An emoji is searched as it is: it hints at what a profile is about, but people look for the emoji.
  const named = matchTopics(pieces, TOPIC_LANGUAGES).filter(({ from }) => !EMOJI.test(pieces[from] ?? ''));
  const matches = new Map(named.map((match) => [match.from, match]));
  const parts: QueryPart[] = [];
  for (let at = 0; at < pieces.length; ) {
    const match = matches.get(at);
    const to = match?.to ?? at + 1;
    const words = pieces.slice(at, to);
    const isLast = to === pieces.length;
    parts.push(match ? topicPart(words, match.topics, isLast) : wordPart(words[0] ?? '', isLast, tolerant));
    at = to;
  }
  const topics = [...new Set(parts.flatMap((part) => (part.kind === 'topic' ? part.topics : [])))];
  const near = [...new Set(topics.flatMap(nearTopics))].filter((id) => !topics.includes(id));
  return {
    parts: topics.length > 0 ? parts.map(asFiller) : parts,
    topics,
    near: near.slice(0, MOST_NEAR),
  };
}

function topicPart(words: readonly string[], topics: readonly string[], isLast: boolean): QueryPart {
  const termsAt = (index: number) => termsOf(words[index] ?? '', isLast && index === words.length - 1);
  return {
    kind: 'topic',
    text: words.join(' '),
    topics: topics.filter((id) => TOPICS.has(id)),
    words:
      words.length === 1
        ? []
        : words.map((word, index) => ({
            topics: topicsOfTerm([word], TOPIC_LANGUAGES),
            terms: termsAt(index),
          })),
    terms: words.flatMap((_, index) => termsAt(index)),
  };
}

function wordPart(word: string, isLast: boolean, tolerant: boolean): QueryPart {
  const terms = termsOf(word, isLast);
  const meant = tolerant ? closestTerm(word, isLast) : null;
  if (meant)
    return { kind: 'topic', text: word, topics: meant.topics, words: [], terms, corrected: meant.term };
  const stems = [...new Set(TOPIC_LANGUAGES.map((language) => stemOf(word, language)))];
  return { kind: 'word', text: word, terms, stems: stems.filter((stem) => stem.length > 2) };
}

const asFiller = (part: QueryPart): QueryPart =>
  part.kind === 'word' && FILLERS.has(part.text) ? { kind: 'filler', text: part.text } : part;
