import { EMOJI_TOPICS, vocabularyOf } from './topic-vocabulary.ts';
import { stemOf, type TopicLanguage } from './word-stems.ts';

/** A run of words that means one or more topics. */
export interface TopicMatch {
  /** Index of the first word. */
  from: number;
  /** Index behind the last word. */
  to: number;
  /** The topics it can mean, by id; usually one. */
  topics: readonly string[];
  /** Whether the words say little about a creator, as `kitchen` about cooking. */
  weak: boolean;
}

/**
 * Finds topics in a text, longest terms first, without overlaps.
 * @param words the text as `textPieces` splits it
 * @param languages languages of the text, most likely first
 */
export function matchTopics(words: readonly string[], languages: readonly TopicLanguage[]): TopicMatch[] {
  const found: TopicMatch[] = [];
  const longest = Math.max(1, ...languages.map((language) => vocabularyOf(language).longest));
  for (let from = 0; from < words.length; ) {
    const match = longestAt(words, from, Math.min(longest, words.length - from), languages);
    if (match) found.push(match);
    from = match ? match.to : from + 1;
  }
  return found;
}

function longestAt(
  words: readonly string[],
  from: number,
  most: number,
  languages: readonly TopicLanguage[],
): TopicMatch | null {
  const [first = ''] = words.slice(from, from + 1);
  const startsTerm = languages.some((language) => {
    const { starts } = vocabularyOf(language);
    return starts.has(first) || starts.has(stemOf(first, language));
  });
  for (let length = startsTerm ? most : 1; length > 0; length--) {
    const run = words.slice(from, from + length);
    const topics = topicsOfTerm(run, languages);
    if (topics.length > 0) return { from, to: from + length, topics, weak: isWeak(run, languages) };
  }
  const topics = EMOJI_TOPICS.get(first) ?? topicsInRun(first, languages);
  return topics.length > 0 ? { from, to: from + 1, topics, weak: false } : null;
}

function isWeak(words: readonly string[], languages: readonly TopicLanguage[]): boolean {
  const [word = ''] = words;
  return (
    words.length === 1 &&
    languages.some((language) => {
      const { weak } = vocabularyOf(language);
      return weak.has(word) || weak.has(stemOf(word, language));
    })
  );
}

/** Returns the topics that words mean as one term, in the first language that has it. */
export function topicsOfTerm(
  words: readonly string[],
  languages: readonly TopicLanguage[],
): readonly string[] {
  const exact = words.join(' ');
  for (const language of languages) {
    const topics = vocabularyOf(language).exact.get(exact);
    if (topics) return topics;
  }
  for (const language of languages) {
    const stems = words.map((word) => stemOf(word, language)).join(' ');
    const topics = vocabularyOf(language).stems.get(stems);
    if (topics) return topics;
  }
  return [];
}

/** Returns the topics of a term as written, in the first language that has it. */
export function topicsOfWord(word: string, languages: readonly TopicLanguage[]): readonly string[] {
  for (const language of languages) {
    const topics = vocabularyOf(language).exact.get(word);
    if (topics) return topics;
  }
  return [];
}

const JAPANESE = /^[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/;

/** Returns the topics of terms inside a run of Japanese characters, which has no spaces. */
function topicsInRun(run: string, languages: readonly TopicLanguage[]): readonly string[] {
  if (!JAPANESE.test(run) || !languages.includes('ja')) return [];
  const found = new Set<string>();
  const { exact } = vocabularyOf('ja');
  const characters = Array.from(run);
  for (let from = 0; from < characters.length; ) {
    let step = 1;
    for (let length = Math.min(12, characters.length - from); length > 0; length--) {
      const topics = exact.get(characters.slice(from, from + length).join(''));
      if (!topics) continue;
      for (const topic of topics) found.add(topic);
      step = length;
      break;
    }
    from += step;
  }
  return [...found];
}
