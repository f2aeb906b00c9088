import { termsOf, textPieces } from '@troupe/domain/discovery/creator-search-terms';
import {
  type CreatorTexts,
  deriveTopics,
  MAIN,
  STRONG,
  stemsIn,
} from '@troupe/domain/discovery/topics/derive-topics';
import { stemWord, topicWord } from '@troupe/domain/discovery/topics/index-words';
import { TOPICS_VERSION } from '@troupe/domain/discovery/topics/topic-vocabulary';

/** Columns of a creator that follow from its texts. */
export interface TopicColumns {
  topics: string[];
  /** A `tsvector` as text: topics, stems, and the words of categories and posts. */
  topicWords: string;
  topicsVersion: number;
}

/** More words of posts than this aren't stored. */
const MOST_WORDS = 200;
/** Longer words aren't searched for. */
const LONGEST = 60;

/** Returns what the search stores for a creator beside handle, name and bio. */
export function topicColumns(texts: CreatorTexts): TopicColumns {
  const topics = deriveTopics(texts);
  const words = new Set<string>();
  for (const { id, score } of topics) {
    words.add(topicWord(id));
    if (score >= STRONG) words.add(topicWord(id, 2));
    if (score >= MAIN) words.add(topicWord(id, 3));
  }
  const posted = [...texts.categories, ...texts.titles];
  const plain = new Set(posted.flatMap(wordsOf));
  for (const word of [...plain].slice(0, MOST_WORDS)) words.add(word);
  for (const text of [texts.bio.slice(0, 4000), ...posted])
    for (const stem of stemsIn(text, texts.language))
      if (words.size < 2 * MOST_WORDS) words.add(stemWord(stem));
  return { topics: topics.map(({ id }) => id), topicWords: asVector(words), topicsVersion: TOPICS_VERSION };
}

const wordsOf = (text: string): string[] =>
  textPieces(text).flatMap((piece) => termsOf(piece, false).map((term) => term.text));

const asVector = (words: Iterable<string>): string =>
  [...words]
    .filter((word) => word.length <= LONGEST)
    .map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`)
    .join(' ');
