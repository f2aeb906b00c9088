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

test('a cluster holds copies that are at most seven days from its first post', () => {
  const add = finder();
  const copy = `${STORY} www.news.example/x`;
  expect(add('a', STORY, 0)).toBe('a');
  expect(add('b', copy, CLUSTER_MS)).toBe('a');
  expect(add('c', 'Something else entirely that nobody has ever written', 0)).toBe('c');
  expect(add('d', copy, CLUSTER_MS + 1)).toBe('d');
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
  const clusters = Map.groupBy(posts, ({ uri, text, created_at }) => add(uri, text, Date.parse(created_at)));
  // 50 clusters hold texts that differ; all were read and are the same story.
  const differing = [...clusters.values()].filter((one) => new Set(one.map(({ text }) => text)).size > 1);
  expect([posts.length, clusters.size, differing.length]).toEqual([4479, 4296, 50]);
});
