import { MAX_PROFILE_CONTENT, type Platform, type SocialProfile } from '@troupe/domain/discovery/creator';
import {
  type CreatorList,
  type CreatorListItem,
  type CreatorListItemValues,
  ITEM_FIELDS,
  orderTags,
  type StatusTag,
} from '@troupe/domain/discovery/creator-list';
import type { EngagementBreakdown, MeasuredProfile } from '@troupe/domain/discovery/engagement';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { columnsSql, isoMoment } from '../../../platform/column.ts';
import { containing } from '../../../platform/database.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { type CreatorRow, creatorColumnsSql, toCreator } from '../creator/creator.table.ts';
import { creatorListColumns, itemValueColumns } from './creator-list.table.ts';

/** What items of lists need to know of posts, which are a noun of their own. */
export interface BreakdownReader {
  /**
   * Returns the breakdown of each profile by its id, with at most the `most` newest content items; profiles without
   * content in their window are absent. Two statements, however many profiles.
   */
  breakdowns(
    pool: pg.Pool,
    profiles: readonly MeasuredProfile[],
    now: Date,
    most: number,
  ): Promise<Map<string, EngagementBreakdown>>;
}

// The pages people keep open all day. Named statements, planned once a connection; a page is picked by id before
// its profiles are read.

/** Columns of one item with its profile, and the tables beside the item: `i` item, `l` list, `c` creator, `k` contact of the brand's own, `u` last editor. */
const ITEM_COLUMNS = `
  i.id as "itemId", ${columnsSql(itemValueColumns, 'i')}, i.version, i.saved_at as "savedDate", i.updated_at as "itemUpdated",
    i.archived_at as "archivedDate", l.id as "listId", l.title as "listTitle", k.id is not null as "ownContact",
    ${personLabelSql('u')} as "updatedBy", c.shop, c.channels, c.connected_at as "connectedAt",
    (select content_from from creator_refresh r where r.creator_id = c.id) as "contentFrom",
    ${creatorColumnsSql('c')}`;

const ITEM_TABLES = `
  join creator_list l on l.id = i.list_id
  join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = i.brand_id)
  left join creator_contact k on k.creator_id = i.creator_id and k.brand_id = i.brand_id
  left join person u on u.id = i.updated_by`;

const ITEM = `select ${ITEM_COLUMNS} from creator_list_item i ${ITEM_TABLES}`;

/** The lists that the creator of an item `i` is on, for {@link itemOfRow}. */
const MENTIONS_OF_ITEM = `(
  select coalesce(json_agg(json_build_object('id', m.id, 'savedDate', m.saved_at, 'listId', ml.id, 'title', ml.title)
    order by m.saved_at desc, m.id desc), '[]')
  from creator_list_item m join creator_list ml on ml.id = m.list_id
  where m.brand_id = i.brand_id and m.creator_id = i.creator_id and m.archived_at is null and ml.archived_at is null)`;

/** What a statement that changes an item selects after it, for {@link itemOfRow}. @param from the changed item */
export const changedItemSql = (from: string): { columns: string; tables: string } => ({
  columns: `${ITEM_COLUMNS}, ${MENTIONS_OF_ITEM} as mentions`,
  tables: `${from} i ${ITEM_TABLES}`,
});

/** A row of {@link changedItemSql}. */
export type ChangedItemRow = ItemRow & { mentions: Omit<MentionRow, 'creatorId'>[] };

const KNOWN = '(k.id is not null or (c.contacts_fetched_at is not null and c.contacts_error is null))';

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
  shop: SocialProfile['extraData']['shop'];
  channels: SocialProfile['extraData']['channels'];
  connectedAt: string | null;
  contentFrom: string | null;
}

const MENTIONS = {
  name: 'creator-list-mentions',
  text: `select item.creator_id as "creatorId", item.id, item.saved_at as "savedDate", list.id as "listId", list.title
    from creator_list_item item join creator_list list on list.id = item.list_id
    where item.brand_id = $1 and item.creator_id = any($2::uuid[])
      and item.archived_at is null and list.archived_at is null
    order by item.saved_at desc, item.id desc`,
};

/** The lists of the brand that each of these creators is on, last saved first; creators on none are absent. */
async function readMentions(pool: pg.Pool, brandId: string, creatorIds: readonly string[]) {
  const { rows } = await pool.query<MentionRow>({ ...MENTIONS, values: [brandId, creatorIds] });
  return Map.groupBy(rows, ({ creatorId }) => creatorId);
}

interface MentionRow {
  id: string;
  savedDate: string;
  creatorId: string;
  listId: string;
  title: string;
}

/** What is asked to make items whole: whose they are, where posts are read, and what time it is. */
export interface ItemReader {
  pool: pg.Pool;
  brandId: string;
  content: BreakdownReader;
  now: Date;
}

/** Rows as items with their whole profiles: three statements, however many items. */
async function toItems(
  { pool, brandId, content, now }: ItemReader,
  rows: ItemRow[],
): Promise<CreatorListItem[]> {
  if (rows.length === 0) return [];
  const [mentions, breakdowns] = await Promise.all([
    readMentions(
      pool,
      brandId,
      rows.map(({ id }) => id),
    ),
    content.breakdowns(pool, rows, now, MAX_PROFILE_CONTENT),
  ]);
  return rows.map((row) => withProfile(row, mentions.get(row.id) ?? [], breakdowns));
}

/** A changed item with its whole profile. */
export async function itemOfRow(
  { pool, content, now }: ItemReader,
  row: ChangedItemRow,
): Promise<CreatorListItem> {
  const mentions = row.mentions.map((mention) => ({ ...mention, savedDate: isoMoment(mention.savedDate) }));
  return withProfile(row, mentions, await content.breakdowns(pool, [row], now, MAX_PROFILE_CONTENT));
}

const withProfile = (
  row: ItemRow,
  mentions: readonly Omit<MentionRow, 'creatorId'>[],
  breakdowns: ReadonlyMap<string, EngagementBreakdown>,
): CreatorListItem => ({
  ...toItem(row),
  socialProfile: {
    ...toCreator(row, row.ownContact),
    creatorListItems: mentions.map(({ id, savedDate, listId, title }) => ({
      id,
      savedDate,
      creatorList: { id: listId, title },
    })),
    extraData: {
      engagementBreakdown: breakdowns.get(row.id) ?? null,
      channels: row.channels,
      shop: row.shop,
    },
  },
});

const toItem = (row: ItemRow): Omit<CreatorListItem, 'socialProfile'> => ({
  id: row.itemId,
  ...(Object.fromEntries(ITEM_FIELDS.map((name) => [name, row[name]])) as CreatorListItemValues),
  tags: orderTags(row.tags),
  savedDate: row.savedDate,
  updated: row.itemUpdated,
  updatedBy: row.updatedBy,
  version: row.version,
  archived: row.archivedDate !== null,
  archivedDate: row.archivedDate,
  creatorList: { id: row.listId, title: row.listTitle },
});

/** How the items of a list are sorted. */
export type ItemSort = 'saved' | 'followers' | 'name' | 'updated';

const ORDER: Record<ItemSort, string> = {
  saved: 'i.saved_at desc, i.id desc',
  followers: 'c.follower_count desc nulls last, i.id desc',
  name: `lower(coalesce(nullif(c.fullname, ''), c.username)), i.id desc`,
  updated: 'i.updated_at desc, i.id desc',
};

/** Which items of a list are asked for; `page` starts at 1, an empty array or text does not filter. */
export interface ItemPageQuery {
  page: number;
  search: string;
  tags: StatusTag[];
  platforms: Platform[];
  sort: ItemSort;
}

/** What the search looks in: names of the creator, and the texts that the brand wrote. */
const SEARCHED = [
  'c.fullname',
  'c.username',
  ...Object.values(itemValueColumns)
    .filter(({ dataType }) => dataType === 'string')
    .map(({ name }) => `i.${name}`),
];

/** `first` is the number of the first of three parameters: pattern or null, tags, platforms. */
const filter = (first: number) => `
  and ($${first}::text is null or ${SEARCHED.map((column) => `${column} ilike $${first}`).join(' or ')})
  and (cardinality($${first + 1}::text[]) = 0 or i.tags && $${first + 1})
  and (cardinality($${first + 2}::text[]) = 0 or c.platform = any($${first + 2}))`;

const head = (filtered: boolean) => `
  select ${columnsSql(creatorListColumns, 'l')},
    l.archived_at is not null as archived, n.items as "itemCount", n.contacts as "contactCount",
    ${filtered ? 'n.matching' : 'n.items'} as total
  from creator_list l, lateral (
    select count(*) as items, count(*) filter (where ${KNOWN}) as contacts
      ${filtered ? `, count(*) filter (where true ${filter(3)}) as matching` : ''}
    from creator_list_item i
    join creator c on c.id = i.creator_id
    left join creator_contact k on k.creator_id = i.creator_id and k.brand_id = i.brand_id
    where i.list_id = l.id and i.archived_at is null
  ) n
  where l.id = $2 and l.brand_id = $1`;

const pageOf = (sort: ItemSort, filtered: boolean) => `${ITEM}
  join (
    select i.id from creator_list_item i
    ${filtered || ORDER[sort].includes('c.') ? 'join creator c on c.id = i.creator_id' : ''}
    where i.list_id = $2 and i.brand_id = $1 and i.archived_at is null ${filtered ? filter(5) : ''}
    order by ${ORDER[sort]} limit $3 offset $4
  ) chosen on chosen.id = i.id
  order by ${ORDER[sort]}`;

/** A list with one page of its items; null when the brand has no such list. */
export async function readItemPage(
  reader: ItemReader,
  listId: string,
  query: ItemPageQuery,
): Promise<{ list: CreatorList; items: CreatorListItem[]; total: number } | null> {
  const { pool, brandId } = reader;
  const search = query.search.trim();
  const filtered = search !== '' || query.tags.length > 0 || query.platforms.length > 0;
  const filters = filtered ? [search ? containing(search) : null, query.tags, query.platforms] : [];
  const suffix = filtered ? '-filtered' : '';
  const [heads, items] = await Promise.all([
    pool.query<CreatorList & { total: number }>({
      name: `creator-list-head${suffix}`,
      text: head(filtered),
      values: [brandId, listId, ...filters],
    }),
    pool.query<ItemRow>({
      name: `creator-list-page-${query.sort}${suffix}`,
      text: pageOf(query.sort, filtered),
      values: [brandId, listId, PAGE_SIZE, (query.page - 1) * PAGE_SIZE, ...filters],
    }),
  ]);
  if (!heads.rows[0]) return null;
  const { total, ...list } = heads.rows[0];
  return { list, total, items: await toItems(reader, items.rows) };
}

/** One page of the archived items of a brand, last archived first. */
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
    pool.query<ItemRow>({
      name: 'creator-list-archived',
      text: `${ITEM}
        where i.brand_id = $1 and i.archived_at is not null
        order by i.archived_at desc, i.id desc limit $2 offset $3`,
      values: [brandId, PAGE_SIZE, (page - 1) * PAGE_SIZE],
    }),
  ]);
  return { total: counts.rows[0]!.total, items: await toItems(reader, items.rows) };
}

/** One item of a brand, archived or not; null when it has none of this id. */
export async function readItem(reader: ItemReader, id: string): Promise<CreatorListItem | null> {
  const { rows } = await reader.pool.query<ItemRow>({
    name: 'creator-list-item',
    text: `${ITEM} where i.brand_id = $1 and i.id = $2`,
    values: [reader.brandId, id],
  });
  return (await toItems(reader, rows))[0] ?? null;
}
