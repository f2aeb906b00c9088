import { expect, test } from 'vitest';
import { averagesOf, combineReach, type SocialContent } from './creator-refresh.ts';
import { dayInTimeZone } from './provider.ts';

const item = (counts: Partial<SocialContent>): SocialContent => ({
  url: 'https://social.example/1',
  publishedAt: '2026-11-01T00:00:00.000Z',
  title: '',
  type: 'Video',
  format: 'video',
  coverUrl: null,
  viewCount: null,
  likeCount: null,
  commentCount: null,
  saveCount: null,
  shareCount: null,
  ...counts,
});

test('an average includes only content with a known count, and is null if there is none', () => {
  const content = [item({ viewCount: 100, likeCount: 0 }), item({ viewCount: 201 }), item({})];
  expect(averagesOf(content)).toEqual({ avgViews: 151, avgLikes: 0, avgComments: null, avgShares: null });
  expect(averagesOf([])).toEqual({ avgViews: null, avgLikes: null, avgComments: null, avgShares: null });
});

test('averages use the 50 newest posts, regardless of how many were read', () => {
  const content = Array.from({ length: 120 }, (_, at) => item({ viewCount: at < 50 ? 10 : 9000 }));
  expect(averagesOf(content).avgViews).toBe(10);
});

test.each([
  ['the whole listing was read', null, ['2026-06-01', '2026-11-01'], null],
  ['no earlier reading', '2026-10-01', null, '2026-10-01'],
  ['the earlier reading went further back', '2026-10-01', ['2026-01-01', '2026-11-01'], '2026-01-01'],
  ['the earlier reading had everything', '2026-10-01', [null, '2026-11-01'], null],
  ['posts between the two readings may be missing', '2026-10-01', ['2026-01-01', '2026-09-01'], '2026-10-01'],
  ['the later reading goes further back', '2026-01-01', ['2026-06-01', '2026-11-01'], '2026-01-01'],
] as const)('two readings give the start of complete content: %s', (_, later, earlier, expected) => {
  const date = (day: string | null) => (day === null ? null : new Date(day));
  const reach = earlier && { contentFrom: date(earlier[0]), readAt: new Date(earlier[1]) };
  expect(combineReach(reach, date(later))).toEqual(date(expected));
});

test.each([
  ['2026-11-20T14:00:00Z', '2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
  ['2026-11-20T07:59:59Z', '2026-11-19T08:00:00.000Z', '2026-11-20T08:00:00.000Z'],
  ['2026-07-01T00:00:00Z', '2026-06-30T07:00:00.000Z', '2026-07-01T07:00:00.000Z'],
  ['2026-11-01T20:00:00Z', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ['2026-03-08T20:00:00Z', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
])('the quota day of %s starts and ends at midnight Pacific time, also on clock changes', (now, from, to) => {
  const day = dayInTimeZone('America/Los_Angeles', new Date(now));
  expect([day.from.toISOString(), day.to.toISOString()]).toEqual([from, to]);
});
