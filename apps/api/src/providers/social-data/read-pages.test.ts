import { type SocialContent, SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import { expect, test } from 'vitest';
import { type ContentPage, readPages } from './read-pages.ts';

const clock = { now: () => new Date('2026-11-20T12:00:00.000Z') };
const HOUR = 3_600_000;
/** A post published this many hours ago. */
const post = (hours: number): SocialContent => ({
  url: `https://social.example/${hours}`,
  publishedAt: new Date(clock.now().getTime() - hours * HOUR).toISOString(),
  title: '',
  type: 'Video',
  format: 'video',
  coverUrl: null,
  viewCount: null,
  likeCount: null,
  commentCount: null,
  saveCount: null,
  shareCount: null,
});
/** Pages of an account that posts hourly, starting at cursor 0. */
const page = (size: number) => async (cursor: number) => ({
  content: Array.from({ length: size }, (_, at) => post(cursor + at + 1)),
  next: cursor + size,
});
const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR);
const options = { contentSince: ago(365 * 24), allowPage: async () => true, units: 2, clock };

test('reads at most 1,000 posts and reports how far back they go', async () => {
  const read = page(50);
  const { content, contentFrom } = await readPages(await read(0), read, options);
  expect(content).toHaveLength(1000);
  expect(contentFrom).toBe(ago(1000).toISOString());
});

test('ends with the page that passes the start of the window', async () => {
  const read = page(20);
  const { content } = await readPages(await read(0), read, { ...options, contentSince: ago(45) });
  expect(content).toHaveLength(60);
});

test('reads only the newest posts without a window', async () => {
  const read = page(20);
  const { content, contentFrom } = await readPages(await read(0), read, { ...options, contentSince: null });
  expect(content).toHaveLength(60);
  expect(contentFrom).toBe(ago(60).toISOString());
});

test('the end of a listing is complete, even with an empty last page', async () => {
  const last: ContentPage<number> = { content: [], next: null };
  const first = { content: [post(1)], next: 1 };
  expect(await readPages(first, async () => last, options)).toEqual({
    content: [post(1)],
    contentFrom: null,
  });
});

test('ends at pages without posts and cursors that repeat', async () => {
  let calls = 0;
  const empty = async (cursor: number): Promise<ContentPage<number>> => {
    calls += 1;
    return { content: [], next: cursor + 1 };
  };
  const { contentFrom } = await readPages(await empty(0), empty, options);
  expect(calls).toBe(60);
  expect(contentFrom).toBe('2026-11-20T12:00:00.000Z');
  const same = async (): Promise<ContentPage<number>> => ({ content: [post(2)], next: 1 });
  const found = await readPages({ content: [post(1)], next: 1 }, same, options);
  expect(found).toEqual({ content: [post(1), post(2)], contentFrom: ago(2).toISOString() });
});

test('a platform that fails halfway keeps what was read, a refused key does not', async () => {
  const first = await page(20)(0);
  const failing = (kind: SocialFailure['kind']) => () =>
    Promise.reject<ContentPage<number>>(new SocialFailure(kind, 'no'));
  for (const kind of ['quota', 'held', 'unavailable'] as const)
    expect(await readPages(first, failing(kind), options)).toEqual({
      content: first.content,
      contentFrom: ago(20).toISOString(),
    });
  await expect(readPages(first, failing('refused'), options)).rejects.toThrow('no');
});
