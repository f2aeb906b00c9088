import { textPieces } from '../creator-search-terms.ts';
import { FILLERS } from './filler-words.ts';
import { matchTopics } from './topic-matches.ts';
import { TOPIC_LANGUAGES } from './word-stems.ts';

/** What a creator writes, and the topics known from it. */
export interface WrittenTexts {
  texts: readonly string[];
  /** Topic ids. */
  topics: readonly string[];
}

/** A word or pair of words that isn't in the vocabulary and that creators of a topic write more than others. */
export interface TermCandidate {
  topic: string;
  term: string;
  /** Creators who write it. */
  creators: number;
  /** How many of them have the topic. */
  withTopic: number;
  /** Twice the log-likelihood ratio (Dunning 1993); 10.8 is exceeded by chance once in 1,000. */
  evidence: number;
}

/** A word that is nearly always part of one pair isn't suggested beside it. */
const PART_OF_PAIR = 0.9;
/** Words of fewer creators are their own. */
const FEWEST_CREATORS = 5;
/** Smallest share of a term's creators who have the topic. */
const SMALLEST_SHARE = 0.6;
/** Thousands of terms are compared with hundreds of topics, so chance alone would exceed 10.8 often. */
const LEAST_EVIDENCE = 24;
/** Shorter words are rarely topics. */
const SHORTEST = 3;
const MOST_WORDS = 400;

/** Counts which unknown terms occur together with which topics, creator by creator. */
export class TermCounter {
  #creators = 0;
  readonly #topics = new Map<string, number>();
  readonly #terms = new Map<string, number>();
  /** By topic and term. */
  readonly #pairs = new Map<string, Map<string, number>>();

  /** Adds a creator. */
  add({ texts, topics }: WrittenTexts): void {
    this.#creators += 1;
    for (const topic of topics) this.#topics.set(topic, (this.#topics.get(topic) ?? 0) + 1);
    for (const term of unknownTerms(texts)) {
      this.#terms.set(term, (this.#terms.get(term) ?? 0) + 1);
      for (const topic of topics) {
        const counts = this.#pairs.get(topic) ?? new Map<string, number>();
        this.#pairs.set(topic, counts);
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
    }
  }

  /**
   * Returns candidates for the vocabulary by topic, most evident first. Each term is suggested for one topic only.
   * @param most candidates per topic
   */
  candidates(most: number): TermCandidate[] {
    const best = new Map<string, TermCandidate>();
    for (const [topic, counts] of this.#pairs)
      for (const [term, withTopic] of counts) {
        const creators = this.#terms.get(term) ?? 0;
        if (creators < FEWEST_CREATORS || withTopic / creators < SMALLEST_SHARE) continue;
        const evidence = this.#evidence(withTopic, creators, this.#topics.get(topic) ?? 0);
        if (evidence >= LEAST_EVIDENCE && evidence > (best.get(term)?.evidence ?? 0))
          best.set(term, { topic, term, creators, withTopic, evidence });
      }
    for (const { term, creators } of [...best.values()])
      for (const word of term.includes(' ') ? term.split(' ') : [])
        if (creators >= PART_OF_PAIR * (this.#terms.get(word) ?? 0)) best.delete(word);
    const sorted = [...best.values()].sort((a, b) => b.evidence - a.evidence);
    return [...Map.groupBy(sorted, ({ topic }) => topic).values()].flatMap((found) => found.slice(0, most));
  }

  #evidence(both: number, term: number, topic: number): number {
    const all = this.#creators;
    if (both * all <= term * topic) return 0;
    const cell = (seen: number, row: number, column: number) =>
      seen === 0 ? 0 : seen * Math.log((seen * all) / (row * column));
    return (
      2 *
      (cell(both, term, topic) +
        cell(term - both, term, all - topic) +
        cell(topic - both, all - term, topic) +
        cell(all - term - topic + both, all - term, all - topic))
    );
  }
}

/** Words and neighboring words that name no topic, each once. */
function unknownTerms(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  let left = MOST_WORDS;
  for (const text of texts) {
    const words = textPieces(text).slice(0, left);
    left -= words.length;
    const known = new Set(
      matchTopics(words, TOPIC_LANGUAGES).flatMap(({ from, to }) =>
        Array.from({ length: to - from }, (_, at) => from + at),
      ),
    );
    const isOpen = (at: number) => !known.has(at) && isTelling(words[at] ?? '');
    for (const [at, word] of words.entries()) {
      if (!isOpen(at)) continue;
      found.add(word);
      if (isOpen(at + 1)) found.add(`${word} ${words[at + 1]}`);
    }
  }
  return found;
}

const isTelling = (word: string): boolean =>
  word.length >= SHORTEST && /\p{L}/u.test(word) && !FILLERS.has(word);
