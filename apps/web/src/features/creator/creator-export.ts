import { PLATFORM_NAMES } from '@troupe/domain/creator';
import type { CreatorResult } from '@troupe/domain/creator-search';
import { type CsvCell, downloadCsv } from '@troupe/ui/lib/csv';
import { contactText } from '../../shared/creator/contact-text.ts';
import { freshestSource } from '../../shared/creator/creator-words.ts';

const COLUMNS: readonly (readonly [head: string, cell: (creator: CreatorResult) => CsvCell])[] = [
  ['Name', ({ fullname }) => fullname],
  ['Username', ({ username }) => username],
  ['Platform', ({ platform }) => PLATFORM_NAMES[platform]],
  ['Profile', ({ profileUrl }) => profileUrl],
  ['Country', ({ country }) => country],
  ['Language', ({ language }) => language],
  ['Categories', ({ categories }) => categories.join('; ')],
  ['Followers', ({ followerCount }) => followerCount],
  ['Engagement %', ({ engagement }) => engagement],
  ['Average views', ({ avgViews }) => avgViews],
  ['Verified', ({ verified }) => (verified ? 'yes' : 'no')],
  ['Registered with us', ({ userId }) => (userId ? 'yes' : 'no')],
  ['Contact', ({ metaData }) => contactText(metaData)],
  ['Figures read', (creator) => freshestSource(creator)?.readAt],
  ['Lists', ({ lists }) => lists.map(({ title }) => title).join('; ')],
];

/** Creators as rows of a file: figures exact, unknown ones empty. */
export const creatorRows = (creators: readonly CreatorResult[]): CsvCell[][] => [
  COLUMNS.map(([head]) => head),
  ...creators.map((creator) => COLUMNS.map(([, cell]) => cell(creator))),
];

/** Hands creators to the person as a file. */
export function exportCreators(creators: readonly CreatorResult[], now: Date): void {
  downloadCsv(`creators-${now.toISOString().slice(0, 10)}`, creatorRows(creators));
}
