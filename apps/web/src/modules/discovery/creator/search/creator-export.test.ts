import { toCsv } from '@troupe/domain/csv';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import { expect, test } from 'vitest';
import { creatorRows } from './creator-export.ts';

const creator: CreatorResult = {
  id: '01890000-0000-7000-8000-000000000001',
  socialId: null,
  instagramId: null,
  platform: 'youtube',
  username: 'mara',
  fullname: '=HYPERLINK("http://example.test")',
  bio: '',
  profilePicUrl: null,
  profileUrl: 'https://www.youtube.com/@mara',
  url: 'https://www.youtube.com/@mara',
  country: 'PT',
  language: null,
  categories: ['Running', 'Food'],
  followerCount: 84_213,
  engagement: null,
  avgViews: 12_345,
  figures: {
    followerCount: { source: 'platform', asOf: '2026-11-18T08:00:00.000Z' },
    avgViews: { source: 'brand-import', asOf: '2026-11-01T08:00:00.000Z' },
  },
  verified: true,
  userId: null,
  private: false,
  updated: '2026-11-18T08:00:00.000Z',
  metaData: { is_verified: true, contactsFetched: false, contactsError: { message: null } },
  why: [],
  content: [],
  lists: [
    { id: '01890000-0000-7000-8000-000000000002', title: 'Autumn' },
    { id: '01890000-0000-7000-8000-000000000003', title: 'Spring' },
  ],
};

test('an exported creator has exact figures, empty cells for what is not known, and the source and age of each figure', () => {
  const [head, row] = creatorRows([creator]);
  expect(Object.fromEntries((head ?? []).map((name, index) => [name, row?.[index]]))).toEqual({
    Name: '=HYPERLINK("http://example.test")',
    Username: 'mara',
    Platform: 'YouTube',
    Profile: 'https://www.youtube.com/@mara',
    Country: 'PT',
    Language: null,
    Categories: 'Running; Food',
    Followers: 84_213,
    'Followers: source': 'Platform API',
    'Followers: updated': '2026-11-18T08:00:00.000Z',
    'Engagement %': null,
    'Engagement: source': null,
    'Engagement: updated': undefined,
    'Average views': 12_345,
    'Average views: source': 'Your import',
    'Average views: updated': '2026-11-01T08:00:00.000Z',
    Verified: 'yes',
    'Registered with us': 'no',
    Contact: "Couldn't fetch contact info",
    Lists: 'Autumn; Spring',
  });
});

test('no name of a creator runs as a formula in a spreadsheet', () => {
  expect(toCsv(creatorRows([creator]))).toContain('"\'=HYPERLINK(""http://example.test"")"');
});
