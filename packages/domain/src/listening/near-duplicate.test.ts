import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CLUSTER_MS,
  fingerprintOf,
  hammingDistance,
  NearDuplicates,
  simhashBlocks,
  simhashFromBigint,
  simhashToBigint,
} from './near-duplicate.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const POSTS = join(SHARED, 'data/listening/bluesky/posts_nytimes.jsonl');
const isHere = existsSync(POSTS);
if (!isHere) console.log('The posts of Bluesky are not here: duplicates are not counted.');

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

describe('clusters', () => {
  test('hold copies of seven days', () => {
    const seen = new NearDuplicates();
    const copy = fingerprintOf(`${STORY} www.news.example/x`);
    expect(seen.add('a', fingerprintOf(STORY), 0)).toBe('a');
    expect(seen.add('b', copy, CLUSTER_MS)).toBe('a');
    expect(seen.add('c', fingerprintOf('Something else entirely that nobody has ever written'), 0)).toBe('c');
    // Each copy keeps the cluster for another week.
    expect(seen.add('d', copy, 2 * CLUSTER_MS)).toBe('a');
    expect(seen.add('e', copy, 4 * CLUSTER_MS)).toBe('e');
    expect(seen.add('f', fingerprintOf('Nice!'), 0)).toBe('f');
    expect(seen.add('g', fingerprintOf('nice'), 1)).toBe('f');
    expect(seen.add('h', fingerprintOf('😀'), 1)).toBe('h');
    expect(seen.add('i', fingerprintOf('https://x.example/'), 1)).toBe('i');
    expect(seen.add('j', fingerprintOf('https://y.example/'), 1)).toBe('j');
  });

  test('are forgotten', () => {
    const seen = new NearDuplicates();
    seen.add('a', fingerprintOf(STORY), 0);
    seen.add('b', fingerprintOf('Nice!'), 0);
    seen.forgetBefore(1);
    expect(seen.add('c', fingerprintOf(STORY), 2)).toBe('c');
    expect(seen.add('d', fingerprintOf('Nice!'), 2)).toBe('d');
  });

  test.runIf(isHere)('of posts that no choice looked at hold all copies and only these', () => {
    const posts = readFileSync(POSTS, 'utf8')
      .trim()
      .split('\n')
      .slice(4480)
      .map((line) => JSON.parse(line) as { uri: string; text: string; created_at: string })
      .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
    const seen = new NearDuplicates();
    const clusters = new Map<string, string>();
    const latest = new Map<string, { uri: string; at: number }>();
    let copies = 0;
    for (const { uri, text, created_at } of posts) {
      const at = Date.parse(created_at);
      clusters.set(uri, seen.add(uri, fingerprintOf(text), at));
      const before = latest.get(text);
      if (before && at - before.at <= CLUSTER_MS) {
        copies += 1;
        expect(clusters.get(before.uri)).toBe(clusters.get(uri));
      }
      latest.set(text, { uri, at });
    }
    expect(copies).toBe(106);
    // 37 clusters hold texts that differ; all were read and are the same story.
    const texts = Map.groupBy(posts, ({ uri }) => clusters.get(uri));
    const differing = [...texts.values()].filter((one) => new Set(one.map(({ text }) => text)).size > 1);
    expect([texts.size, differing.length]).toEqual([4265, 37]);
  });
});
