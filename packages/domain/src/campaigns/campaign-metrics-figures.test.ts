import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type CountedItem,
  campaignFigures,
  DEFAULT_MEDIA_RATES,
  engagementRate,
  measure,
  parseMediaRates,
} from './campaign-metrics-figures.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const POSTS = join(SHARED, 'data/posts');
const there = existsSync(POSTS);
if (!there) console.log('Files of real posts are missing: skipping their metrics.');

let made = 0;
const item = (counts: Partial<CountedItem>): CountedItem => ({
  id: `item-${++made}`,
  optInId: 'opt-in-1',
  kind: 'shoutout',
  platform: 'tiktok',
  username: 'mara',
  url: `https://example.com/${made}`,
  published: null,
  asOf: null,
  views: null,
  reach: null,
  likes: null,
  comments: null,
  saves: null,
  shares: null,
  ...counts,
});
const figuresOf = (items: CountedItem[], more: Partial<Parameters<typeof campaignFigures>[0]> = {}) =>
  campaignFigures({ items, fees: [], currency: 'USD', rates: {}, ...more });

test('an unknown count stays unknown', () => {
  const items = [item({ likes: 5 }), item({ likes: 0 }), item({})];
  expect(measure(items, ({ likes }) => likes)).toMatchObject({ value: 5, unknown: 1 });
  expect(measure(items, ({ views }) => views)).toEqual({ value: null, items: [], unknown: 3 });
});

test('the engagement rate uses reach where known, with both parts from the same posts', () => {
  const known = item({ reach: 200, views: 1000, likes: 18, comments: 2 });
  expect(engagementRate([known, item({ views: 50, likes: 50 }), item({ likes: 900 })])).toEqual({
    engagementRate: 10,
    engagementRateOf: 'reach',
  });
  expect(engagementRate([item({ views: 50, likes: 5 }), item({ likes: 900 })])).toEqual({
    engagementRate: 10,
    engagementRateOf: 'views',
  });
  expect(engagementRate([item({ likes: 900 })]).engagementRate).toBeNull();
});

test('cost per engagement divides agreed fees by engagements, in one currency', () => {
  const fee = { username: 'mara', platform: 'tiktok', completed: true, fee: 9000, currency: 'USD' } as const;
  const figures = figuresOf([item({ likes: 40, shares: 5 })], {
    fees: [
      { ...fee, optInId: 'opt-in-1' },
      { ...fee, optInId: 'opt-in-2', completed: false, fee: 1000 },
      { ...fee, optInId: 'opt-in-3', currency: 'EUR' },
    ],
  });
  expect(figures).toMatchObject({ agreed: 10_000, spent: 9000, costPerEngagement: 222.22 });
  expect(figures.byCreator).toHaveLength(3);
  expect(figuresOf([]).costPerEngagement).toBeNull();
});

test('earned media value requires rates', () => {
  const items = [item({ views: 1000, likes: 10, comments: 1 }), item({ views: 500 })];
  expect(figuresOf(items).earnedMediaValue).toBeNull();
  expect(figuresOf(items, { rates: DEFAULT_MEDIA_RATES }).earnedMediaValue).toBe(2250 + 80 + 40);
  expect(parseMediaRates('views:1.5,likes:8')).toEqual({ views: 1.5, likes: 8 });
  expect(parseMediaRates('')).toEqual({});
  for (const wrong of ['views', 'views:-1', 'fame:3', 'views:1e9', 'views:1;likes:2'])
    expect(parseMediaRates(wrong), wrong).toBeNull();
});

test.runIf(there)('[R7.019] the sums of 1,000 real TikTok posts match their file', () => {
  const lines = readFileSync(join(POSTS, 'tt_posts_1000.csv'), 'utf8');
  // Each record ends with six counts; captions may contain line breaks and commas.
  const records = [...lines.matchAll(/^(\d{19}),[\s\S]*?,(\d+),(\d+),(\d+),(\d+),(\d+),(\d+),(\d+)\r?$/gm)];
  expect(records).toHaveLength(1000);
  const items = records.map(([, id = '', , likes, shares, views, comments]) =>
    item({
      id,
      likes: Number(likes),
      shares: Number(shares),
      views: Number(views),
      comments: Number(comments),
    }),
  );
  const sum = (at: number) => records.reduce((total, record) => total + Number(record[at]), 0);
  const figures = figuresOf(items);
  expect(figures).toMatchObject({
    contentCount: 1000,
    likes: { value: sum(3), unknown: 0 },
    shares: { value: sum(4) },
    views: { value: sum(5) },
    comments: { value: sum(6) },
    saves: { value: null, unknown: 1000 },
    reach: { value: null },
    engagementRateOf: 'views',
  });
  const engagements = sum(3) + sum(4) + sum(6);
  expect(figures.engagements.value).toBe(engagements);
  expect(figures.engagementRate).toBeCloseTo((engagements / sum(5)) * 100, 10);
  expect(figures.engagements.items).toHaveLength(1000);
});

test.runIf(there)('[R7.019] 794 real YouTube videos keep their dates, and hidden counts stay unknown', () => {
  const videos = readFileSync(join(POSTS, 'yt_videos_api.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const count = (text: string | undefined) => (text === undefined ? null : Number(text));
  const items = videos.map(({ id, snippet, statistics }) =>
    item({
      id,
      platform: 'youtube',
      published: new Date(snippet.publishedAt).toISOString(),
      views: count(statistics.viewCount),
      likes: count(statistics.likeCount),
      comments: count(statistics.commentCount),
    }),
  );
  const figures = figuresOf(items);
  expect(figures.contentCount).toBe(794);
  const without = videos.filter(({ statistics }) => statistics.likeCount === undefined).length;
  expect(figures.likes.unknown).toBe(without);
  expect(figures.likes.items).toHaveLength(794 - without);
  const days = new Set(videos.map(({ snippet }) => snippet.publishedAt.slice(0, 10)));
  expect(figures.byDay.map(({ day }) => day)).toEqual([...days].sort());
  expect(figures.byDay.flatMap((day) => day.items)).toHaveLength(794);
});

test.runIf(there)('[R7.019] counts each post once, with views as reported by the platform', () => {
  const [reel] = JSON.parse(readFileSync(join(POSTS, 'apify_instagram_post.json'), 'utf8'));
  const figures = figuresOf([
    item({
      platform: 'instagram',
      views: reel.videoPlayCount,
      likes: reel.likesCount,
      comments: reel.commentsCount,
    }),
  ]);
  expect(figures).toMatchObject({ views: { value: 11_706 }, engagements: { value: 1788 } });
  expect(figures.engagementRate).toBeCloseTo(15.274, 3);
});
