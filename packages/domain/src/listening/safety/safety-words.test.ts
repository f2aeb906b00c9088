import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ContentCategory } from '../../discovery/safety-flag.ts';
import { parseQuery } from '../query/parse-query.ts';
import { isDisclosed, quoteOf, SafetyMatcher } from './check-creator.ts';
import { defaultRule } from './safety-rule.ts';
import { DEFAULT_QUERIES } from './safety-words.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared');
const now = new Date('2026-11-28T00:00:00.000Z');
const matcher = new SafetyMatcher(
  ContentCategory.options.map((category) => [
    category,
    Object.assign(defaultRule(category), { state: 'on' as const }),
  ]),
);
const categoriesOf = (text: string) =>
  [...matcher.find([{ key: 'x', kind: 'post', text, url: null, published: null }], now).keys()].sort();

test.each(ContentCategory.options)('the built-in words of %s are a query without errors', (category) => {
  const { tree, problems } = parseQuery(DEFAULT_QUERIES[category]);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(tree).not.toBeNull();
});

test.each([
  ['So viel Scheiße heute', ['profanity']],
  ['Es una MIERDA', ['profanity']],
  ['Quel connard', ['profanity']],
  ['Apostas esportivas aqui', ['gambling']],
  ['Freispiele im Online-Casino', ['gambling']],
  ['This tea cures cancer', ['health-claims']],
  ['Las vacunas causan autismo', ['health-claims']],
  ['Garantierte Rendite mit Bitcoin', ['money-promises']],
  ['Bundestagswahl am Sonntag', ['politics']],
  ['Un vin rouge ce soir', ['alcohol-tobacco']],
  ['go back to your country', ['hate']],
  ['My new AR-15', ['violence']],
  ['Legalize cannabis', ['drugs']],
  ['Subscribe to my OnlyFans', ['adult']],
] as const)('finds %s', (text, categories) => {
  expect(categoriesOf(text)).toEqual(categories);
});

test.each([
  'Das Brett ist 3 cm dick und das Gift der Natur',
  'Scunthorpe, Essex and Middlesex are English',
  'Cocktail dress code: none. Classic shitake mushroom soup',
  'Raising money for cancer research; my sister was cured',
  'Mushrooms and herbs from the garden, pot roast on Sunday',
  'A shot of the bass player, killing it on stage',
  'Bitcoin is a topic of the news today',
  'Arsenal won, what a night in the parliament of fans',
])('only expected words match in %s', (text) => {
  expect(categoriesOf(text).filter((one) => !['alcohol-tobacco', 'politics'].includes(one))).toEqual([]);
});

test('a quote marks words inside its limits and keeps characters whole', () => {
  const text = `${'😀'.repeat(100)} casino ${'x'.repeat(500)}`;
  const at = text.indexOf('casino');
  const parts = quoteOf(text, [{ start: at, end: at + 6 }]);
  const quote = parts.map((part) => part.text).join('');
  expect(parts.filter(({ match }) => match)).toEqual([{ text: 'casino', match: true }]);
  expect(quote.isWellFormed()).toBe(true);
  expect(quote.length).toBeLessThanOrEqual(243);
});

test.each([
  ['Love it #AD', 'Label it #ad', true],
  ['Love it #adventure', 'Label it #ad', false],
  ['Anzeige: Love it', 'Write “Anzeige” first', true],
  ['Love it', "Use the platform's label", null],
])('%s carries the label of: %s', (caption, asked, expected) => {
  expect(isDisclosed(caption, asked)).toBe(expected);
});

/** Probes that others wrote, and the most posts in 1,000 that may be flagged as profanity and hate. */
const PROBES = [
  { file: 'data/sentiment/tweets_english/val_text.txt', kind: 'lines' },
  { file: 'data/sentiment/brand_tweets_sxsw_a.csv', kind: 'lines' },
  { file: 'data/listening/tweets_entity_validation.csv', kind: 'lines' },
  { file: 'data/listening/tweets_us_airlines.csv', kind: 'lines' },
  { file: 'data/sentiment/tweets_german/val_text.txt', kind: 'lines' },
  { file: 'data/sentiment/tweets_spanish/val_text.txt', kind: 'lines' },
  { file: 'data/sentiment/tweets_portuguese/val_text.txt', kind: 'lines' },
] as const;

describe.each(PROBES)('$file', ({ file }) => {
  const path = join(SHARED, file);
  const isHere = existsSync(path);
  if (!isHere) console.log(`${path} not found (set TROUPE_SHARED); the words aren't measured on it.`);
  test.skipIf(!isHere)('few posts about anything are flagged as hate', () => {
    const texts = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    const from = performance.now();
    const found = texts.map(categoriesOf);
    const took = performance.now() - from;
    const count = (category: string) => found.filter((one) => one.includes(category as never)).length;
    const counts = ContentCategory.options.map((category) => `${category} ${count(category)}`);
    console.log(
      `${file}: ${texts.length} texts, ${Math.round(texts.length / (took / 1000))}/s: ${counts.join(', ')}`,
    );
    if (process.env.SAFETY_EXAMPLES)
      for (const [at, one] of found.entries())
        if (one.includes(process.env.SAFETY_EXAMPLES as never)) console.log(`  ${texts[at]?.slice(0, 160)}`);
    expect(count('hate') / texts.length).toBeLessThan(0.005);
  });
});
