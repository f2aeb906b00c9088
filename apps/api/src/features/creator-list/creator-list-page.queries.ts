import type { Platform } from '@troupe/domain/creator';
import {
  type CreatorList,
  type CreatorListItem,
  orderTags,
  type StatusTag,
} from '@troupe/domain/creator-list';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { columnsSql } from '../../platform/column.ts';
import { containing } from '../../platform/like.ts';
import { type CreatorRow, creatorColumnsSql, toCreator } from '../creator/creator.table.ts';
import { personLabelSql } from '../user/user.table.ts';
import { creatorListColumns } from './creator-list.table.ts';

// The pages people keep open all day. Named statements, planned once a connection; a page is picked by id before
// its profiles are read.

/** One item with its profile: `i` item, `l` list, `c` creator, `k` contact of the brand's own, `u` last editor. */
const ITEM = `
  select i.id as "itemId", i.tags, i.feedback, i.version, i.saved_at as "savedDate", i.updated_at as "itemUpdated",
    i.archived_at as "archivedDate", l.id as "listId", l.title as "listTitle", k.id is not null as "ownContact",
    ${personLabelSql('u')} as "updatedBy",
    ${creatorColumnsSql('c')}
  from creator_list_item i
  join creator_list l on l.id = i.list_id
  join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = i.brand_id)
  left join creator_contact k on k.creator_id = i.creator_id and k.brand_id = i.brand_id
  left join person u on u.id = i.updated_by`;

const KNOWN = '(k.id is not null or (c.contacts_fetched_at is not null and c.contacts_error is null))';

interface ItemRow extends CreatorRow {
  itemId: string;
  tags: StatusTag[];
  feedback: string;
  version: number;
  savedDate: string;
  itemUpdated: string;
  archivedDate: string | null;
  listId: string;
  listTitle: string;
  ownContact: boolean;
  updatedBy: string | null;
}

const toItem = (row: ItemRow): CreatorListItem => ({
  id: row.itemId,
  tags: orderTags(row.tags),
  feedback: row.feedback,
  savedDate: row.savedDate,
  updated: row.itemUpdated,
  updatedBy: row.updatedBy,
  version: row.version,
  archived: row.archivedDate !== null,
  archivedDate: row.archivedDate,
  creatorList: { id: row.listId, title: row.listTitle },
  socialProfile: toCreator(row, row.ownContact),
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

/** `first` is the number of the first of three parameters: pattern or null, tags, platforms. */
const filter = (first: number) => `
  and ($${first}::text is null or c.fullname ilike $${first} or c.username ilike $${first} or i.feedback ilike $${first})
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
  pool: pg.Pool,
  brandId: string,
  listId: string,
  query: ItemPageQuery,
): Promise<{ list: CreatorList; items: CreatorListItem[]; total: number } | null> {
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
  return { list, total, items: items.rows.map(toItem) };
}

/** One page of the archived items of a brand, last archived first. */
export async function readArchivedPage(
  pool: pg.Pool,
  brandId: string,
  page: number,
): Promise<{ items: CreatorListItem[]; total: number }> {
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
  return { total: counts.rows[0]!.total, items: items.rows.map(toItem) };
}

/** One item of a brand, archived or not; null when it has none of this id. */
export async function readItem(pool: pg.Pool, brandId: string, id: string): Promise<CreatorListItem | null> {
  const { rows } = await pool.query<ItemRow>({
    name: 'creator-list-item',
    text: `${ITEM} where i.brand_id = $1 and i.id = $2`,
    values: [brandId, id],
  });
  return rows[0] ? toItem(rows[0]) : null;
}
