import { expect, test } from 'vitest';
import { nearMatches } from './why-matched.tsx';

const shown = (text: string, room: number) => {
  const parts = text.split(/(\[[^\]]*\])/).filter(Boolean);
  return nearMatches(
    parts.map((part) => ({ text: part.replace(/[[\]]/g, ''), match: part.startsWith('[') })),
    room,
  )
    .map(({ text: part, match }) => (match ? `[${part}]` : part))
    .join('');
};

test('what matched far behind the beginning of a text is shown, with the words before it', () => {
  expect(shown('Running coach, first light starts. Weekend trail running, [coffee] after.', 20)).toBe(
    '… trail running, [coffee] after.',
  );
});

test('a match near the start is shown without shortening', () => {
  expect(shown('A [coffee] map of my city, with the best of all its small roasters', 20)).toBe(
    'A [coffee] map of my city, with the best of all its small roasters',
  );
  expect(shown('[coffee]bar', 4)).toBe('[coffee]bar');
});

test('of two matches far from each other both are shown', () => {
  expect(shown('[trail] running before the sun is up on every single day, then [coffee]', 10)).toBe(
    '[trail] running … then [coffee]',
  );
});

test('a text without spaces and one with emoji are cut between characters', () => {
  expect(shown('東京のコーヒーが好きな人のための[地図]', 4)).toBe('…のための[地図]');
  expect(shown('🏃🏃🏃🏃🏃🏃[run]', 2)).toBe('…🏃🏃[run]');
});

test('a text in which nothing is marked stays as it is', () => {
  expect(shown('Portugal', 2)).toBe('Portugal');
});
