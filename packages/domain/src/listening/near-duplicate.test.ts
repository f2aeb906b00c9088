import { expect, test } from 'vitest';
import {
  fingerprintOf,
  hammingDistance,
  simhashBlocks,
  simhashFromBigint,
  simhashToBigint,
} from './near-duplicate.ts';

const STORY = 'Larkmoor recalls a rain jacket after buyers reported that its zipper melts in the sun';

test('case, accents, punctuation, addresses and invisible characters make no difference', () => {
  const same = [
    STORY,
    STORY.toUpperCase(),
    `${STORY}! https://news.example/1?utm_source=x`,
    STORY.replaceAll(' ', '\n').replace('zipper', 'zi\u200bpper'),
    STORY.replace('Larkmoor', 'Lárkmöör'),
  ];
  for (const text of same) expect(fingerprintOf(text)).toEqual(fingerprintOf(STORY));
});

test('short texts are compared word by word', () => {
  expect(fingerprintOf('Love my Larkmoor!')).toEqual({ canonical: 'love my larkmoor', simhash: null });
  expect(fingerprintOf('Love my #Larkmoor').canonical).toBe('love my #larkmoor');
  expect(fingerprintOf('京都に行く').canonical).toBe('京 都 に 行 く');
});

test('Japanese and Chinese texts have fingerprints too', () => {
  expect(fingerprintOf('今日は新しいジャケットを買いました').simhash).not.toBeNull();
});

test('fingerprints keep all 64 bits as signed numbers', () => {
  for (const simhash of [
    { high: 0, low: 0 },
    { high: 0xffffffff, low: 0xffffffff },
    { high: 0x80000000, low: 1 },
    { high: 1, low: 0x80000000 },
  ])
    expect(simhashFromBigint(simhashToBigint(simhash))).toEqual(simhash);
  expect(simhashToBigint({ high: 0xffffffff, low: 0xffffffff })).toBe(-1n);
  expect(hammingDistance({ high: 0xffffffff, low: 0 }, { high: 0, low: 1 })).toBe(33);
});

test('two fingerprints that differ in three bits share a block', () => {
  const base = { high: 0x12345678, low: 0x9abcdef0 };
  for (let a = 0; a < 64; a += 1)
    for (let b = 0; b < 64; b += 7)
      for (let c = 0; c < 64; c += 11) {
        const flip = (word: number, offset: number) =>
          [a, b, c].reduce(
            (value, bit) => (bit >= offset && bit < offset + 32 ? value ^ (1 << (bit - offset)) : value),
            word,
          ) >>> 0;
        const other = { high: flip(base.high, 0), low: flip(base.low, 32) };
        const blocks = simhashBlocks(base);
        expect(simhashBlocks(other).some((block) => blocks.includes(block))).toBe(true);
      }
});
