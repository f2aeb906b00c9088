import { describe, expect, test } from 'vitest';
import { emojiPolarity, emoticonAt } from './emoji-polarity.ts';
import { normalizeText } from './normalize-text.ts';
import { BUCKETS, FEATURES, FeatureReader, FIXED, type Lexicon, lexiconKey } from './text-features.ts';

const lexicon: Lexicon = new Map([
  [lexiconKey('good') as number, 3],
  [lexiconKey('no good') as number, -2],
  [lexiconKey('schön') as number, 2],
  [lexiconKey('aime') as number, 3],
  [lexiconKey('جميل') as number, 3],
  [lexiconKey('अच्छा') as number, 3],
]);
const reader = new FeatureReader();

/** The fixed features of a text, by name. */
function fixedOf(text: string, language = 'en'): Partial<Record<keyof typeof FIXED, number>> {
  const { indexes, values, size } = reader.read(text, language, lexicon);
  const found = new Map([...indexes.subarray(0, size)].map((index, at) => [index, values[at]]));
  return Object.fromEntries(
    Object.entries(FIXED).flatMap(([name, at]) => {
      const value = found.get(BUCKETS + at);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The hashed n-grams of a text. */
function gramsOf(text: string, language = 'en'): number[] {
  const { indexes, size } = reader.read(text, language, lexicon);
  return [...indexes.subarray(0, size)].filter((index) => index < BUCKETS).sort((a, b) => a - b);
}

describe('normalization', () => {
  test('replaces links and mentions, decodes entities and folds width', () => {
    expect(normalizeText('@Larkmoor &amp; co')).toBe('\uE011 & co');
    expect(normalizeText('see https://a.example.com/x?y=1 now')).toBe('see \uE010 now');
    expect(normalizeText('ＧＯＯＤ')).toBe('good');
  });

  test('shortens repeated letters and drops invisible characters', () => {
    expect(normalizeText('Sooooo goood')).toBe('soo good');
    expect(normalizeText('go\u200bod')).toBe('good');
  });

  test('does not let a text forge the signs of links and mentions', () => {
    expect(normalizeText('\uE010\uE011x')).toBe('x');
  });

  test('ignores vowel marks and spellings of the same letter in Arabic', () => {
    expect(normalizeText('أَحْمَد')).toBe(normalizeText('احمد'));
    expect(normalizeText('جميلة على')).toBe(normalizeText('جميله علي'));
  });
});

describe('features', () => {
  test('count opinion words, and half of the opposite after a negator', () => {
    expect(fixedOf('good')).toMatchObject({ positiveWords: 1, morePositive: 1 });
    expect(fixedOf('not so good')).toMatchObject({ negativeWords: 0.5, moreNegative: 1, negation: 1 });
    expect(fixedOf('nicht schön', 'de')).toMatchObject({ moreNegative: 1, negation: 1 });
  });

  test('end a negation at punctuation and after three words', () => {
    expect(fixedOf('not, good')).toMatchObject({ morePositive: 1 });
    expect(fixedOf('not a b c good')).toMatchObject({ morePositive: 1 });
  });

  test.each([
    ["j'aime", 'fr'],
    ['والجميل', 'ar'],
    ['بجميل', 'ar'],
  ])('find the opinion word in %s', (text, language) => {
    expect(fixedOf(text, language)).toMatchObject({ positiveWords: 1 });
    expect(fixedOf(text, 'en')).not.toHaveProperty('positiveWords');
  });

  test('negate words before a negator in French and Hindi', () => {
    expect(fixedOf("j'aime pas", 'fr')).toMatchObject({ moreNegative: 1 });
    expect(fixedOf("n'aime pas", 'fr')).toMatchObject({ negativeWords: 0.5, moreNegative: 1 });
    expect(fixedOf("j'aime, pas toi", 'fr')).toMatchObject({ morePositive: 1 });
    expect(fixedOf('यह अच्छा नहीं है', 'hi')).toMatchObject({ moreNegative: 1 });
    expect(fixedOf('good not', 'en')).toMatchObject({ morePositive: 1 });
  });

  test('prefer phrases of the lexicon over single words', () => {
    expect(fixedOf('it was no good', 'xx')).toMatchObject({ negativeWords: Math.fround(2 / 3) });
  });

  test('count phrases that contain their negation as they are', () => {
    expect(fixedOf('it was no good')).toMatchObject({ negativeWords: Math.fround(2 / 3), negation: 1 });
    expect(fixedOf('not, no good')).toMatchObject({ moreNegative: 1 });
  });

  test('mark negated words', () => {
    const plain = new Set(gramsOf('it is good'));
    expect(gramsOf('it is not good').filter((gram) => !plain.has(gram)).length).toBeGreaterThan(0);
  });

  test('see emoji and emoticons', () => {
    expect(fixedOf('😍')).toMatchObject({ positiveEmoji: 0.5, lastEmoji: 1 });
    expect(fixedOf('fine 😍 then :-(')).toMatchObject({
      positiveEmoji: 0.5,
      negativeEmoji: 0.5,
      lastEmoji: -1,
    });
    expect(fixedOf('<3')).toMatchObject({ positiveEmoji: 0.5 });
    expect(fixedOf('thanks :D xD')).toMatchObject({ positiveEmoji: 1, lastEmoji: 1 });
  });

  test('differ neither by case nor by links', () => {
    expect(gramsOf('GOOD jacket https://a.example.com')).toEqual(
      gramsOf('good jacket http://b.example.org/c'),
    );
  });

  test('are the same whatever was read before', () => {
    const first = gramsOf('a lovely jacket');
    gramsOf('another text about shells and zippers');
    expect(gramsOf('a lovely jacket')).toEqual(first);
  });
});

describe('emoticons', () => {
  test.each([
    [':)', 1],
    [':-(', -1],
    [";')", 1],
    ['=D', 1],
    ['xD', 1],
    [':/', -1],
  ])('%s counts', (text, polarity) => {
    expect(emoticonAt(text, 0)).toEqual({ length: text.length, polarity });
  });

  test.each(['xp', '8p', ': )', ':Dog', ':', '8'])('%s does not count', (text) => {
    expect(emoticonAt(text, 0)).toBeUndefined();
  });

  test('neutral emoji have no polarity', () => {
    expect(emojiPolarity('🚗'.codePointAt(0) as number)).toBe(0);
    expect(emojiPolarity(0x200d)).toBe(0);
  });
});

describe('hostile texts', () => {
  test.each([
    ['64 kB of combining marks', `a${'\u0301'.repeat(65_536)}`],
    ['64 kB of one letter', 'a'.repeat(65_536)],
    ['only emoji', '😀'.repeat(20_000)],
    ['lone surrogates', '\ud800\udc00\ud800'.repeat(1000)],
    ['right-to-left overrides', '\u202e\u202dabc'.repeat(10_000)],
    ['only punctuation', '?!'.repeat(30_000)],
    ['only at signs', '@'.repeat(65_536)],
    ['unspaced script', '良い服'.repeat(20_000)],
  ])('%s stay within bounds', (_, text) => {
    const { indexes, values, size } = reader.read(text, 'en', lexicon);
    expect(size).toBeLessThanOrEqual(indexes.length);
    expect(indexes.subarray(0, size).every((index) => index >= 0 && index < FEATURES)).toBe(true);
    expect(values.subarray(0, size).every(Number.isFinite)).toBe(true);
  });

  test('nothing has no content', () => {
    expect(reader.read('', 'en', lexicon).hasContent).toBe(false);
    expect(reader.read('\u200b \u202e', 'en', lexicon).hasContent).toBe(false);
    expect(reader.read('https://a.example.com @larkmoor', 'en', lexicon).hasContent).toBe(false);
    expect(reader.read('😀', 'en', lexicon).hasContent).toBe(true);
  });
});
