import { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { expect, test } from 'vitest';
import { expandProfileUrl } from './creator-search.profile-url.ts';

const meant = (q: string, platform: string[] = []) => {
  const { q: words, platform: platforms } = expandProfileUrl(CreatorFilters.parse({ q, platform }));
  return [words, ...(platforms ?? [])];
};

test('a profile URL searches for its handle on its platform', () => {
  expect(meant('https://www.instagram.com/cristiano/?hl=en')).toEqual(['cristiano', 'instagram']);
  expect(meant(' tiktok.com/@jypestraykids ')).toEqual(['jypestraykids', 'tiktok', 'tiktok-shop']);
  expect(meant('youtube.com/@MrBeast')).toEqual(['MrBeast', 'youtube']);
});

test('keeps chosen platforms', () => {
  expect(meant('instagram.com/cristiano', ['tiktok'])).toEqual(['cristiano', 'tiktok']);
});

test('filters without words or platforms are unchanged', () => {
  expect(expandProfileUrl({} as CreatorFilters)).toEqual({});
  expect(expandProfileUrl({ q: 'instagram.com/ana' } as CreatorFilters)).toEqual({
    q: 'ana',
    platform: ['instagram'],
  });
  expect(meant('instagram.com/ana b')).toEqual(['instagram.com/ana b']);
});

test('other URLs and words are searched literally', () => {
  for (const text of ['https://www.instagram.com/p/Cx1/', 'https://example.com/cristiano', 'coffee', ''])
    expect(meant(text)).toEqual([text]);
  expect(meant('instagram.com cristiano')).toEqual(['instagram.com cristiano']);
});
