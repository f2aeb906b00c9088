import { expect, test } from 'vitest';
import { detectPlatform } from './platform.ts';

const NOTHING = {
  platform: null,
  confidence: 0,
  perRow: false,
  reason: "The file doesn't specify a platform",
};
const CHANNEL = 'UC-8QAzbLcRglXeN_MY9blyw';

const named = (platform: string, confidence: number) => ({
  platform,
  confidence,
  perRow: false,
  reason: 'Specified in the headers or file name',
});

test.each([
  ['platform names', [['Instagram'], [' insta '], ['INSTAGRAM']], 'instagram'],
  [
    'profile addresses',
    [
      ['x', 'tiktok.com/@ana'],
      ['y', 'https://www.tiktok.com/@bo'],
    ],
    'tiktok',
  ],
  ['channel ids', [[CHANNEL], [CHANNEL]], 'youtube'],
  ['most rows', [['TikTok'], ['TikTok'], ['?']], 'tiktok'],
  ['the first cell that tells', [['', 'youtube', 'tiktok.com/@ana']], 'youtube'],
])('detects the platform of rows: %s', (_, rows, platform) => {
  expect(detectPlatform('list.csv', ['a', 'b'], rows)).toEqual({
    platform,
    confidence: 0.98,
    perRow: true,
    reason: 'Specified in the rows',
  });
});

test('detects rows of several platforms', () => {
  expect(detectPlatform('ig.csv', ['instagram'], [['TikTok'], ['YouTube'], ['TikTok']])).toEqual({
    platform: null,
    confidence: 0.98,
    perRow: true,
    reason: 'Each row specifies its platform',
  });
});

test.each<[string, string[][]]>([
  ['half of the rows', [['TikTok'], ['?']]],
  ['short words', [['ig'], ['tt']]],
  ['posts', [['instagram.com/p/7'], ['tiktok.com/@ana/video/7']]],
  ['very long cells', [[`instagram.com/ana?${'x'.repeat(290)}`]]],
  ['words with a platform in them', [['my instagram'], ['tiktok star']]],
  ['names with a slash', [['ana/bo'], ['a.b']]],
  ['no rows', []],
])("doesn't detect a platform from rows: %s", (_, rows) => {
  expect(detectPlatform('list.csv', ['a'], rows)).toEqual(NOTHING);
});

test('a URL can have 300 characters', () => {
  const address = (length: number) => 'instagram.com/ana?'.padEnd(length, 'x');
  expect(detectPlatform('list.csv', ['a'], [[address(300)]]).platform).toBe('instagram');
  expect(detectPlatform('list.csv', ['a'], [[address(301)]]).platform).toBeNull();
});

test.each<[string, string, string[], object]>([
  ['headers', 'list.csv', ['Instagram name'], named('instagram', 0.9)],
  ['several headers of one platform', 'list.csv', ['IG handle', 'insta url'], named('instagram', 0.9)],
  ['the file', 'tt_2024.csv', ['name'], named('tiktok', 0.85)],
  ['the file between digits', '1yt2024top.csv', ['name'], named('youtube', 0.85)],
  ['the file with digits around', '1_yt_2024.csv', ['name'], named('youtube', 0.85)],
  ['headers and file', 'instagram.csv', ['insta'], named('instagram', 0.97)],
  ['headers against the file', 'tiktok.csv', ['insta'], NOTHING],
  ['headers of two platforms', 'list.csv', ['insta', 'tiktok'], NOTHING],
  ['headers of two platforms and the file', 'youtube.csv', ['insta', 'tiktok'], named('youtube', 0.85)],
  ['channels with subscribers', 'list.csv', ['Channel', 'Subscribers'], named('youtube', 0.6)],
  ['video views with subscribers', 'list.csv', ['x', 'Video views', 'Subscriber'], named('youtube', 0.6)],
  [
    'video uploads with subscribers',
    'list.csv',
    ['Video uploads', 'x', 'Subscribers'],
    named('youtube', 0.6),
  ],
  ['channels with followers', 'list.csv', ['Channel', 'Followers'], NOTHING],
  ['subscribers alone', 'list.csv', ['name', 'Subscribers'], NOTHING],
  ['channels on Instagram', 'list.csv', ['Channel', 'Subscribers', 'insta'], named('instagram', 0.9)],
  ['channels in a file of TikTok', 'tiktok.csv', ['Channel', 'Subscribers'], NOTHING],
  ['words with letters around', 'big.csv', ['digital', 'attic', 'myinsta'], NOTHING],
  ['instagrammers', 'instagrammers.csv', ['name'], named('instagram', 0.85)],
  ['YouTubers', 'top-youtubers.csv', ['name'], named('youtube', 0.85)],
  ['tik tokers', 'x.csv', ['tik tokers'], named('tiktok', 0.9)],
  ['you-tube', 'you-tube.csv', ['name'], named('youtube', 0.85)],
])('detects the platform from words: %s', (_, file, headers, expected) => {
  expect(detectPlatform(file, headers, [['?']])).toEqual(expected);
});
