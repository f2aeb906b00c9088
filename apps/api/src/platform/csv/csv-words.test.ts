import { inLanguage } from '@troupe/i18n/language';
import { expect, test } from 'vitest';
import '../language.ts';
import { csvWord } from './csv-words.ts';

test('words and phrases of files are written in the language of the reader; what people typed stays', () => {
  const words = [
    'Followers: source',
    'Alva Berg as Bo Lind',
    'Follower: 120 to 90',
    'partly_refunded',
    'My own',
  ];
  expect(inLanguage('en', () => words.map(csvWord))).toEqual(words);
  expect(inLanguage('de', () => words.map(csvWord))).toEqual([
    'Follower: Quelle',
    'Alva Berg als Bo Lind',
    'Follower: 120 auf 90',
    'teilweise erstattet',
    'My own',
  ]);
});
