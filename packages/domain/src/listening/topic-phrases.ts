/** A post that topics are found in. Posts that say the same are passed once. */
export interface TopicPost {
  text: string;
  sentiment: -1 | 0 | 1 | null;
}

/** A phrase that sets posts apart from earlier ones. */
export interface TopicPhrase {
  phrase: string;
  posts: number;
  before: number;
  negative: number;
  positive: number;
  score: number;
}

/** The longest phrase, in words. */
const LONGEST = 3;
/** The fewest posts with a phrase. */
const FEWEST_POSTS = 3;
/** A phrase within a longer one is left out if so much of it is the longer one. */
const SAME_SHARE = 0.75;
/** Words of a post that are read: a post can be 5,000 characters. */
const MOST_WORDS = 200;

/** Addresses, names and numbers are no topics. */
const NOISE = /https?:\/\/\S+|www\.\S+|@[\p{L}\p{N}._-]+|&[a-z]+;/giu;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*/gu;

/** Returns the sentences of a text as lower-case words: phrases don't reach across punctuation. */
function sentencesOf(text: string): string[][] {
  let left = MOST_WORDS;
  const sentences: string[][] = [];
  for (const part of text
    .normalize('NFKC')
    .replace(NOISE, ' | ')
    .split(/[.,;:!?()[\]{}|"“”„«»\n…—–]+/u)) {
    const words = (part.toLowerCase().match(WORD) ?? []).slice(0, left);
    left -= words.length;
    if (words.length > 0) sentences.push(words);
    if (left <= 0) break;
  }
  return sentences;
}

/** Returns the different phrases of a text. Phrases neither begin nor end with a word that says nothing. */
function phrasesOf(text: string, isEmptyWord: (word: string) => boolean): Set<string> {
  const phrases = new Set<string>();
  for (const words of sentencesOf(text)) {
    const isEmpty = words.map((word) => word.length < 3 || isEmptyWord(word));
    for (let start = 0; start < words.length; start += 1) {
      if (isEmpty[start]) continue;
      for (let length = 1; length <= LONGEST && start + length <= words.length; length += 1)
        if (!isEmpty[start + length - 1]) phrases.add(words.slice(start, start + length).join(' '));
    }
  }
  return phrases;
}

function countPhrases(posts: readonly TopicPost[], isEmptyWord: (word: string) => boolean) {
  const counts = new Map<string, { posts: number; negative: number; positive: number }>();
  let total = 0;
  for (const { text, sentiment } of posts) {
    for (const phrase of phrasesOf(text, isEmptyWord)) {
      const count = counts.get(phrase) ?? { posts: 0, negative: 0, positive: 0 };
      count.posts += 1;
      if (sentiment === -1) count.negative += 1;
      if (sentiment === 1) count.positive += 1;
      counts.set(phrase, count);
      total += 1;
    }
  }
  return { counts, total };
}

const wordsIn = (phrase: string) => phrase.split(' ').length;

/**
 * Returns the phrases that set posts apart from earlier ones, best first: class-based TF-IDF (Grootendorst 2022),
 * `tf * log(1 + A / f)` with the two periods as classes, `tf` the phrase's share of the period's phrases, `f` its count
 * in both and `A` the mean number of phrases of a class. A phrase counts once per post, and needs three posts. Longer
 * phrases weigh more, and take the place of their parts.
 * @param options.isEmptyWord words that say nothing, such as articles; the words of the query itself belong to them
 */
export function topicPhrases(
  posts: readonly TopicPost[],
  earlier: readonly TopicPost[],
  { isEmptyWord, limit }: { isEmptyWord: (word: string) => boolean; limit: number },
): TopicPhrase[] {
  const now = countPhrases(posts, isEmptyWord);
  const then = countPhrases(earlier, isEmptyWord);
  const mean = (now.total + then.total) / (then.total > 0 ? 2 : 1);
  const scored = [...now.counts]
    .filter(([, { posts: n }]) => n >= FEWEST_POSTS)
    .map(([phrase, count]) => {
      const before = then.counts.get(phrase)?.posts ?? 0;
      const score = (count.posts / now.total) * Math.log(1 + mean / (count.posts + before));
      return Object.assign({ phrase, before, score: score * Math.sqrt(wordsIn(phrase)) }, count);
    })
    .sort((a, b) => b.score - a.score || (a.phrase < b.phrase ? -1 : 1));
  const chosen: TopicPhrase[] = [];
  for (const topic of scored) {
    if (chosen.length === limit) break;
    const inside = (short: string, long: string) => ` ${long} `.includes(` ${short} `);
    const repeats = (other: { phrase: string; posts: number }) =>
      (inside(topic.phrase, other.phrase) && other.posts >= topic.posts * SAME_SHARE) ||
      inside(other.phrase, topic.phrase);
    const longer = scored.some(
      (other) =>
        other.phrase !== topic.phrase &&
        inside(topic.phrase, other.phrase) &&
        other.posts >= topic.posts * SAME_SHARE,
    );
    if (!longer && !chosen.some(repeats)) chosen.push(topic);
  }
  return chosen;
}
