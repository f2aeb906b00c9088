import { expect, test } from 'vitest';
import { isShortUrl, parsePostUrl, possibleKinds } from './post-url.ts';

const instagram = (code: string, username: string | null = null) => ({
  platform: 'instagram',
  postId: code,
  url: `https://www.instagram.com/p/${code}/`,
  story: false,
  username,
});
const tiktok = (id: string, username: string) => ({
  platform: 'tiktok',
  postId: id,
  url: `https://www.tiktok.com/@${username}/video/${id}`,
  story: false,
  username,
});
const youtube = (id: string) => ({
  platform: 'youtube',
  postId: id,
  url: `https://www.youtube.com/watch?v=${id}`,
  story: false,
  username: null,
});

test.each([
  ['https://www.instagram.com/p/Cr3aeZ7NXW3/?igsh=1', instagram('Cr3aeZ7NXW3')],
  ['http://instagram.com/reel/Cr3aeZ7NXW3', instagram('Cr3aeZ7NXW3')],
  ['https://m.instagram.com/reels/Cr3-e_7/', instagram('Cr3-e_7')],
  ['https://www.instagram.com/tv/Cr3aeZ7NXW3/', instagram('Cr3aeZ7NXW3')],
  ['https://www.instagram.com/Mara.Trail/reel/Cr3aeZ7NXW3/', instagram('Cr3aeZ7NXW3', 'mara.trail')],
  [`https://www.instagram.com/p/${'x'.repeat(40)}/`, instagram('x'.repeat(40))],
  [
    'https://www.instagram.com/stories/Ana.Story/3096059707471001015/',
    {
      platform: 'instagram',
      postId: '3096059707471001015',
      story: true,
      username: 'ana.story',
      url: 'https://www.instagram.com/stories/ana.story/3096059707471001015/',
    },
  ],
  ['https://www.tiktok.com/@Mila/video/7123456789012345678?x=1', tiktok('7123456789012345678', 'mila')],
  ['https://m.tiktok.com/@mila/photo/712345', tiktok('712345', 'mila')],
  ['https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['https://mobile.youtube.com/shorts/dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['https://youtu.be/dQw4w9WgXcQ?si=share', youtube('dQw4w9WgXcQ')],
])('%s is a post', (address, post) => {
  expect(parsePostUrl(address)).toEqual(post);
});

test.each([
  ...['', 'my post', 'ftp://www.instagram.com/p/Cr3aeZ7NXW3/', 'https://example.com/p/Cr3aeZ7NXW3/'],
  ...['https://www.instagram.com/', 'https://www.instagram.com/p/', 'https://www.instagram.com/p/abcd/'],
  ...[`https://www.instagram.com/p/${'x'.repeat(41)}/`, 'https://www.instagram.com/p/Cr3ae%2F!/'],
  ...['https://www.instagram.com/a/b/p/Cr3aeZ7NXW3/', 'https://www.instagram.com/xp/Cr3aeZ7NXW3/'],
  ...['https://www.instagram.com/px/Cr3aeZ7NXW3/', 'https://www.instagram.com/explore/Cr3aeZ7NXW3/'],
  ...['https://www.instagram.com/stories/ana/12345/', 'https://www.instagram.com/stories/ana/'],
  ...['https://www.instagram.com/stories/a!na/3096059707471001015/', 'https://www.instagram.com/stories/'],
  ...[
    `https://www.instagram.com/stories/ana/${'1'.repeat(26)}/`,
    'https://www.instagram.com/stories/ana/123456x/',
  ],
  ...['https://www.tiktok.com/mila/video/712345', 'https://www.tiktok.com/@mila/live/712345'],
  ...['https://www.tiktok.com/@mila/video/12345', 'https://www.tiktok.com/@mila/xvideo/712345'],
  ...['https://www.tiktok.com/@mila/videos/712345', 'https://www.tiktok.com/@mila/video/712345x'],
  ...['https://www.tiktok.com/@mila', 'https://www.tiktok.com/@m!la/video/712345', 'https://www.tiktok.com/'],
  ...[`https://www.tiktok.com/@${'m'.repeat(61)}/video/712345`, 'https://xtiktok.com/@mila/video/712345'],
  ...['https://www.youtube.com/watch', 'https://www.youtube.com/watch?v=short', 'https://www.youtube.com/'],
  ...['https://www.youtube.com/watch?v=dQw4w9WgXcQQ', 'https://www.youtube.com/shorts/', 'https://youtu.be/'],
  ...['https://www.youtube.com/xshorts/dQw4w9WgXcQ', 'https://www.youtube.com/shortsx/dQw4w9WgXcQ'],
  ...['https://www.youtube.com/@mila', 'https://evil.www.youtube.com/watch?v=dQw4w9WgXcQ'],
])('%s is none', (address) => {
  expect(parsePostUrl(address)).toBeNull();
});

test.each([
  ['https://vm.tiktok.com/ZMabc/', true],
  ['https://vt.tiktok.com/ZMabc/', true],
  ['https://www.tiktok.com/t/ZMabc/', true],
  ['https://bit.ly/abc', true],
  ['https://t.co/abc', true],
  ['https://instagr.am/p/abc', true],
  ['https://tinyurl.com/abc', true],
  ['https://xvm.tiktok.com/ZMabc/', false],
  ['https://vm.tiktok.com.evil.example/', false],
  ['https://xbit.ly/abc', false],
  ['https://bit.ly.example/abc', false],
  ['https://www.tiktok.com/a/t/abc', false],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', false],
  ['nothing', false],
])('%s is shortened: %s', (address, short) => {
  expect(isShortUrl(address)).toBe(short);
});

test('derives possible content kinds from the platform', () => {
  const kinds = (address: string) => {
    const post = parsePostUrl(address);
    return post && possibleKinds(post);
  };
  expect(kinds('https://www.instagram.com/p/Cr3aeZ7NXW3/')).toEqual([
    'post',
    'carousel',
    'reel',
    'video',
    'live',
  ]);
  expect(kinds('https://www.tiktok.com/@mila/video/712345')).toEqual([
    'video',
    'reel',
    'short',
    'carousel',
    'live',
  ]);
  expect(kinds('https://youtu.be/dQw4w9WgXcQ')).toEqual(['video', 'short', 'live']);
  expect(kinds('https://www.instagram.com/stories/ana/3096059707471001015/')).toEqual(['story']);
});
