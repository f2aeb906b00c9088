import { CSV_BOM, type CsvCell, csvLine } from '@troupe/domain/csv';
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
import type { FieldValue, ListField } from '@troupe/domain/discovery/list-field';
import { SAFETY_NAMES, type SafetyCategory } from '@troupe/domain/discovery/safety-flag';

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
        return origin && SOURCES[origin.source];
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
  contactsError ? contactsError.message || 'Failed' : contactsFetched ? 'Fetched' : 'Not fetched';

/** Returns a value of a custom field as people read it. */
const valueText = ({ choices }: ListField, value: FieldValue | undefined): CsvCell =>
  choices.find(({ id }) => id === value)?.name ?? value;

/**
 * Streams items as CSV in batches, each once even if the list changes during the export. Times are ISO 8601
 * in UTC. The last column names the categories of open flags.
 */
export async function* itemsCsv(
  batches: AsyncIterable<CreatorListItem[]>,
  { columns, fields }: { columns: readonly ItemColumn[]; fields: readonly ListField[] },
  readFlags: (creatorIds: readonly string[]) => Promise<Map<string, SafetyCategory[]>>,
): AsyncGenerator<string> {
  const cells = [
    ...WHO,
    ...orderItemColumns(columns).flatMap((id) => CELLS[id]),
    ...fields.map((field): Cell => [field.name, ({ custom }) => valueText(field, custom[field.id])]),
  ];
  const written = new Set<string>();
  yield CSV_BOM + csvLine([...cells.map(([head]) => head), 'Open flags']);
  for await (const items of batches) {
    const fresh = items.filter(({ id }) => !written.has(id));
    for (const { id } of fresh) written.add(id);
    const flags = await readFlags(fresh.map(({ socialProfile }) => socialProfile.id));
    const flagsOf = ({ socialProfile: { id } }: CreatorListItem) =>
      flags
        .get(id)
        ?.map((category) => SAFETY_NAMES[category])
        .join('; ');
    yield fresh.map((item) => csvLine([...cells.map(([, of]) => of(item)), flagsOf(item)])).join('');
  }
}
