import { inLanguage } from '@troupe/i18n/language';
import { expect, test } from 'vitest';
import '../language.ts';
import { csvValue, csvWord } from './csv-words.ts';

test('words and phrases of files are written in the language of the reader; what people typed stays', () => {
  const words = ['Followers: source', 'Alva Berg as Bo Lind', 'Follower: 120 to 90', 'My own'];
  expect(inLanguage('en', () => words.map(csvWord))).toEqual(words);
  expect(inLanguage('de', () => words.map(csvWord))).toEqual([
    'Follower: Quelle',
    'Alva Berg als Bo Lind',
    'Follower: 120 auf 90',
    'My own',
  ]);
});

test('a code of the API is written by what it is about', () => {
  const values = () => [csvValue('commission.redecide'), csvValue('order.open'), csvValue('statement.open')];
  expect(inLanguage('en', values)).toEqual(['Attribution changed', 'Open', 'Needs approval']);
  expect(inLanguage('de', values)).toEqual(['Anders zugeordnet', 'Offen', 'Freizugeben']);
});
