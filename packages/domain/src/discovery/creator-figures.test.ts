import { expect, test } from 'vitest';
import {
  CONTENT_KIND_NAMES,
  contentKindTitle,
  deliverablesLabel,
  englishKindName,
} from '../campaigns/content-kind-name.ts';
import {
  FigureName,
  FigureSource,
  figureWins,
  followersLabel,
  profileUrlOf,
  showsAverageViews,
  showsEngagement,
} from './creator.ts';
import { Platform } from './platform.ts';

const figure = (source: FigureSource, asOf: string | null = null) => ({ source, asOf });

test('prefers the more trustworthy source, then the later figure', () => {
  expect(FigureSource.options).toEqual(['platform', 'provider', 'administrator-import', 'brand-import']);
  const [old, recent] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
  expect(figureWins(undefined, figure('brand-import'))).toBe(true);
  expect(figureWins(figure('provider', recent), figure('platform', old))).toBe(true);
  expect(figureWins(figure('platform', old), figure('provider', recent))).toBe(false);
  expect(figureWins(figure('provider', old), figure('provider', recent))).toBe(true);
  expect(figureWins(figure('provider', recent), figure('provider', old))).toBe(false);
  expect(figureWins(figure('provider', old), figure('provider', old))).toBe(true);
  expect(figureWins(figure('provider', old), figure('provider'))).toBe(false);
  expect(figureWins(figure('provider'), figure('provider', old))).toBe(true);
  expect(FigureName.options).toContain('followerCount');
});

test('shows the figures of each platform', () => {
  expect(Platform.options.filter((platform) => followersLabel(platform) !== 'Followers')).toEqual([
    'youtube',
  ]);
  expect(followersLabel('youtube')).toBe('Subscribers');
  expect(Platform.options.filter(showsEngagement)).toEqual(['instagram', 'tiktok', 'tiktok-shop']);
  expect(Platform.options.filter(showsAverageViews)).toEqual(['tiktok', 'youtube', 'tiktok-shop']);
});

test.each([
  ['instagram', 'mara.oslo', 'https://www.instagram.com/mara.oslo/'],
  ['tiktok', 'mara', 'https://www.tiktok.com/@mara'],
  ['tiktok-shop', 'm a', 'https://www.tiktok.com/@m%20a'],
  ['youtube', 'mara', 'https://www.youtube.com/@mara'],
  ['youtube', `UC${'x'.repeat(22)}`, `https://www.youtube.com/channel/UC${'x'.repeat(22)}`],
  ['youtube', `UC${'x'.repeat(23)}`, `https://www.youtube.com/@UC${'x'.repeat(23)}`],
  ['youtube', `xUC${'x'.repeat(22)}`, `https://www.youtube.com/@xUC${'x'.repeat(22)}`],
] as const)('on %s, the profile URL of %s is %s', (platform, username, url) => {
  expect(profileUrlOf(platform, username)).toBe(url);
});

test('formats deliverables with counts, and calls a live a live video', () => {
  expect(CONTENT_KIND_NAMES).toEqual({
    post: ['post', 'posts'],
    carousel: ['carousel', 'carousels'],
    reel: ['reel', 'reels'],
    story: ['story', 'stories'],
    video: ['video', 'videos'],
    short: ['short', 'shorts'],
    live: ['live', 'lives'],
  });
  expect(
    deliverablesLabel([
      { kind: 'reel', count: 1 },
      { kind: 'story', count: 3 },
    ]),
  ).toBe('1 reel, 3 stories');
  expect(deliverablesLabel([{ kind: 'live', count: 1 }])).toBe('1 live video');
  expect(deliverablesLabel([{ kind: 'live', count: 2 }])).toBe('2 live videos');
  expect(contentKindTitle('live')).toBe('Live video');
  expect(englishKindName('live')).toBe('live video');
  expect(englishKindName('reel')).toBe('reel');
  expect(deliverablesLabel([])).toBe('');
  expect(contentKindTitle('reel')).toBe('Reel');
});
