import type { CsvCell } from '@troupe/domain/csv';
import {
  type ContactState,
  type Creator,
  type FigureName,
  type FigureSource,
  PLATFORM_NAMES,
} from '@troupe/domain/discovery/creator';
import type { CreatorListItem } from '@troupe/domain/discovery/creator-list';
import {
  ITEM_COLUMNS,
  type ItemColumn,
  orderItemColumns,
} from '@troupe/domain/discovery/creator-list-columns';
import { fieldText, type ListField } from '@troupe/domain/discovery/list-field';
import { SAFETY_NAMES, type SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import { translateProblem } from '@troupe/domain/problem-text';
import type { CsvFile } from '../../../platform/csv/csv-file.ts';
import { csvWord } from '../../../platform/csv/csv-words.ts';

type Cell = readonly [head: string, of: (item: CreatorListItem) => CsvCell];

const SOURCES: Record<FigureSource, string> = {
  platform: 'Platform API',
  provider: 'Audience provider',
  'administrator-import': 'Administrator import',
  'brand-import': 'Your import',
};

const WHO: readonly Cell[] = [
  ['Name', ({ socialProfile }) => socialProfile.fullname],
  ['Username', ({ socialProfile }) => socialProfile.username],
  ['Platform', ({ socialProfile }) => PLATFORM_NAMES[socialProfile.platform]],
  ['Profile', ({ socialProfile }) => socialProfile.profileUrl],
];

/** An exact figure with its source and date. */
function figure(head: string, name: FigureName & keyof Creator): Cell[] {
  const originOf = ({ socialProfile }: CreatorListItem) =>
    socialProfile[name] === null ? undefined : socialProfile.figures[name];
  return [
    [head, ({ socialProfile }) => socialProfile[name]],
    [
      `${head}: source`,
      (item) => {
        const origin = originOf(item);
        return origin && csvWord(SOURCES[origin.source]);
      },
    ],
    [`${head}: updated`, (item) => originOf(item)?.asOf],
  ];
}

const one = (id: ItemColumn, of: Cell[1]): Cell[] => [[ITEM_COLUMNS[id], of]];

const CELLS: Record<ItemColumn, Cell[]> = {
  followers: figure('Followers', 'followerCount'),
  engagement: figure('Engagement %', 'engagement'),
  views: figure('Avg views', 'avgViews'),
  country: one('country', ({ socialProfile }) => socialProfile.country),
  language: one('language', ({ socialProfile }) => socialProfile.language),
  categories: one('categories', ({ socialProfile }) => socialProfile.categories.join('; ')),
  status: one('status', ({ tags }) => tags.join('; ')),
  note: one('note', ({ feedback }) => feedback),
  contact: one('contact', ({ socialProfile }) => contactText(socialProfile.metaData)),
  saved: one('saved', ({ savedDate }) => savedDate),
  updated: one('updated', ({ updated }) => updated),
};

const contactText = ({ contactsFetched, contactsError }: ContactState): string =>
  contactsError
    ? translateProblem(contactsError.message ?? '') || csvWord('Failed')
    : csvWord(contactsFetched ? 'Fetched' : 'Not fetched');

/** Yields items once each, even if the list changes during the export, with the categories of their open flags. */
async function* flaggedOnce(
  batches: AsyncIterable<CreatorListItem[]>,
  readFlags: ReadFlags,
): AsyncGenerator<FlaggedItem[]> {
  const written = new Set<string>();
  for await (const items of batches) {
    const fresh = items.filter(({ id }) => !written.has(id));
    for (const { id } of fresh) written.add(id);
    const flags = await readFlags(fresh.map(({ socialProfile }) => socialProfile.id));
    yield fresh.map((item) => ({ item, flags: flags.get(item.socialProfile.id) ?? [] }));
  }
}

interface FlaggedItem {
  item: CreatorListItem;
  flags: readonly SafetyCategory[];
}

type ReadFlags = (creatorIds: readonly string[]) => Promise<Map<string, SafetyCategory[]>>;

/** Returns items as a table. Times are ISO 8601 in UTC. The last column names the categories of open flags. */
export function itemsCsv(
  batches: AsyncIterable<CreatorListItem[]>,
  { columns, fields }: { columns: readonly ItemColumn[]; fields: readonly ListField[] },
  readFlags: ReadFlags,
): CsvFile<FlaggedItem> {
  const cells = [...WHO, ...orderItemColumns(columns).flatMap((id) => CELLS[id])];
  return {
    name: 'creator-list.csv',
    head: () => [
      ...cells.map(([head]) => csvWord(head)),
      ...fields.map(({ name }) => name),
      csvWord('Open flags'),
    ],
    rows: flaggedOnce(batches, readFlags),
    cells: ({ item, flags }) => [
      ...cells.map(([, of]) => of(item)),
      ...fields.map((field) => fieldText(field, item.custom[field.id])),
      flags.map((category) => csvWord(SAFETY_NAMES[category])).join('; '),
    ],
  };
}
