import { textPieces } from '../creator-search-terms.ts';
import { matchTopics, topicsOfTerm, topicsOfWord } from './topic-matches.ts';
import { broaderTopics } from './topic-vocabulary.ts';
import { isTopicLanguage, stemOf, type TopicLanguage } from './word-stems.ts';

/** The texts of a creator that topics are derived from. */
export interface CreatorTexts {
  username: string;
  fullname: string;
  bio: string;
  /** Most important first. */
  categories: readonly string[];
  /** Titles or captions of posts, newest first. */
  titles: readonly string[];
  language: string | null;
}

/** A topic of a creator and how much of what they say is about it. */
export interface CreatorTopic {
  id: string;
  /** At least 1. Compare with {@link STRONG} and {@link MAIN}. */
  score: number;
}

/** From this score on, several texts are about the topic. */
export const STRONG = 5;
/** From this score on, it is what the creator is known for. */
export const MAIN = 8;

/** How much each text says about what a creator posts. */
const WEIGHTS = { firstCategory: 5, category: 3, bio: 3, name: 4, handle: 2, title: 1 } as const;
/** More titles than this about a topic don't add to it. */
const MOST_TITLES = 3;
/** How much of a topic counts for the ones that include it. */
const PASSED_ON = 0.7;
/** How much more a topic counts within what a creator is known for: dogs, for someone who posts about pets. */
const WITHIN = 3;
/** How much terms that say little count. */
const WEAK = 0.34;
const MOST_TOPICS = 24;
const BIO_LENGTH = 2000;

/**
 * Derives the topics of a creator from their texts, strongest first. A topic counts once per text, and for the topics
 * that include it.
 */
export function deriveTopics(texts: CreatorTexts): CreatorTopic[] {
  const languages: TopicLanguage[] = isTopicLanguage(texts.language)
    ? [...new Set<TopicLanguage>([texts.language, 'en'])]
    : ['en'];
  const direct = new Map<string, number>();
  const count = (topics: Iterable<readonly [string, number]>, weight: number) => {
    for (const [id, share] of topics) direct.set(id, (direct.get(id) ?? 0) + weight * share);
  };
  const inText = (text: string, of = languages) => topicsIn(text, of);
  for (const [index, category] of texts.categories.entries())
    count(inText(category), index === 0 ? WEIGHTS.firstCategory : WEIGHTS.category);
  count(inText(texts.bio.slice(0, BIO_LENGTH), withScript(texts.bio, languages)), WEIGHTS.bio);
  count(inText(texts.fullname, withScript(texts.fullname, languages)), WEIGHTS.name);
  count(topicsInHandle(texts.username, languages), WEIGHTS.handle);
  const titles = new Map<string, number>();
  for (const title of texts.titles)
    for (const [id, share] of inText(title, withScript(title, languages)))
      titles.set(id, (titles.get(id) ?? 0) + share);
  for (const [id, times] of titles) count([[id, Math.min(MOST_TITLES, times)]], WEIGHTS.title);
  return ranked(direct);
}

/** Texts up to this length repeat often enough to remember them. */
const REMEMBERED_LENGTH = 120;
const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, ReadonlyMap<string, number>>();

/** Returns the topics of a text with their weight: less than 1 if only terms that say little name it. */
function topicsIn(text: string, languages: readonly TopicLanguage[]): ReadonlyMap<string, number> {
  const key = `${languages.join()} ${text}`;
  const known = text.length <= REMEMBERED_LENGTH ? remembered.get(key) : undefined;
  if (known) return known;
  const found = new Map<string, number>();
  for (const { topics, weak } of matchTopics(textPieces(text), languages))
    for (const id of topics) found.set(id, Math.max(found.get(id) ?? 0, weak ? WEAK : 1));
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (text.length <= REMEMBERED_LENGTH) remembered.set(key, found);
  return found;
}

/** Adds the topics that include others, and sorts. */
function ranked(direct: ReadonlyMap<string, number>): CreatorTopic[] {
  const scores = new Map(direct);
  for (const id of direct.keys())
    if (broaderTopics(id).some((broader) => (direct.get(broader) ?? 0) >= STRONG))
      scores.set(id, (scores.get(id) ?? 0) + WITHIN);
  for (const [id, score] of direct)
    for (const [distance, broader] of broaderTopics(id).entries())
      scores.set(broader, (scores.get(broader) ?? 0) + score * PASSED_ON ** Math.min(2, distance + 1));
  return [...scores]
    .map(([id, score]) => ({ id, score: Math.max(1, Math.round(score * 10) / 10) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_TOPICS);
}

const ARABIC = /[\u0620-\u064a]/;
const KANA = /[\u3040-\u30ff]/;

/** Scripts tell languages that a profile doesn't name. */
function withScript(text: string, languages: readonly TopicLanguage[]): TopicLanguage[] {
  const more: TopicLanguage[] = [...languages];
  if (ARABIC.test(text) && !more.includes('ar')) more.push('ar');
  if (KANA.test(text) && !more.includes('ja')) more.push('ja');
  return more;
}

const SHORTEST_IN_HANDLE = 5;

/** Topics of a handle's parts, and of terms that a part starts or ends with: `janeskincare`, `veganfoodie`. */
function topicsInHandle(handle: string, languages: readonly TopicLanguage[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const piece of textPieces(handle.replace(/\d+/g, ' '))) {
    for (const id of topicsOfTerm([piece], languages)) found.set(id, 1);
    for (let length = piece.length - 1; length >= SHORTEST_IN_HANDLE; length--)
      for (const part of [piece.slice(0, length), piece.slice(-length)])
        for (const id of topicsOfWord(part, languages)) found.set(id, 1);
  }
  return found;
}

/** Returns stems of a text's words that differ from the words, for matching other forms of them. */
export function stemsIn(text: string, language: string | null): string[] {
  const languages: TopicLanguage[] = isTopicLanguage(language) ? [language] : ['en'];
  const stems = new Set<string>();
  for (const word of textPieces(text))
    for (const each of languages) {
      const stem = stemOf(word, each);
      if (stem !== word && stem.length > 2) stems.add(stem);
    }
  return [...stems];
}
