import { describe, expect, test } from 'vitest';
import type { Platform } from '../creator.ts';
import { isChannelId } from '../platforms.ts';
import { channelName, creatorKey, isPlatformAddress, readProfileUrl, readUsername } from './identity.ts';

const CHANNEL = 'UC-8QAzbLcRglXeN_MY9blyw';
const POST = 'Profile URL leads to a post';

const profile = (cell: string) => {
  const read = readProfileUrl(cell);
  if (read.kind === 'value') return `${read.value.platform} ${read.value.username}`;
  return read.kind === 'refused' ? read.reason : read.kind;
};

describe('a profile URL', () => {
  test.each([
    ['https://www.instagram.com/ana.norte/?hl=en', 'instagram ana.norte'],
    ['http://m.instagram.com/ana', 'instagram ana'],
    ['HTTPS://Instagram.com/Ana', 'instagram Ana'],
    ['mobile.instagram.com/ana', 'instagram ana'],
    ['instagr.am/ana', 'instagram ana'],
    ['instagram.com/ana/reels', 'instagram ana'],
    ['instagram.com/ana/posts/7', 'instagram ana'],
    ['instagram.com/stories/ana/7', 'instagram ana'],
    ['instagram.com/Stories/ana', 'instagram ana'],
    ['instagram.com/storiesana', 'instagram storiesana'],
    ['instagram.com/mystories', 'instagram mystories'],
    ['instagram.com/pana', 'instagram pana'],
    ['instagram.com/tap', 'instagram tap'],
    ['tiktok.com/@ana', 'tiktok ana'],
    ['tiktok.com/@Ána-1_2.3', 'tiktok Ána-1_2.3'],
    ['tiktok.com/%40ana%20', 'tiktok ana'],
    ['tiktok.com/@ana/live', 'tiktok ana'],
    ['tiktok.com/@ana/videos', 'tiktok ana'],
    ['tiktok.com/@ana/myphoto', 'tiktok ana'],
    ['youtube.com/@Ana', 'youtube Ana'],
    ['youtube.com/@watch', 'youtube watch'],
    ['youtube.com/Ana', 'youtube Ana'],
    ['youtube.com/an@a', 'youtube an@a'],
    ['youtube.com/c/Ana', 'youtube Ana'],
    ['youtube.com/User/Ana', 'youtube Ana'],
    ['youtube.com/cars', 'youtube cars'],
    ['youtube.com/abc', 'youtube abc'],
    ['youtube.com/mychannel', 'youtube mychannel'],
    ['youtube.com/channels', 'youtube channels'],
    [`youtube.com/Channel/${CHANNEL}/about`, `youtube ${CHANNEL}`],
    ['youtube.com/%E0%A4', 'youtube %E0%A4'],
  ])('%s identifies %s', (cell, expected) => {
    expect(profile(cell)).toBe(expected);
  });

  test.each([
    ...['instagram.com/p/7', 'instagram.com/reel/7', 'instagram.com/ana/p/7', 'instagram.com/ana/REEL/7'],
    ...['instagram.com/explore/tags', 'instagram.com/stories/explore', 'tiktok.com/@ana/video/7'],
    ...['tiktok.com/@ana/Photo/7', 'tiktok.com/t/7', 'tiktok.com/tag/boats', 'youtube.com/watch?v=7'],
    ...['youtube.com/shorts/7', 'youtube.com/playlist', 'youtube.com/watch@', 'youtu.be/7'],
  ])('%s is a post', (cell) => {
    expect(profile(cell)).toBe(cell === 'youtube.com/watch@' ? 'youtube watch@' : POST);
  });

  test.each([
    ...['instagram.com', 'instagram.com/stories', 'instagram.com/explore', 'instagram.com/ana%20b'],
    ...[
      `instagram.com/${'a'.repeat(31)}`,
      'tiktok.com',
      'tiktok.com/ana',
      'tiktok.com/ana/x',
      'tiktok.com/@',
    ],
    ...['tiktok.com/@a%20b', 'tiktok.com/@%21a', 'tiktok.com/x@ana', 'tiktok.com/music', 'youtube.com'],
    ...['youtube.com/@', 'youtube.com/c', 'youtube.com/channel', 'youtube.com/channel/UC123'],
    `youtube.com/channel/x${CHANNEL}`,
    `youtube.com/channel/${CHANNEL}x`,
  ])('%s is not a profile', (cell) => {
    expect(profile(cell)).toMatch(/^URL “.+” doesn't lead to a profile$/);
  });

  test.each([
    ['', 'missing'],
    [' ', 'missing'],
    ['---', 'missing'],
    ['–', 'missing'],
    ['-ana', "URL “-ana” isn't a profile on Instagram, TikTok or YouTube"],
    ['ana-', "URL “ana-” isn't a profile on Instagram, TikTok or YouTube"],
    ['ftp://instagram.com/ana', 'URL “ftp://instagram.com/ana” is incomplete'],
    ['xhttps://instagram.com/ana', 'URL “xhttps://instagram.com/ana” is incomplete'],
    ['httpsx://instagram.com/ana', 'URL “httpsx://instagram.com/ana” is incomplete'],
    ['a b', 'URL “a b” is incomplete'],
    ['vm.tiktok.com/ZM1', 'Short link: open it and use the full profile URL'],
    ['pinterest.com/ana', "URL “pinterest.com/ana” isn't a profile on Instagram, TikTok or YouTube"],
    ['notinstagram.com/ana', "URL “notinstagram.com/ana” isn't a profile on Instagram, TikTok or YouTube"],
  ])('%j is none: %s', (cell, expected) => {
    expect(profile(cell)).toBe(expected);
  });

  test('of a TikTok post suggests its author', () => {
    expect(readProfileUrl('tiktok.com/@ana/video/7')).toEqual({
      kind: 'refused',
      reason: POST,
      suggestion: 'ana',
    });
  });

  test('of a channel contains its id', () => {
    expect(readProfileUrl(`youtube.com/channel/${CHANNEL}`)).toEqual({
      kind: 'value',
      value: { platform: 'youtube', username: CHANNEL, socialId: CHANNEL },
    });
  });

  test('may contain another URL in its query', () => {
    expect(profile('instagram.com/ana?from=https://tiktok.com/@bo')).toBe('instagram ana');
  });

  test('is recognized only by its host', () => {
    const addresses = [
      ...[
        'instagram.com',
        ' instagram.com ',
        'https://instagram.com/ana',
        'www.tiktok.com?x',
        'youtube.com#x',
      ],
      ...['youtu.be/7', 'instagr.am/ana', 'TIKTOK.COM'],
    ];
    expect(addresses.filter((text) => !isPlatformAddress(text))).toEqual([]);
    const others = ['notinstagram.com', 'instagram.community', 'instagram', 'see tiktok.com', 'tiktok-com'];
    expect(others.filter(isPlatformAddress)).toEqual([]);
  });
});

describe('a username', () => {
  const name = (cell: string, platform: Platform = 'instagram') => {
    const read = readUsername(cell, platform);
    if (read.kind === 'value') return read.value.username;
    return read.kind === 'refused' ? read.reason : read.kind;
  };

  test.each(['', ' ', '-', '---', '–', 'n/a', 'NULL', 'undefined', '#N/A', '#REF!', '#VALUE!', '@', '@@ '])(
    'treats %j as empty',
    (cell) => {
      expect([name(cell), name(cell, 'youtube')]).toEqual(['missing', 'missing']);
    },
  );

  test.each<[Platform, string, string]>([
    ['instagram', '@ana', 'ana'],
    ['instagram', '@@ ana', 'ana'],
    ['instagram', 'null_ana', 'null_ana'],
    ['instagram', 'a'.repeat(30), 'a'.repeat(30)],
    ['instagram', 'ａｎａ', 'ana'],
    ['tiktok', 'Ána-1_2.3', 'Ána-1_2.3'],
    ['tiktok', 'a'.repeat(64), 'a'.repeat(64)],
    ['tiktok-shop', 'Ána-1_2.3', 'Ána-1_2.3'],
    ['tiktok-shop', 'a'.repeat(64), 'a'.repeat(64)],
    ['youtube', '@Nursery  Rhymes', 'Nursery Rhymes'],
    ['youtube', 'Ａｎａ', 'Ana'],
    ['youtube', 'an@a', 'an@a'],
    ['youtube', CHANNEL, CHANNEL],
    ['youtube', '🍕'.repeat(120), '🍕'.repeat(120)],
    ['instagram', 'https://www.tiktok.com/@ana', 'ana'],
  ])('on %s can be %j', (platform, cell, expected) => {
    expect(name(cell, platform)).toBe(expected);
  });

  test.each<[Platform, string, string]>([
    ['instagram', 'ana-b', "Username “ana-b” has characters that aren't allowed in usernames"],
    ['instagram', 'an@a', "Username “an@a” has characters that aren't allowed in usernames"],
    ['instagram', 'ána', "Username “ána” has characters that aren't allowed in usernames"],
    ['tiktok', 'ana!', "Username “ana!” has characters that aren't allowed in usernames"],
    ['tiktok', '!ana', "Username “!ana” has characters that aren't allowed in usernames"],
    ['tiktok-shop', 'ana!', "Username “ana!” has characters that aren't allowed in usernames"],
    ['tiktok-shop', '!ana', "Username “!ana” has characters that aren't allowed in usernames"],
    ['tiktok', 'ana b', 'Username has a space: “ana b”'],
    ['tiktok', 'Caf\ufffd', 'Name “Caf\ufffd” has missing or damaged characters'],
    ['youtube', 'x'.repeat(121), `Name “${'x'.repeat(39)}…” is too long for a channel`],
    ['instagram', 'instagram.com/p/7', POST],
  ])("on %s can't be %j: %s", (platform, cell, reason) => {
    expect(name(cell, platform)).toBe(reason);
  });

  test('with spaces is suggested in lowercase without them, if valid', () => {
    expect(readUsername('Omar A Seddik', 'instagram')).toMatchObject({ suggestion: 'omaraseddik' });
    expect(readUsername('Omar! Seddik', 'instagram')).toEqual({
      kind: 'refused',
      reason: 'Username has a space: “Omar! Seddik”',
    });
    expect(readUsername('omar!', 'tiktok')).not.toHaveProperty('suggestion');
  });

  test('on YouTube distinguishes channel ids from names', () => {
    expect(readUsername(CHANNEL, 'youtube')).toEqual({
      kind: 'value',
      value: { platform: 'youtube', username: CHANNEL, socialId: CHANNEL },
    });
    expect(readUsername('Ana', 'youtube')).toEqual({
      kind: 'value',
      value: { platform: 'youtube', username: 'Ana' },
    });
    expect([CHANNEL, `x${CHANNEL}`, `${CHANNEL}x`, 'UC'].map(isChannelId)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

test('a creator has one key in any notation', () => {
  expect(creatorKey('tiktok', 'ÁNA')).toBe('tiktok:ána');
  expect(creatorKey('tiktok', 'A\u0301na')).toBe('tiktok:ána');
  expect(channelName(' Ａｎａ\u3000 B ')).toBe('Ana B');
});
