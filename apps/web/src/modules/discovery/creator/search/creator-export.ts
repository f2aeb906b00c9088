import type { CsvCell } from '@troupe/domain/csv';
import { type FigureName, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import { sourceNames } from '@troupe/ui/content/source-mark';
import { contactText, sourceOf } from '../../../../shared/creator/creator-labels.ts';
import { downloadCsv } from '../../../../shared/download.tsx';

type Column = readonly [head: string, cell: (creator: CreatorResult) => CsvCell];

/** Where a figure comes from and when it was read, beside it: figures of one creator differ in both. */
const originOf = (head: string, name: FigureName): Column[] => [
  [
    `${head}: source`,
    (creator) => {
      const source = sourceOf(creator, name);
      return source ? sourceNames[source.kind] : null;
    },
  ],
  [`${head}: read`, (creator) => sourceOf(creator, name)?.readAt],
];

const COLUMNS: readonly Column[] = [
  ['Name', ({ fullname }) => fullname],
  ['Username', ({ username }) => username],
  ['Platform', ({ platform }) => PLATFORM_NAMES[platform]],
  ['Profile', ({ profileUrl }) => profileUrl],
  ['Country', ({ country }) => country],
  ['Language', ({ language }) => language],
  ['Categories', ({ categories }) => categories.join('; ')],
  ['Followers', ({ followerCount }) => followerCount],
  ...originOf('Followers', 'followerCount'),
  ['Engagement %', ({ engagement }) => engagement],
  ...originOf('Engagement', 'engagement'),
  ['Average views', ({ avgViews }) => avgViews],
  ...originOf('Average views', 'avgViews'),
  ['Verified', ({ verified }) => (verified ? 'yes' : 'no')],
  ['Registered with us', ({ userId }) => (userId ? 'yes' : 'no')],
  ['Contact', ({ metaData }) => contactText(metaData)],
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
