import { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { expect, test } from 'vitest';
import { withoutAddress } from './creator-search.address.ts';

const meant = (q: string, platform: string[] = []) => {
  const { q: words, platform: platforms } = withoutAddress(CreatorFilters.parse({ q, platform }));
  return [words, ...(platforms ?? [])];
};

test('the address of a profile means its handle on its platform', () => {
  expect(meant('https://www.instagram.com/cristiano/?hl=en')).toEqual(['cristiano', 'instagram']);
  expect(meant(' tiktok.com/@jypestraykids ')).toEqual(['jypestraykids', 'tiktok', 'tiktok-shop']);
  expect(meant('youtube.com/@MrBeast')).toEqual(['MrBeast', 'youtube']);
});

test('platforms that were chosen stay', () => {
  expect(meant('instagram.com/cristiano', ['tiktok'])).toEqual(['cristiano', 'tiktok']);
});

test('filters without words or platforms stay as they are', () => {
  expect(withoutAddress({} as CreatorFilters)).toEqual({});
  expect(withoutAddress({ q: 'instagram.com/ana' } as CreatorFilters)).toEqual({
    q: 'ana',
    platform: ['instagram'],
  });
  expect(meant('instagram.com/ana b')).toEqual(['instagram.com/ana b']);
});

test('other addresses and words are searched for as they stand', () => {
  for (const text of ['https://www.instagram.com/p/Cx1/', 'https://example.com/cristiano', 'coffee', ''])
    expect(meant(text)).toEqual([text]);
  expect(meant('instagram.com cristiano')).toEqual(['instagram.com cristiano']);
});
