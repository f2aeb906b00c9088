import { expect, test } from 'vitest';
import { handleWord, hasHandle } from './creator-words.ts';

test('a handle is written with its sign, the name of a channel that came in without one is not', () => {
  expect(handleWord('mkbhd')).toBe('@mkbhd');
  expect(handleWord('_.anime.edits_0')).toBe('@_.anime.edits_0');
  expect(handleWord('Cristiano Araújo')).toBe('Cristiano Araújo');
  expect(hasHandle('T-Series Bhakti Sagar')).toBe(false);
});
