import { expect, test } from 'vitest';
import { isShortUrl, parsePostUrl } from './post-url.ts';

test('reads platform, id and owner of a post from its URL', () => {
  expect(parsePostUrl('https://www.tiktok.com/@NinaKleij/video/6907228749016714497?lang=en')).toEqual({
    platform: 'tiktok',
    postId: '6907228749016714497',
    url: 'https://www.tiktok.com/@ninakleij/video/6907228749016714497',
    story: false,
    username: 'ninakleij',
  });
  expect(parsePostUrl('https://instagram.com/stories/ana.lima/3096059707471001015/')).toMatchObject({
    platform: 'instagram',
    story: true,
    username: 'ana.lima',
  });
});

test('normalizes all share links of a post to the same URL', () => {
  const same = (...addresses: string[]) =>
    expect(new Set(addresses.map((address) => parsePostUrl(address)?.url)).size).toBe(1);
  same(
    'https://www.instagram.com/p/Cr3aeZ7NXW3/',
    'https://www.instagram.com/reel/Cr3aeZ7NXW3/?igsh=abc',
    'http://m.instagram.com/ana.lima/reel/Cr3aeZ7NXW3',
  );
  same(
    'https://www.youtube.com/watch?v=UzL-0vZ5-wk&t=3s',
    'https://youtu.be/UzL-0vZ5-wk?si=x',
    'https://m.youtube.com/shorts/UzL-0vZ5-wk',
  );
});

test("rejects URLs that aren't posts", () => {
  for (const address of [
    'https://www.instagram.com/ana.lima/',
    'https://www.youtube.com/@ana',
    'https://example.com/p/Cr3aeZ7NXW3/',
    'https://instagram.com.evil.example/p/Cr3aeZ7NXW3/',
    'javascript:alert(1)',
    'nothing',
  ])
    expect(parsePostUrl(address), address).toBeNull();
  expect(isShortUrl('https://vm.tiktok.com/ZMabcdef/')).toBe(true);
  expect(isShortUrl('https://www.tiktok.com/@ana/video/6907228749016714497')).toBe(false);
});
