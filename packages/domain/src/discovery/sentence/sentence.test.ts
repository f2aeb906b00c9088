import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CreatorFilters } from '../creator-search.ts';
import { SENTENCE_MAX, SentenceReading } from './reading.ts';
import { readSentence } from './sentence.ts';

interface Example {
  set: 't' | 'h';
  sentence: string;
  filters: string;
  unused: string[];
}

const examplesOf = (file: string): Example[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [set, sentence = '', filters = '-', ...unused] = line.split('|');
      return {
        set: set as Example['set'],
        sentence,
        filters: filters === '-' ? '' : filters,
        unused: unused.filter((text) => text !== '-'),
      };
    });
const EXAMPLES = examplesOf('./sentences.fixture.txt');
const AUDIENCES = examplesOf('./audience-sentences.fixture.txt');

const queryOf = (filters: object): string =>
  Object.entries(filters)
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`))
    .toSorted()
    .join('&');
const sorted = (query: string) => query.split('&').toSorted().join('&');
const lower = (texts: string[]) => texts.map((text) => text.toLowerCase());

interface Outcome {
  right: boolean;
  difference: string;
}

function tryOne({ sentence, filters, unused }: Example): Outcome {
  const reading = readSentence(sentence);
  const got = queryOf(reading.filters);
  const gotUnused = lower(reading.unused.map(({ text }) => text)).join(' | ');
  const right =
    got.toLowerCase() === sorted(filters).toLowerCase() && gotUnused === lower(unused).join(' | ');
  return {
    right,
    difference: `${sentence}\n   want ${sorted(filters)} [${unused.join(' | ')}]\n   got  ${got} [${gotUnused}]`,
  };
}

test('reads the sentences that it was written for', () => {
  const wrong = EXAMPLES.filter(({ set }) => set === 't')
    .map(tryOne)
    .filter(({ right }) => !right);
  expect(wrong.map(({ difference }) => difference).join('\n')).toBe('');
});

test('reads sentences that it was not written for', () => {
  const outcomes = EXAMPLES.filter(({ set }) => set === 'h').map(tryOne);
  // 77 of 80 are read exactly; these are measured, not repaired.
  expect(outcomes.filter(({ right }) => right).length).toBeGreaterThanOrEqual(76);
});

test('reads sentences about audiences that it was not written for', () => {
  const wrong = AUDIENCES.map(tryOne).filter(({ right }) => !right);
  // All 40 were right when first measured.
  expect(wrong.map(({ difference }) => difference).join('\n')).toBe('');
});

test('reads gender, age and share of an audience only if a filter says exactly that', () => {
  const audienceOf = (sentence: string) => readSentence(sentence).filters.audience ?? [];
  // No age group of reports; two groups would mean that both are reached.
  for (const sentence of [
    'audience 18 to 34',
    'women over 18',
    'audience 20% 30% women',
    'women and men 18 to 24',
  ])
    expect(audienceOf(sentence), sentence).toEqual([]);
  expect(audienceOf('without a female audience')).toEqual([]);
  expect(audienceOf('audience of women, at least 3 posts')).toEqual(['gender:FEMALE:50']);
  expect(readSentence('40% of the audience in Spain')).toMatchObject({
    filters: { audience: ['country:ES:40'] },
    understood: [{ as: 'said' }],
  });
});

test('each sentence gives filters that the search accepts, and positions in its text', () => {
  const hostile = [
    '',
    '\u0000',
    '💥'.repeat(400),
    '10k '.repeat(300),
    `${'('.repeat(300)}"`,
    'ﷺ'.repeat(200),
    '-'.repeat(600),
  ];
  for (const sentence of [...[...EXAMPLES, ...AUDIENCES].map((example) => example.sentence), ...hostile]) {
    const reading = SentenceReading.parse(readSentence(sentence));
    expect(CreatorFilters.safeParse(reading.filters).success, sentence).toBe(true);
    for (const { from, to, text } of [...reading.understood, ...reading.unused])
      expect(sentence.slice(0, SENTENCE_MAX).slice(from, to)).toBe(text);
  }
});

test('says how a filter differs from what was written', () => {
  const { understood } = readSentence('runners near Munich, about 50k followers, good engagement, in Peru');
  expect(understood.map(({ text, as }) => [text, as])).toEqual([
    ['runners', 'said'],
    ['Munich', 'country-of-city'],
    ['about 50k followers', 'range'],
    ['good engagement', 'threshold'],
    ['Peru', 'said'],
  ]);
});

test('says why words were not used', () => {
  const { unused } = readSentence('no pets, audience of teenagers, below 500 euros, 20 people, marvellous');
  expect(unused.map(({ text, reason }) => [text, reason])).toEqual([
    ['no pets', 'exclusion'],
    ['audience of teenagers', 'audience'],
    ['below 500 euros', 'price'],
    ['20', 'number'],
    ['marvellous', 'unknown'],
  ]);
});
