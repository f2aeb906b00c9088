import { expect, test } from 'vitest';
import { handleWord, hasHandle } from './creator-labels.ts';
import { withPatch } from './patch-creator.ts';

const fetched = { is_verified: false, contactsFetched: true, contactsError: null };
const creator = (id: string) => ({
  id,
  platform: 'instagram',
  metaData: { is_verified: false, contactsFetched: false, contactsError: null },
});

test('a creator update reaches every list with the creator and leaves others unchanged', () => {
  const pages = {
    pages: [
      { items: [{ id: 'item', socialProfile: creator('a') }] },
      { items: [{ socialProfile: creator('b') }] },
    ],
  };
  const next = withPatch(pages, 'a', { metaData: fetched }) as typeof pages;
  expect(next.pages[0]?.items[0]?.socialProfile.metaData).toEqual(fetched);
  expect(next.pages[1]).toBe(pages.pages[1]);
  expect(withPatch(pages, 'c', { metaData: fetched })).toBe(pages);
});

test('a handle is written with its sign, the name of a channel that came in without one is not', () => {
  expect(handleWord('mkbhd')).toBe('@mkbhd');
  expect(handleWord('_.anime.edits_0')).toBe('@_.anime.edits_0');
  expect(handleWord('Cristiano Araújo')).toBe('Cristiano Araújo');
  expect(hasHandle('T-Series Bhakti Sagar')).toBe(false);
});
