import { classOf, DIGIT, EMOJI, LETTER, MARK, UNSPACED } from '../query/character.ts';
import { emojiPolarity, emoticonAt } from './emoji-polarity.ts';
import { negationOf } from './negation.ts';
import { LINK_SIGN, MENTION_SIGN, normalizeText } from './normalize-text.ts';
import { withoutPrefixes } from './word-prefixes.ts';

/** Changes whenever the same text gets other features, so older models are refused. */
export const FEATURE_VERSION = 3;
/** Buckets of hashed n-grams. */
export const BUCKETS = 1 << 17;
/** Features with a fixed meaning, after the buckets. They mean the same in every language. */
export const FIXED = {
  bias: 0,
  positiveWords: 1,
  negativeWords: 2,
  morePositive: 3,
  moreNegative: 4,
  noOpinionWord: 5,
  positiveEmoji: 6,
  negativeEmoji: 7,
  lastEmoji: 8,
  exclamation: 9,
  question: 10,
  link: 11,
  mention: 12,
  tag: 13,
  negation: 14,
  length: 15,
  ellipsis: 16,
  positiveDensity: 17,
  negativeDensity: 18,
} as const;
export const FEATURES = BUCKETS + Object.keys(FIXED).length;

/** Words with a polarity from -5 to 5, by the hash of the word or of two words. */
export type Lexicon = ReadonlyMap<number, number>;

/** The features of one text: indexes below `FEATURES` and their values. */
export interface FeatureVector {
  indexes: Int32Array;
  values: Float32Array;
  size: number;
  /** Whether the text has a word or emoji at all. */
  hasContent: boolean;
}

const MAX_TOKENS = 400;
const MAX_WORD = 30;
const LONGEST_NGRAM = 5;
const SHORTEST_NGRAM = 2;
/** Longest texts: 400 tokens of 30 characters, four n-grams from each. */
const MAX_FEATURES = 60_000;
const SEED = 0x811c9dc5;
const WORD_SEED = 0x2545f491;
const PAIR_SEED = 0x9e3779b1;
const NEGATED_SEED = 0x7f4a7c15;
const BEGINNING_SEED = 0x51ed270b;
/** Letters by which inflected forms are recognized. */
const BEGINNING = 6;

const mix = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193);
const finish = (hash: number) => {
  let h = hash ^ (hash >>> 15);
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  return h ^ (h >>> 15);
};

function hashWord(word: string): number {
  let hash = SEED;
  for (let at = 0; at < word.length; at += 1) hash = mix(hash, word.charCodeAt(at));
  return finish(hash);
}
const hashPair = (first: number, second: number) => finish(mix(Math.imul(first, PAIR_SEED), second));

/**
 * Returns the key under which a lexicon has all words that begin like this one: inflected forms of the same word. Undefined
 * for short words.
 */
export const beginningKey = (word: string): number | undefined =>
  word.length < BEGINNING ? undefined : hashPair(hashWord(word.slice(0, BEGINNING)), BEGINNING_SEED);

/** Returns the key of a lexicon entry of one or two words; undefined for longer ones. */
export function lexiconKey(entry: string): number | undefined {
  const words = normalizeText(entry)
    .split(/[^\p{L}\p{M}\p{N}']+/u)
    .filter(Boolean);
  const [first, second] = words;
  if (first === undefined || words.length > 2) return undefined;
  return second === undefined ? hashWord(first) : hashPair(hashWord(first), hashWord(second));
}

interface Tally {
  positive: number;
  negative: number;
  smiles: number;
  frowns: number;
  last: number;
}

/** Extracts features. An instance reuses its memory: a vector is valid until the next text. */
export class FeatureReader {
  readonly #indexes = new Int32Array(MAX_FEATURES);
  readonly #values = new Float32Array(MAX_FEATURES);
  /** Marks buckets that the current text has already. */
  readonly #seen = new Int32Array(BUCKETS);
  #round = 0;
  #size = 0;
  #words: string[] = [];
  #hashes: number[] = [];

  /** Returns the features of a text. */
  read(text: string, language: string, lexicon: Lexicon | undefined): FeatureVector {
    const normalized = normalizeText(text);
    this.#round += 1;
    this.#size = 0;
    const tally: Tally = { positive: 0, negative: 0, smiles: 0, frowns: 0, last: 0 };
    const hasContent = this.#tokenize(normalized, tally);
    const isNegated = this.#wordFeatures(language, lexicon, tally);
    this.#scale(0, 1);
    const wordsEnd = this.#size;
    this.#characterFeatures();
    this.#scale(wordsEnd, 1);
    this.#fixedFeatures(normalized, tally, isNegated);
    return { indexes: this.#indexes, values: this.#values, size: this.#size, hasContent };
  }

  /** Divides the text into words, emoji and runs of punctuation. Returns whether there is a word or emoji. */
  #tokenize(text: string, tally: Tally): boolean {
    this.#words = [];
    let hasContent = false;
    for (let at = 0; at < text.length && this.#words.length < MAX_TOKENS; ) {
      const code = text.codePointAt(at) as number;
      const size = code > 0xffff ? 2 : 1;
      const face = code < 128 && code !== 0x20 ? emoticonAt(text, at) : undefined;
      if (face) {
        this.#countFace(face.polarity, tally);
        this.#words.push(text.slice(at, at + Math.min(face.length, 4)));
        at += face.length;
        hasContent = true;
        continue;
      }
      const kind = kindOf(code);
      if (kind === LETTER) {
        const end = endOfWord(text, at + size);
        this.#words.push(text.slice(at, Math.min(end, at + MAX_WORD)));
        hasContent ||= code < 0xe010 || code > 0xe011;
        at = end;
      } else if (kind === EMOJI) {
        this.#words.push(text.slice(at, at + size));
        this.#countFace(emojiPolarity(code), tally);
        hasContent = true;
        at += size;
      } else {
        let end = at + size;
        while (code !== 0x20 && text.charCodeAt(end) === code) end += 1;
        if (code > 0x20) this.#words.push(text.slice(at, Math.min(end, at + 3)));
        at = end;
      }
    }
    return hasContent;
  }

  #countFace(polarity: number, tally: Tally): void {
    if (polarity > 0) tally.smiles += 1;
    else if (polarity < 0) tally.frowns += 1;
    if (polarity !== 0) tally.last = polarity;
  }

  /** Adds words and pairs of words, also as negated ones after a negator. */
  #wordFeatures(language: string, lexicon: Lexicon | undefined, tally: Tally): boolean {
    const negation = negationOf(language);
    this.#hashes = this.#words.map(hashWord);
    const polarities = new Float64Array(this.#words.length);
    const turned = new Uint8Array(this.#words.length);
    let reach = 0;
    let isNegated = false;
    this.#words.forEach((word, at) => {
      const hash = this.#hashes[at] as number;
      const before = at > 0 ? (this.#hashes[at - 1] as number) : SEED;
      const pair = hashPair(before, hash);
      this.#add(hash ^ WORD_SEED);
      this.#add(pair);
      if (!isWord(word)) reach = 0;
      else if (reach > 0) this.#add(hash ^ NEGATED_SEED);
      const ofPair = lexicon?.get(pair);
      if (lexicon) polarities[at] = ofPair ?? polarityOfWord(word, hash, language, lexicon);
      // The polarity of "no good" contains the negation already.
      const containsNegation = ofPair !== undefined && negation.words.has(this.#words[at - 1] as string);
      if (reach > 0 && !containsNegation) turned[at] = 1;
      reach = Math.max(0, reach - 1);
      if (negation.words.has(word)) {
        reach = negation.after;
        isNegated = true;
        for (let back = at - 1; back >= at - negation.before && back >= 0; back -= 1) {
          if (!isWord(this.#words[back] as string)) break;
          turned[back] = 1;
        }
      }
    });
    polarities.forEach((polarity, at) => {
      const counted = turned[at] === 1 ? -polarity * 0.5 : polarity;
      if (counted > 0) tally.positive += counted;
      else tally.negative -= counted;
    });
    return isNegated;
  }

  /** Adds n-grams of characters within words, with the borders of the word. */
  #characterFeatures(): void {
    for (const word of this.#words) {
      if (!isWord(word)) continue;
      const length = word.length + 2;
      for (let start = 0; start < length; start += 1) {
        let hash = SEED;
        const end = Math.min(length, start + LONGEST_NGRAM);
        for (let at = start; at < end; at += 1) {
          const code = at === 0 || at === length - 1 ? 0x20 : word.charCodeAt(at - 1);
          hash = mix(hash, code);
          if (at - start + 1 >= SHORTEST_NGRAM) this.#add(finish(hash));
        }
      }
    }
  }

  #add(hash: number): void {
    const index = hash & (BUCKETS - 1);
    if (this.#seen[index] === this.#round || this.#size >= MAX_FEATURES - 64) return;
    this.#seen[index] = this.#round;
    this.#indexes[this.#size] = index;
    this.#size += 1;
  }

  /** Gives the features from a place on the same value, so that they have the given length together. */
  #scale(from: number, length: number): void {
    const value = length / Math.sqrt(Math.max(1, this.#size - from));
    this.#values.fill(value, from, this.#size);
  }

  #fixedFeatures(text: string, tally: Tally, isNegated: boolean): void {
    const { positive, negative, smiles, frowns, last } = tally;
    this.#fixed(FIXED.bias, 1);
    this.#fixed(FIXED.positiveWords, Math.min(3, positive / 3));
    this.#fixed(FIXED.negativeWords, Math.min(3, negative / 3));
    this.#fixed(FIXED.morePositive, positive > negative ? 1 : 0);
    this.#fixed(FIXED.moreNegative, negative > positive ? 1 : 0);
    this.#fixed(FIXED.noOpinionWord, positive + negative === 0 ? 1 : 0);
    this.#fixed(FIXED.positiveEmoji, Math.min(1, smiles / 2));
    this.#fixed(FIXED.negativeEmoji, Math.min(1, frowns / 2));
    this.#fixed(FIXED.lastEmoji, last);
    this.#fixed(FIXED.exclamation, text.includes('!') ? 1 : 0);
    this.#fixed(FIXED.question, text.includes('?') || text.includes('؟') ? 1 : 0);
    this.#fixed(FIXED.link, text.includes(LINK_SIGN) ? 1 : 0);
    this.#fixed(FIXED.mention, text.includes(MENTION_SIGN) ? 1 : 0);
    this.#fixed(FIXED.tag, text.includes('#') ? 1 : 0);
    this.#fixed(FIXED.negation, isNegated ? 1 : 0);
    this.#fixed(FIXED.length, Math.min(1, this.#words.length / 40));
    this.#fixed(FIXED.ellipsis, text.includes('...') ? 1 : 0);
    const breadth = Math.sqrt(this.#words.length + 1);
    this.#fixed(FIXED.positiveDensity, Math.min(3, positive / breadth));
    this.#fixed(FIXED.negativeDensity, Math.min(3, negative / breadth));
  }

  #fixed(feature: number, value: number): void {
    if (value === 0) return;
    this.#indexes[this.#size] = BUCKETS + feature;
    this.#values[this.#size] = value;
    this.#size += 1;
  }
}

/** Looks up a word, then the word without prefixes, then its beginning; 0 if none is known. */
function polarityOfWord(word: string, hash: number, language: string, lexicon: Lexicon): number {
  const own = lexicon.get(hash);
  if (own !== undefined) return own;
  for (const bare of withoutPrefixes(word, language)) {
    const polarity = lexicon.get(hashWord(bare)) ?? polarityOfBeginning(bare, lexicon);
    if (polarity) return polarity;
  }
  return polarityOfBeginning(word, lexicon) ?? 0;
}

function polarityOfBeginning(word: string, lexicon: Lexicon): number | undefined {
  const key = beginningKey(word);
  return key === undefined ? undefined : lexicon.get(key);
}

/** Letters, digits, marks and unspaced scripts are all words here. */
function kindOf(code: number): number {
  if (code < 128) {
    const isWordCharacter = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 0x5f;
    return isWordCharacter ? LETTER : 0;
  }
  if (code === 0xe010 || code === 0xe011) return LETTER;
  const kind = classOf(code);
  return kind === DIGIT || kind === MARK || kind === UNSPACED ? LETTER : kind;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) as number;
    const joins =
      code === 0x27 && at + 1 < text.length && kindOf(text.codePointAt(at + 1) as number) === LETTER;
    if (!joins && kindOf(code) !== LETTER) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

function isWord(token: string): boolean {
  return kindOf(token.codePointAt(0) as number) === LETTER;
}
