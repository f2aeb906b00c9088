import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER_MS } from '@troupe/domain/listening/near-duplicate';
import { expect, test } from 'vitest';
import { ClusterFinder, fingerprinted } from './cluster-finder.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../../shared');
const POSTS = join(SHARED, 'data/listening/bluesky/posts_nytimes.jsonl');
const isHere = existsSync(POSTS);
if (!isHere) console.log('The posts of Bluesky are not here: clusters are not counted.');

const STORY = 'Larkmoor recalls a rain jacket after buyers reported that its zipper melts in the sun';

function finder() {
  const clusters = new ClusterFinder([]);
  return (id: string, text: string, at: number) => clusters.add(id, fingerprinted(text), at).clusterId;
}

test('a cluster holds copies that are at most seven days from another one', () => {
  const add = finder();
  const copy = `${STORY} www.news.example/x`;
  expect(add('a', STORY, 0)).toBe('a');
  expect(add('b', copy, CLUSTER_MS)).toBe('a');
  expect(add('c', 'Something else entirely that nobody has ever written', 0)).toBe('c');
  expect(add('d', copy, 2 * CLUSTER_MS)).toBe('a');
  expect(add('e', copy, -CLUSTER_MS)).toBe('a');
  expect(add('f', copy, 3 * CLUSTER_MS + 1)).toBe('f');
});

test('one repetition an hour is found again', () => {
  const clusters = new ClusterFinder([]);
  const blocksAt = (minutes: number) =>
    clusters.add(`${minutes}`, fingerprinted(STORY), minutes * 60_000).blocks.length;
  expect([0, 1, 59, 60, 61, 119, 120].map(blocksAt)).toEqual([4, 0, 0, 4, 0, 0, 4]);
});

test('short texts are copies if their words are equal; texts without words never are', () => {
  const add = finder();
  expect(add('a', 'Nice!', 0)).toBe('a');
  expect(add('b', 'nice', 1)).toBe('a');
  expect(add('c', '😀', 1)).toBe('c');
  expect(add('d', 'https://x.example/', 1)).toBe('d');
  expect(add('e', 'https://y.example/', 1)).toBe('e');
});

test.runIf(isHere)('clusters of real posts that no choice looked at hold one story each', () => {
  const posts = readFileSync(POSTS, 'utf8')
    .trim()
    .split('\n')
    .slice(4480)
    .map((line) => JSON.parse(line) as { uri: string; text: string; created_at: string })
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  const add = finder();
  const latest = new Map<string, { cluster: string; at: number }>();
  let [copies, apart] = [0, 0];
  const clusters = Map.groupBy(posts, ({ uri, text, created_at }) => {
    const at = Date.parse(created_at);
    const cluster = add(uri, text, at);
    const words = fingerprinted(text).fingerprint.canonical;
    const before = latest.get(words);
    if (before && at - before.at <= CLUSTER_MS) {
      copies += 1;
      if (cluster !== before.cluster) apart += 1;
    }
    if (words !== '') latest.set(words, { cluster, at });
    return cluster;
  });
  expect([copies, apart]).toEqual([212, 0]);
  // 37 clusters hold texts that differ; all were read and are the same story.
  const differing = [...clusters.values()].filter((one) => new Set(one.map(({ text }) => text)).size > 1);
  expect([posts.length, clusters.size, differing.length]).toEqual([4479, 4265, 37]);
});
