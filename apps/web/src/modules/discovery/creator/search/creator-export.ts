import type { CsvCell } from '@troupe/domain/csv';
import { type FigureName, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import { sourceName } from '@troupe/ui/content/source-mark';
import { contactText, sourceOf } from '../../../../shared/creator/creator-labels.ts';
import { downloadCsv } from '../../../../shared/download.tsx';
import { t } from '../messages/messages.gen.ts';

type Column = readonly [head: string, cell: (creator: CreatorResult) => CsvCell];

/** Source and age of a figure, next to it: figures of one creator differ in both. */
const originOf = (head: string, name: FigureName): Column[] => [
  [
    t('export.sourceOf', { figure: head }),
    (creator) => {
      const source = sourceOf(creator, name);
      return source ? sourceName(source.kind) : null;
    },
  ],
  [t('export.readOf', { figure: head }), (creator) => sourceOf(creator, name)?.readAt],
];

const columns = (): readonly Column[] => [
  [t('export.name'), ({ fullname }) => fullname],
  [t('export.username'), ({ username }) => username],
  [t('export.platform'), ({ platform }) => PLATFORM_NAMES[platform]],
  [t('export.profile'), ({ profileUrl }) => profileUrl],
  [t('export.country'), ({ country }) => country],
  [t('export.language'), ({ language }) => language],
  [t('export.categories'), ({ categories }) => categories.join('; ')],
  [t('export.followers'), ({ followerCount }) => followerCount],
  ...originOf(t('export.followers'), 'followerCount'),
  [t('export.engagementRate'), ({ engagement }) => engagement],
  ...originOf(t('export.engagement'), 'engagement'),
  [t('export.views'), ({ avgViews }) => avgViews],
  ...originOf(t('export.views'), 'avgViews'),
  [t('export.verified'), ({ verified }) => t(verified ? 'export.yes' : 'export.no')],
  [t('export.registered'), ({ userId }) => t(userId ? 'export.yes' : 'export.no')],
  [t('export.contact'), ({ metaData }) => contactText(metaData)],
  [t('export.lists'), ({ lists }) => lists.map(({ title }) => title).join('; ')],
];

/** Returns creators as rows of a file: figures exact, unknown ones empty. */
export function creatorRows(creators: readonly CreatorResult[]): CsvCell[][] {
  const shown = columns();
  return [shown.map(([head]) => head), ...creators.map((creator) => shown.map(([, cell]) => cell(creator)))];
}

/** Downloads creators as a file. */
export function exportCreators(creators: readonly CreatorResult[], now: Date): void {
  downloadCsv(`creators-${now.toISOString().slice(0, 10)}`, creatorRows(creators));
}
