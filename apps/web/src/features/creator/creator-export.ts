import { PLATFORM_NAMES } from '@troupe/domain/creator';
import type { CreatorResult } from '@troupe/domain/creator-search';
import { downloadCsv } from '@troupe/ui/lib/csv';
import { contactText } from '../../shared/creator/contact-text.ts';
import { freshestSource } from '../../shared/creator/creator-words.ts';

const HEAD = [
  'Name',
  'Username',
  'Platform',
  'Profile',
  'Country',
  'Language',
  'Categories',
  'Followers',
  'Engagement %',
  'Average views',
  'Verified',
  'Registered with us',
  'Contact',
  'Figures read',
  'Lists',
];

/** Creators as rows of a file: figures exact, unknown ones empty. */
export function creatorRows(creators: readonly CreatorResult[]) {
  return [
    HEAD,
    ...creators.map((creator) => [
      creator.fullname,
      creator.username,
      PLATFORM_NAMES[creator.platform],
      creator.profileUrl,
      creator.country,
      creator.language,
      creator.categories.join('; '),
      creator.followerCount,
      creator.engagement,
      creator.avgViews,
      creator.verified ? 'yes' : 'no',
      creator.userId ? 'yes' : 'no',
      contactText(creator.metaData),
      freshestSource(creator)?.readAt,
      creator.lists.map(({ title }) => title).join('; '),
    ]),
  ];
}

/** Hands creators to the person as a file. */
export function exportCreators(creators: readonly CreatorResult[], now: Date): void {
  downloadCsv(`creators-${now.toISOString().slice(0, 10)}`, creatorRows(creators));
}
