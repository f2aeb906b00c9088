import { expect, test } from 'vitest';
import {
  type ContentItem,
  EngagementBreakdown,
  engagementBreakdown,
  engagementWindow,
  roundRate,
} from './engagement.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const DAY = 86_400_000;
const daysAgo = (days: number, milliseconds = 0) => new Date(now.getTime() - days * DAY + milliseconds);

function post(publishedAt: Date, counts: Partial<ContentItem['engagement']> = {}): ContentItem {
  return {
    url: `https://social.example/${publishedAt.getTime()}`,
    published_at: publishedAt.toISOString(),
    title: 'A post',
    type: 'Video',
    format: 'video',
    persistent_thumbnail_url: null,
    engagement: {
      like_count: null,
      dislike_count: null,
      comment_count: null,
      save_count: null,
      share_count: null,
      ...counts,
    },
  };
}

const breakdown = (
  content: ContentItem[],
  more: { followers?: number | null; connectedAt?: Date; contentFrom?: Date } = {},
) =>
  engagementBreakdown({
    followerCount: more.followers === undefined ? 1000 : more.followers,
    content,
    now,
    connectedAt: more.connectedAt ?? null,
    contentFrom: more.contentFrom ?? null,
  });

test("[R9.043] uses one year of content for a profile that isn't connected", () => {
  const from = new Date('2025-11-20T12:00:00.000Z');
  expect(engagementWindow(now, null).from).toEqual(from);
  expect(breakdown([post(from)])?.contentCount).toBe(1);
  expect(breakdown([post(new Date(from.getTime() - 1))])).toBeNull();
});

test('[R9.043] uses content since 90 days before connecting if that is less than a year ago', () => {
  const connectedAt = daysAgo(100);
  const from = daysAgo(190);
  expect(engagementWindow(now, connectedAt).from).toEqual(from);
  expect(breakdown([post(from)], { connectedAt })?.contentCount).toBe(1);
  expect(breakdown([post(daysAgo(190, -1))], { connectedAt })).toBeNull();
});

test('[R9.043] uses one year for a profile connected years ago', () => {
  expect(engagementWindow(now, daysAgo(2000)).from).toEqual(new Date('2025-11-20T12:00:00.000Z'));
});

test('[R9.043] a year is a calendar year, including leap days', () => {
  const leap = new Date('2028-02-29T00:00:00.000Z');
  expect(engagementWindow(leap, null).from.toISOString()).toBe('2027-03-01T00:00:00.000Z');
});

test('[R9.044] excludes content of the last 30 days, to the millisecond', () => {
  const found = breakdown([post(daysAgo(30)), post(daysAgo(30, 1)), post(daysAgo(1)), post(daysAgo(40))]);
  expect(found).toMatchObject({ contentCount: 2, tooRecentCount: 2, toDate: daysAgo(30).toISOString() });
});

test('[R9.044] uses 60 days for a profile connected yesterday', () => {
  const { from, to } = engagementWindow(now, daysAgo(1));
  expect((to.getTime() - from.getTime()) / DAY).toBe(61);
});

test('[R9.045] the rate is the sum of the averages divided by followers, times 100', () => {
  const found = breakdown([
    post(daysAgo(40), { like_count: 80, comment_count: 10, save_count: 6, share_count: 4 }),
    post(daysAgo(50), { like_count: 40, comment_count: 0, save_count: 2, share_count: 8 }),
  ]);
  expect(found).toMatchObject({
    avgLikes: 60,
    avgDislikes: 0,
    avgComments: 5,
    avgSaves: 4,
    avgShares: 6,
    totalLikes: 120,
    totalComments: 10,
    totalSaves: 8,
    totalShares: 12,
    engagement: 7.5,
  });
});

test('[R9.045] lists dislikes without adding them', () => {
  const found = breakdown([
    post(daysAgo(40), { like_count: 10, dislike_count: 990 }),
    post(daysAgo(41), { like_count: 10 }),
  ]);
  expect(found).toMatchObject({ totalDislikes: 990, avgDislikes: 495, engagement: 1 });
});

test("[R9.045] counts the platform doesn't provide add nothing", () => {
  expect(breakdown([post(daysAgo(40), { like_count: 10 }), post(daysAgo(41))])).toMatchObject({
    avgLikes: 5,
    avgSaves: 0,
    engagement: 0.5,
  });
});

test('[R9.046] rounds the rate to 3 decimals', () => {
  expect(breakdown([post(daysAgo(40), { like_count: 1 })], { followers: 81_000 })?.engagement).toBe(0.001);
  expect(roundRate(1.23456)).toBe(1.235);
  expect(roundRate(1.0005)).toBe(1.001);
  expect(roundRate(7.5)).toBe(7.5);
  expect(roundRate((203 / 1600) * 100)).toBe(12.688);
  expect(roundRate(12.6875)).toBe(12.688);
  expect(roundRate(-12.6875)).toBe(-12.688);
  expect(roundRate(12.687_499)).toBe(12.687);
});

test('a reading that ends inside the window is marked and excludes older posts', () => {
  const content = [
    post(daysAgo(5), { like_count: 1 }),
    post(daysAgo(40), { like_count: 30 }),
    post(daysAgo(50), { like_count: 10 }),
    // Stored by an earlier reading; neighboring posts are missing.
    post(daysAgo(200), { like_count: 500 }),
  ];
  expect(breakdown(content, { contentFrom: daysAgo(50) })).toMatchObject({
    complete: false,
    contentFromDate: daysAgo(50).toISOString(),
    fromDate: '2025-11-20T12:00:00.000Z',
    contentCount: 2,
    tooRecentCount: 1,
    avgLikes: 20,
    engagement: 2,
  });
});

test('a reading that covers the window or the whole listing is complete', () => {
  const content = [post(daysAgo(40), { like_count: 20 }), post(daysAgo(200), { like_count: 40 })];
  for (const contentFrom of [undefined, daysAgo(365), daysAgo(500)])
    expect(breakdown(content, contentFrom ? { contentFrom } : {})).toMatchObject({
      complete: true,
      contentFromDate: '2025-11-20T12:00:00.000Z',
      contentCount: 2,
      engagement: 3,
    });
});

test('returns no breakdown if the reading ends within the last 30 days', () => {
  const content = [post(daysAgo(2), { like_count: 20 }), post(daysAgo(40), { like_count: 40 })];
  expect(breakdown(content, { contentFrom: daysAgo(20) })).toBeNull();
});

test('returns no breakdown without followers or content in the window', () => {
  const item = post(daysAgo(40), { like_count: 10 });
  expect(breakdown([item], { followers: null })).toBeNull();
  for (const followers of [0, -5]) expect(breakdown([item], { followers })).toBeNull();
  expect(breakdown([])).toBeNull();
  expect(breakdown([post(daysAgo(2))])).toBeNull();
});

test('[R3.006, R3.007, R3.008] a breakdown includes all figures and content items', () => {
  const found = breakdown([post(daysAgo(40), { like_count: 10, share_count: 1 })]);
  expect(EngagementBreakdown.parse(found)).toEqual(found);
  expect(Object.keys(found ?? {})).toEqual(
    expect.arrayContaining(
      'followerCount engagement totalLikes totalDislikes totalComments totalSaves totalShares avgLikes avgDislikes avgComments avgSaves avgShares fromDate toDate contentCount content'.split(
        ' ',
      ),
    ),
  );
  expect(found?.content[0]).toEqual({
    url: expect.any(String),
    published_at: daysAgo(40).toISOString(),
    title: 'A post',
    type: 'Video',
    format: 'video',
    persistent_thumbnail_url: null,
    engagement: {
      like_count: 10,
      dislike_count: null,
      comment_count: null,
      save_count: null,
      share_count: 1,
    },
  });
});
