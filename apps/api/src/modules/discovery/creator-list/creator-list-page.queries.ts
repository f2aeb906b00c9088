import {
  type CreatorListMention,
  MAX_PROFILE_CONTENT,
  type Platform,
  SocialProfile,
} from '@troupe/domain/discovery/creator';
import {
  type CreatorList,
  type CreatorListItem,
  type CreatorListItemValues,
  ITEM_FIELDS,
  orderTags,
  type StatusTag,
} from '@troupe/domain/discovery/creator-list';
import type { EngagementBreakdown, MeasuredProfile } from '@troupe/domain/discovery/engagement';
import {
  type FieldValue,
  knownValues,
  type ListField,
  type ListStage,
  ReviewCounts,
} from '@troupe/domain/discovery/list-field';
import type { SafetyCategory, SafetyFilter } from '@troupe/domain/discovery/safety-flag';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { columnsSql, isoMoment } from '../../../platform/column.ts';
import { containing } from '../../../platform/database.ts';
import {
  checkedJson,
  instantJson,
  isTrue,
  numberJson,
  RAW_COLUMNS,
  type Raw,
  textJson,
  textsOf,
} from '../../../platform/raw-json.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { type CreatorRow, creatorColumnsSql, creatorMembers, toCreator } from '../creator/creator.table.ts';
import { contactCountSql, creatorListColumns, itemValueColumns, listOwnerSql } from './creator-list.table.ts';
import type { FieldFilters, FieldSort } from './creator-list-field-filter.ts';

/** Reads engagement breakdowns, which belong to another feature. */
export interface BreakdownReader {
  /**
   * Returns breakdowns by profile id, with at most the `most` newest content items; profiles
   * without content in the window are absent. One statement for any number of profiles.
   */
  breakdowns(
    pool: pg.Pool,
    profiles: readonly MeasuredProfile[],
    now: Date,
    most: number,
  ): Promise<Map<string, EngagementBreakdown>>;
}

/** How much of a profile an item includes: everything, or without other lists and the breakdown. */
export type ProfileSize = 'whole' | 'summary';

// Frequently used pages: named statements, planned once per connection, that select a page by id
// before reading its profiles.

const MENTIONS = `(
  select json_agg(json_build_object('id', m.id, 'savedDate', m.saved_at,
    'creatorList', json_build_object('id', ml.id, 'title', ml.title)) order by m.saved_at desc, m.id desc)
  from creator_list_item m join creator_list ml on ml.id = m.list_id
  where m.brand_id = i.brand_id and m.creator_id = i.creator_id and m.archived_at is null and ml.archived_at is null)`;

/** Categories of the creator's open flags, sorted later: from an index that has only open ones, most rows cost one look. */
const OPEN_FLAGS = `array(
  select f.category from safety_flag f
  where f.creator_id = i.creator_id and f.brand_id = i.brand_id and f.state = 'open')`;

// Looked up for each item: joined, these tables are read as a whole while they are small.
const OWN_CONTACT = `(
  select true from creator_contact k where k.creator_id = i.creator_id and k.brand_id = i.brand_id) is true`;
const UPDATED_BY = `case when i.updated_by is not null then (
  select ${personLabelSql('u')} from person u where u.id = i.updated_by) end`;

const summaryColumns = `i.id as "itemId", ${columnsSql(itemValueColumns, 'i')}, i.version, i.saved_at as "savedDate",
  i.updated_at as "itemUpdated", i.archived_at as "archivedDate", l.id as "listId", l.title as "listTitle",
  ${OWN_CONTACT} as "ownContact", ${UPDATED_BY} as "updatedBy", ${OPEN_FLAGS} as "openFlags",
  i.custom, i.review, c.shop, c.channels, ${creatorColumnsSql('c')}`;

const COLUMNS: Record<ProfileSize, string> = {
  summary: summaryColumns,
  whole: `${summaryColumns}, c.connected_at as "connectedAt", ${MENTIONS} as mentions,
    exists (select from content where content.creator_id = c.id) as "hasContent",
    (select content_from from creator_refresh r where r.creator_id = c.id) as "contentFrom"`,
};

/** Aliases: `i` item, `l` list, `c` creator. */
const PROFILE = 'join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = i.brand_id)';

const ITEM = `select ${COLUMNS.whole}, l.fields as "listFields" from creator_list_item i join creator_list l on l.id = i.list_id ${PROFILE}`;

interface ItemRow extends CreatorRow, CreatorListItemValues {
  itemId: string;
  version: number;
  savedDate: string;
  itemUpdated: string;
  archivedDate: string | null;
  listId: string;
  listTitle: string;
  ownContact: boolean;
  updatedBy: string | null;
  openFlags: SafetyCategory[];
  custom: Record<string, FieldValue>;
  review: ReviewCounts | null;
  shop: SocialProfile['extraData']['shop'];
  channels: SocialProfile['extraData']['channels'];
}

/** Columns to select after changing an item, for {@link itemOfRow}. @param from the changed item */
export const changedItemSql = (from: string, size: ProfileSize): { columns: string; tables: string } => ({
  columns: `${COLUMNS[size]}, l.fields as "listFields"`,
  tables: `${from} i join creator_list l on l.id = i.list_id ${PROFILE}`,
});

/** An item with the custom fields of its list. */
type RowWithFields = WholeRow & { listFields: ListField[] };

/** A row of {@link changedItemSql}; a summary lacks the fields of a full profile. */
export type ChangedItemRow = RowWithFields;

interface WholeRow extends ItemRow {
  connectedAt: string | null;
  contentFrom: string | null;
  mentions: CreatorListMention[] | null;
  hasContent: boolean;
}

/** Input to complete items: the brand, the breakdown reader and the current time. */
export interface ItemReader {
  pool: pg.Pool;
  brandId: string;
  content: BreakdownReader;
  now: Date;
}

/** Completes rows to items with full profiles, using at most one more statement. */
async function toWholeItems(
  { pool, content, now }: ItemReader,
  rows: WholeRow[],
  fieldsOf: (row: WholeRow) => readonly ListField[],
): Promise<CreatorListItem[]> {
  const measured = rows.filter(({ hasContent }) => hasContent);
  const breakdowns = await content.breakdowns(pool, measured, now, MAX_PROFILE_CONTENT);
  return rows.map((row) =>
    toItem(row, fieldsOf(row), breakdowns.get(row.id) ?? null, (row.mentions ?? []).map(toMention)),
  );
}

const fieldsOfRow = (row: WholeRow): ListField[] => (row as RowWithFields).listFields;

/** Converts a changed row to an item with as much of the profile as was selected. */
export async function itemOfRow(
  reader: ItemReader,
  row: ChangedItemRow,
  size: ProfileSize,
): Promise<CreatorListItem> {
  if (size === 'summary') return toItem(row, row.listFields, null, []);
  const [item] = await toWholeItems(reader, [row], fieldsOfRow);
  return item as CreatorListItem;
}

const toMention = ({ id, savedDate, creatorList }: CreatorListMention): CreatorListMention => ({
  id,
  savedDate: isoMoment(savedDate),
  creatorList,
});

function toItem(
  row: ItemRow,
  fields: readonly ListField[],
  engagementBreakdown: EngagementBreakdown | null,
  creatorListItems: CreatorListMention[],
): CreatorListItem {
  const { channels, shop } = row;
  const creator = toCreator(row, row.ownContact);
  return {
    id: row.itemId,
    ...valuesOf(row),
    savedDate: row.savedDate,
    updated: row.itemUpdated,
    updatedBy: row.updatedBy,
    version: row.version,
    archived: row.archivedDate !== null,
    archivedDate: row.archivedDate,
    creatorList: { id: row.listId, title: row.listTitle },
    openFlags: row.openFlags.toSorted(),
    custom: knownValues(fields, row.custom),
    review: row.review,
    socialProfile: Object.assign(creator, {
      creatorListItems,
      extraData: { engagementBreakdown, channels, shop },
    }),
  };
}

function valuesOf(row: ItemRow): CreatorListItemValues {
  const values: Partial<Record<keyof CreatorListItemValues, unknown>> = {};
  for (const name of ITEM_FIELDS) values[name] = row[name];
  values.tags = orderTags(row.tags);
  return values as CreatorListItemValues;
}

/** Sort orders of list items. */
export type ItemSort = 'saved' | 'followers' | 'name' | 'updated';

const ORDER: Record<ItemSort, string> = {
  // Matches its index, so only the page is read.
  saved: 'i.saved_at desc nulls last, i.id desc nulls last',
  followers: 'c.follower_count desc nulls last, i.id desc',
  name: `lower(coalesce(nullif(c.fullname, ''), c.username)), i.id desc`,
  updated: 'i.updated_at desc, i.id desc',
};

/** Query for a page of a list; `page` starts at 1, empty values don't filter. */
export interface ItemPageQuery {
  page: number;
  search: string;
  tags: StatusTag[];
  platforms: Platform[];
  safety: SafetyFilter[];
  /** Filters by custom fields; null for none. */
  where: FieldFilters | null;
  sort: ItemSort | FieldSort;
  profile: ProfileSize;
}

/** Columns searched: creator names and the brand's own texts. */
const SEARCHED = [
  'c.fullname',
  'c.username',
  ...Object.values(itemValueColumns)
    .filter(({ dataType }) => dataType === 'string')
    .map(({ name }) => `i.${name}`),
];

/** What brand safety knows of an item's creator. */
const SAFETY = `case
  when exists (select from safety_flag f
    where f.creator_id = i.creator_id and f.brand_id = i.brand_id and f.state = 'open') then 'open'
  when exists (select from safety_check s
    where s.brand_id = i.brand_id and s.creator_id = i.creator_id) then 'none' else 'unchecked' end`;

/** `first` is the number of the first of four parameters: pattern or null, tags, platforms, brand safety. */
const filter = (first: number) => `
  and ($${first}::text is null or ${SEARCHED.map((column) => `${column} ilike $${first}`).join(' or ')})
  and (cardinality($${first + 1}::text[]) = 0 or i.tags && $${first + 1})
  and (cardinality($${first + 2}::text[]) = 0 or c.platform = any($${first + 2}))
  and (cardinality($${first + 3}::text[]) = 0 or ${SAFETY} = any($${first + 3}))`;

/** `at` is the number of the parameter with {@link FieldFilters} as JSON. */
const fieldFilterSql = (at: number) => `
  and not exists (
    select from jsonb_to_recordset($${at}::jsonb) as asked(id text, op text, value jsonb)
    where case asked.op
      when 'is' then (asked.value ? (i.custom ->> asked.id)) is not true
      when 'min' then (i.custom -> asked.id >= asked.value) is not true
      when 'max' then (i.custom -> asked.id <= asked.value) is not true
      when 'has' then (i.custom ->> asked.id ilike asked.value #>> '{}') is not true
      when 'empty' then i.custom ? asked.id
      else true end)`;

/** `at` is the number of the parameter with the field's ID; the next one has the choices in order. */
const fieldSortSql = (by: FieldSort['by'], at: number): string =>
  ({
    'field-text': `lower(i.custom ->> $${at}::text) nulls last, i.id desc`,
    'field-value': `i.custom -> $${at}::text desc nulls last, i.id desc`,
    'field-choice': `array_position($${at + 1}::text[], i.custom ->> $${at}::text) nulls last, i.id desc`,
  })[by];

const isFieldSort = (sort: PageKind['sort']): sort is FieldSort['by'] => !(sort in ORDER);

const matching = (conditions: string) => `(
  select count(*) from creator_list_item i join creator c on c.id = i.creator_id
  where i.list_id = l.id and i.archived_at is null ${conditions})`;

/** The list, aliased `l`. Returned once, with the first row of the page. */
const head = (conditions: string) =>
  `json_build_object(${[
    ...Object.entries(creatorListColumns).map(([name, column]) => `'${name}', l.${column.name}`),
    `'contactCount', ${contactCountSql('l')}`,
    `'archived', l.archived_at is not null`,
    `'owner', ${listOwnerSql('l')}`,
    `'fields', l.fields`,
    `'stages', l.stages`,
    `'total', ${conditions ? matching(conditions) : 'l.item_count'}`,
  ].join(', ')})`;

/**
 * A page of items joined to their list: one row without an item if the page is empty. The offset is
 * hidden from the planner: a custom plan would look cheaper than the cached one, and every page
 * would be planned again.
 */
const pageOf = ({ sort, filtered, where, size, deep }: PageKind) => {
  const afterFilter = filtered ? 8 : 4;
  const conditions = `${filtered ? filter(4) : ''}${where ? fieldFilterSql(afterFilter) : ''}`;
  const afterWhere = afterFilter + (where ? 1 : 0);
  const order = isFieldSort(sort) ? fieldSortSql(sort, afterWhere) : ORDER[sort];
  return `
  select case when coalesce(page.at, 1) = 1 then ${head(conditions)} end as list, page.*
  from creator_list l
  left join lateral (
    select ${deep ? 'chosen' : 'i'}.at, ${COLUMNS[size]}
    from (
      select chosen.*, row_number() over () as at
      from (
        select ${deep ? 'i.id' : 'i.*'} from creator_list_item i
        ${filtered || order.includes('c.') ? 'join creator c on c.id = i.creator_id' : ''}
        where i.list_id = l.id and i.archived_at is null ${conditions}
        order by ${order} limit ${PAGE_SIZE} offset (select $3::int)
      ) chosen
    ) ${deep ? BY_ID : 'i'} ${PROFILE}
  ) page on true
  where l.id = $2 and l.brand_id = $1
  order by page.at`;
};

// `offset 0` keeps the planner from joining the whole table: it assumes a page with an unknown
// offset to be a tenth of it.
const BY_ID = 'chosen cross join lateral (select * from creator_list_item where id = chosen.id offset 0) i';

const pageStatements = new Map<string, { name: string; text: string }>();

/**
 * How a page is read. A deep one is selected by ids, so preceding items are read from the index
 * only.
 */
interface PageKind {
  sort: ItemSort | FieldSort['by'];
  filtered: boolean;
  /** Whether custom fields are filtered by. */
  where?: boolean;
  size: ProfileSize;
  deep: boolean;
}

/** Page from which selecting by ids pays off; before, it costs an extra lookup per item. */
const DEEP = 10;

/** Returns the statement for a kind of page. */
function pageStatement(kind: PageKind): { name: string; text: string } {
  const { sort, filtered, where, size, deep } = kind;
  const name = `creator-list-page-${sort}${filtered ? '-filtered' : ''}${where ? '-where' : ''}-${size}${deep ? '-deep' : ''}`;
  const statement = pageStatements.get(name) ?? { name, text: pageOf(kind) };
  pageStatements.set(name, statement);
  return statement;
}

/** A list as the first row of a page has it. */
type PageHead = CreatorList & { fields: ListField[]; stages: ListStage[]; total: number };

type PageRow<Row> = (Row | { itemId: null }) & { list: PageHead | null };

/** The statement for a page. */
function pageQuery(
  { brandId }: ItemReader,
  listId: string,
  { page, search: searched, tags, platforms, safety, where, sort }: Omit<ItemPageQuery, 'profile'>,
  size: ProfileSize,
): pg.QueryConfig {
  const search = searched.trim();
  const filtered = search !== '' || tags.length > 0 || platforms.length > 0 || safety.length > 0;
  const filters = filtered ? [search ? containing(search) : null, tags, platforms, safety] : [];
  const byField = typeof sort === 'object';
  const fields = [...(where ? [JSON.stringify(where)] : []), ...(byField ? sort.values : [])];
  const kind = {
    sort: byField ? sort.by : sort,
    filtered,
    where: where !== null,
    size,
    deep: page >= DEEP,
  };
  return Object.assign({}, pageStatement(kind), {
    values: [brandId, listId, (page - 1) * PAGE_SIZE, ...filters, ...fields],
  });
}

/** Separates the list of the first row from the total of the page. */
function headOf({ total, fields, stages, ...list }: PageHead): {
  list: CreatorList;
  fields: ListField[];
  stages: ListStage[];
  total: number;
} {
  return {
    fields,
    stages,
    list: {
      ...list,
      created: isoMoment(list.created),
      updated: isoMoment(list.updated),
      archivedDate: list.archivedDate && isoMoment(list.archivedDate),
    },
    total,
  };
}

/** Returns a list with a page of its items; null if the brand has no such list. */
export async function readItemPage(
  reader: ItemReader,
  listId: string,
  query: ItemPageQuery,
): Promise<(ReturnType<typeof headOf> & { items: CreatorListItem[] }) | null> {
  const { rows } = await reader.pool.query<PageRow<WholeRow>>(
    pageQuery(reader, listId, query, query.profile),
  );
  if (!rows[0]?.list) return null;
  const found = rows.filter((row) => row.itemId !== null);
  const head = headOf(rows[0].list);
  const items =
    query.profile === 'whole'
      ? await toWholeItems(reader, found, () => head.fields)
      : found.map((row) => toItem(row, head.fields, null, []));
  return Object.assign(head, { items });
}

/** A row of a page of summaries, as PostgreSQL writes it. */
type RawItem = Record<keyof ItemRow | 'list', Raw>;

/**
 * Returns a list with a page of summaries, with the items as a JSON array; null if the brand has no such list. Takes
 * the API a third of the time of {@link readItemPage}.
 */
export async function readItemPageJson(
  reader: ItemReader,
  listId: string,
  query: Omit<ItemPageQuery, 'profile'>,
): Promise<(ReturnType<typeof headOf> & { items: string }) | null> {
  const statement = Object.assign(pageQuery(reader, listId, query, 'summary'), { types: RAW_COLUMNS });
  const { rows } = await reader.pool.query<RawItem>(statement);
  const head = rows[0]?.list;
  if (!head) return null;
  const parsed = headOf(JSON.parse(head));
  const { list, fields } = parsed;
  const ofList = `"creatorList":${JSON.stringify({ id: list.id, title: list.title })}`;
  const items: string[] = [];
  for (const row of rows) if (row.itemId !== null) items.push(itemJson(row, ofList, fields));
  return Object.assign(parsed, { items: `[${items.join(',')}]` });
}

const { channels: Channels, shop: Shop } = SocialProfile.shape.extraData.shape;

const tagsJson = (raw: Raw): string =>
  raw === '{}' ? '[]' : JSON.stringify(orderTags(textsOf(raw) as StatusTag[]));

/** How the editable fields are written. */
const VALUES = ITEM_FIELDS.map((name) => {
  const { dataType } = itemValueColumns[name];
  const write = name === 'tags' ? tagsJson : dataType === 'string' ? textJson : null;
  if (!write) throw new Error(`${name} needs a function that writes it as JSON`);
  return { name, write };
});

const customJson = (fields: readonly ListField[], raw: Raw): string =>
  raw === null || raw === '{}' ? '{}' : JSON.stringify(knownValues(fields, JSON.parse(raw)));

/** Writes a row as the item that {@link toItem} returns for it. @param ofList the member `creatorList` */
function itemJson(row: RawItem, ofList: string, fields: readonly ListField[]): string {
  let values = '';
  for (const { name, write } of VALUES) values += `"${name}":${write(row[name])},`;
  const channels = row.channels === '[]' ? '[]' : checkedJson(Channels, row.channels);
  const shop = row.shop === null ? 'null' : checkedJson(Shop, row.shop);
  const saved = `"savedDate":${instantJson(row.savedDate)},"updated":${instantJson(row.itemUpdated)},"updatedBy":${textJson(row.updatedBy)},"version":${numberJson(row.version)}`;
  const archived = `"archived":${row.archivedDate !== null},"archivedDate":${instantJson(row.archivedDate)}`;
  const profile = `${creatorMembers(row, isTrue(row.ownContact))},"creatorListItems":[],"extraData":{"engagementBreakdown":null,"channels":${channels},"shop":${shop}}`;
  const flags = `"openFlags":${row.openFlags === '{}' ? '[]' : JSON.stringify(textsOf(row.openFlags).sort())}`;
  const custom = `"custom":${customJson(fields, row.custom)}`;
  const review = `"review":${row.review === null ? 'null' : checkedJson(ReviewCounts, row.review)}`;
  return `{"id":"${row.itemId}",${values}${saved},${archived},${ofList},${flags},${custom},${review},"socialProfile":{${profile}}}`;
}

/** Returns a page of a brand's archived items, most recently archived first. */
export async function readArchivedPage(
  reader: ItemReader,
  page: number,
): Promise<{ items: CreatorListItem[]; total: number }> {
  const { pool, brandId } = reader;
  const [counts, items] = await Promise.all([
    pool.query<{ total: number }>({
      name: 'creator-list-archived-count',
      text: 'select count(*) as total from creator_list_item where brand_id = $1 and archived_at is not null',
      values: [brandId],
    }),
    pool.query<RowWithFields>({
      name: 'creator-list-archived',
      text: `${ITEM}
        where i.brand_id = $1 and i.archived_at is not null
        order by i.archived_at desc, i.id desc limit $2 offset $3`,
      values: [brandId, PAGE_SIZE, (page - 1) * PAGE_SIZE],
    }),
  ]);
  return { total: counts.rows[0]!.total, items: await toWholeItems(reader, items.rows, fieldsOfRow) };
}

/** Returns an item of a brand, archived or not, or null. */
export async function readItem(reader: ItemReader, id: string): Promise<CreatorListItem | null> {
  const { rows } = await reader.pool.query<RowWithFields>({
    name: 'creator-list-item',
    text: `${ITEM} where i.brand_id = $1 and i.id = $2`,
    values: [reader.brandId, id],
  });
  return (await toWholeItems(reader, rows, fieldsOfRow))[0] ?? null;
}
