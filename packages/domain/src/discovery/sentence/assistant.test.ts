import { expect, test } from 'vitest';
import { openParts, withSuggestions } from './assistant.ts';
import { readSentence } from './sentence.ts';

const reading = readSentence('zesty folks in Peru, no pets');
const suggest = (...suggestions: object[]) => withSuggestions(reading, { suggestions });

test('asks about words that were not understood, never about exclusions', () => {
  expect(openParts(reading).map(({ text }) => text)).toEqual(['zesty folks']);
});

test('adds a valid suggestion for unused words and marks it', () => {
  expect(suggest({ words: 'zesty folks', filters: { category: ['Comedy'] } })).toMatchObject({
    filters: { country: ['PE'], category: ['Comedy'] },
    understood: [
      { text: 'zesty folks', as: 'assistant' },
      { text: 'Peru', as: 'said' },
    ],
    unused: [{ text: 'no pets' }],
  });
});

test.each([
  ['words of an exclusion', { words: 'no pets', filters: { category: ['Pets'] } }],
  ['words that were used', { words: 'Peru', filters: { country: ['PE'] } }],
  ['words of no part', { words: 'zesty', filters: { q: 'zesty' } }],
  ['a filter that is set already', { words: 'zesty folks', filters: { country: ['DE'] } }],
  ['an unknown category', { words: 'zesty folks', filters: { category: ['Zest'] } }],
  ['an invalid country', { words: 'zesty folks', filters: { country: ['Peru'] } }],
  ['nothing', { words: 'zesty folks', filters: {} }],
])('leaves out a suggestion for %s', (_what, suggestion) => {
  expect(suggest(suggestion)).toEqual(reading);
});

test.each([
  null,
  'Sure! Here are the filters',
  { suggestions: 'all' },
  { suggestions: [{ words: 'zesty folks', filters: { admin: true } }] },
  { suggestions: [{ words: 'zesty folks', filters: { followersMin: -1 } }] },
  { suggestions: Array.from({ length: 11 }, () => ({ words: 'x', filters: {} })) },
])('refuses an answer of another form: %j', (answer) => {
  expect(withSuggestions(reading, answer)).toBeNull();
});
