import { expect, test } from 'vitest';
import {
  figureWins,
  followersLabel,
  Platform,
  profileUrlOf,
  showsAverageViews,
  showsEngagement,
} from './creator.ts';
import { SEARCHED_PLATFORMS } from './platforms.ts';
import { dayInTimeZone } from './provider.ts';

const origin = (source: Parameters<typeof figureWins>[1]['source'], asOf: string | null = null) => ({
  source,
  asOf,
});

test('[R3.002] creators are found on four platforms; authors of mentions keep their network', () => {
  expect(SEARCHED_PLATFORMS).toEqual(['instagram', 'tiktok', 'youtube', 'tiktok-shop']);
  expect(Platform.options).toEqual([...SEARCHED_PLATFORMS, 'bluesky', 'mastodon', 'reddit', 'x']);
  expect(Platform.safeParse('myspace').success).toBe(false);
});

test('any figure replaces a missing one', () => {
  expect(figureWins(undefined, origin('brand-import'))).toBe(true);
});

test('a more trustworthy source wins regardless of age', () => {
  const old = '2020-01-01T00:00:00.000Z';
  const recent = '2026-01-01T00:00:00.000Z';
  const order = ['platform', 'provider', 'administrator-import', 'brand-import'] as const;
  for (const [rank, better] of order.entries())
    for (const worse of order.slice(rank + 1)) {
      expect(figureWins(origin(worse, recent), origin(better, old))).toBe(true);
      expect(figureWins(origin(better, old), origin(worse, recent))).toBe(false);
    }
});

test('of the same source, the later figure wins, and dated figures over undated ones', () => {
  const old = origin('provider', '2026-01-01T00:00:00.000Z');
  const recent = origin('provider', '2026-01-01T00:00:00.001Z');
  expect(figureWins(old, recent)).toBe(true);
  expect(figureWins(recent, old)).toBe(false);
  expect(figureWins(old, old)).toBe(true);
  expect(figureWins(old, origin('provider'))).toBe(false);
  expect(figureWins(origin('provider'), origin('provider'))).toBe(true);
});

test('uses Subscribers on YouTube and Followers elsewhere', () => {
  expect(Platform.options.filter((platform) => followersLabel(platform) !== 'Followers')).toEqual([
    'youtube',
  ]);
  expect(followersLabel('youtube')).toBe('Subscribers');
});

test('hides engagement on YouTube and average views on Instagram', () => {
  expect(Platform.options.filter(showsEngagement)).toEqual(['instagram', 'tiktok', 'tiktok-shop']);
  expect(Platform.options.filter(showsAverageViews)).toEqual(['tiktok', 'youtube', 'tiktok-shop']);
});

test('builds the profile URL of any handle', () => {
  expect(profileUrlOf('instagram', 'nat.geo_')).toBe('https://www.instagram.com/nat.geo_/');
  expect(profileUrlOf('tiktok', 'a/b?c')).toBe('https://www.tiktok.com/@a%2Fb%3Fc');
  expect(profileUrlOf('youtube', 'UC-lHJZR3Gqxm24_Vd_AJ5Yw')).toBe(
    'https://www.youtube.com/channel/UC-lHJZR3Gqxm24_Vd_AJ5Yw',
  );
  expect(profileUrlOf('youtube', 'MKBHD')).toBe('https://www.youtube.com/@MKBHD');
});

const at = (text: string) => new Date(`2026-${text}Z`);

test.each([
  ['an ordinary day', '07-01T12:34:56.789', '07-01T04:00:00.000', '07-02T04:00:00.000'],
  ['the day with 23 hours', '03-08T12:00:00.123', '03-08T05:00:00.000', '03-09T04:00:00.000'],
  ['the day with 25 hours', '11-01T12:00:00.999', '11-01T04:00:00.000', '11-02T05:00:00.000'],
])('in New York, %s spans midnight to midnight', (_day, now, from, to) => {
  expect(dayInTimeZone('America/New_York', at(now))).toEqual({ from: at(from), to: at(to) });
});
