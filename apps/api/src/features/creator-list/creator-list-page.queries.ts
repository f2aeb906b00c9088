import type { Platform } from '@troupe/domain/creator';
import {
  type CreatorList,
  type CreatorListItem,
  orderTags,
  type StatusTag,
} from '@troupe/domain/creator-list';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { type CreatorRow, toCreator } from '../creator/creator.table.ts';
import { containing } from './creator-list.queries.ts';

// The pages people keep open all day: each is one named statement that answers one row, its items as JSON.

const utc = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Columns of one item with its profile; `i` item, `l` list, `c` creator, `k` own contact, `u` last editor. */
const ITEM = `
  i.id, i.tags, i.feedback, i.version, ${utc('i.saved_at')} as "savedDate", ${utc('i.updated_at')} as "updated",
  i.archived_at is not null as archived, l.id as "listId", l.title as "listTitle",
  case when u.id is not null then coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) end as "updatedBy",
  k.id is not null as "ownContact", json_build_object(
    'id', c.id, 'brandId', c.brand_id, 'platform', c.platform, 'socialId', c.social_id, 'username', c.username,
    'fullname', c.fullname, 'bio', c.bio, 'profilePicUrl', c.profile_pic_url, 'profileUrl', c.profile_url,
    'country', c.country, 'language', c.language, 'categories', c.categories, 'followerCount', c.follower_count,
    'engagement', c.engagement, 'avgViews', c.avg_views, 'figures', c.figures, 'verified', c.verified,
    'userId', c.user_id, 'contactsFetchedAt', ${utc('c.contacts_fetched_at')}, 'contactsError', c.contacts_error,
    'updatedAt', ${utc('c.updated_at')}) as creator`;

const CREATOR = `
  join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = i.brand_id)
  left join creator_contact k on k.creator_id = i.creator_id and k.brand_id = i.brand_id`;

const KNOWN = '(k.id is not null or (c.contacts_fetched_at is not null and c.contacts_error is null))';

interface ItemRow {
  id: string;
  tags: StatusTag[];
  feedback: string;
  version: number;
  savedDate: string;
  updated: string;
  archived: boolean;
  listId: string;
  listTitle: string;
  updatedBy: string | null;
  ownContact: boolean;
  creator: CreatorRow;
}

function toItem(row: ItemRow): CreatorListItem {
  return {
    id: row.id,
    tags: orderTags(row.tags),
    feedback: row.feedback,
    savedDate: row.savedDate,
    updated: row.updated,
    updatedBy: row.updatedBy,
    version: row.version,
    archived: row.archived,
    creatorList: { id: row.listId, title: row.listTitle },
    socialProfile: toCreator(row.creator, row.ownContact),
  };
}

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

// $1 brand, $2 list, $3 limit, $4 offset; filtered: $5 pattern or null, $6 tags, $7 platforms.
const FILTER = `
  and ($5::text is null or c.fullname ilike $5 or c.username ilike $5 or i.feedback ilike $5)
  and (cardinality($6::text[]) = 0 or i.tags && $6)
  and (cardinality($7::text[]) = 0 or c.platform = any($7))`;

const pageOfList = (sort: ItemSort, filtered: boolean) => `
  select l.id, l.title, l.description, l.created_at as created, l.updated_at as updated,
    l.archived_at is not null as archived, n.items as "itemCount", n.contacts as "contactCount",
    ${filtered ? 'n.matching' : 'n.items'} as total, p.items
  from creator_list l,
  lateral (
    select count(*) as items, count(*) filter (where ${KNOWN}) as contacts
      ${filtered ? `, count(*) filter (where true ${FILTER}) as matching` : ''}
    from creator_list_item i ${CREATOR}
    where i.list_id = l.id and i.archived_at is null
  ) n,
  lateral (
    select coalesce(json_agg(row_to_json(r)), '[]') as items from (
      select ${ITEM}
      from creator_list_item i ${CREATOR} left join person u on u.id = i.updated_by
      where i.list_id = l.id and i.archived_at is null ${filtered ? FILTER : ''}
      order by ${ORDER[sort]} limit $3 offset $4
    ) r
  ) p
  where l.id = $2 and l.brand_id = $1`;

/** A list with one page of its items; null when the brand has no such list. */
export async function readItemPage(
  pool: pg.Pool,
  brandId: string,
  listId: string,
  query: ItemPageQuery,
): Promise<{ list: CreatorList; items: CreatorListItem[]; total: number } | null> {
  const search = query.search.trim();
  const filtered = search !== '' || query.tags.length > 0 || query.platforms.length > 0;
  const values: unknown[] = [brandId, listId, PAGE_SIZE, (query.page - 1) * PAGE_SIZE];
  if (filtered) values.push(search ? containing(search) : null, query.tags, query.platforms);
  const { rows } = await pool.query<CreatorList & { total: number; items: ItemRow[] }>({
    name: `creator-list-page-${query.sort}${filtered ? '-filtered' : ''}`,
    text: pageOfList(query.sort, filtered),
    values,
  });
  const row = rows[0];
  if (!row) return null;
  const { total, items, ...list } = row;
  return { list, total, items: items.map(toItem) };
}

/** One page of the archived items of a brand, last archived first. */
export async function readArchivedPage(
  pool: pg.Pool,
  brandId: string,
  page: number,
): Promise<{ items: CreatorListItem[]; total: number }> {
  const { rows } = await pool.query<{ items: ItemRow[]; total: number }>({
    name: 'creator-list-archived',
    text: `
      select (
        select count(*) from creator_list_item i join creator c on c.id = i.creator_id
        where i.brand_id = $1 and i.archived_at is not null and (c.brand_id is null or c.brand_id = i.brand_id)
      ) as total, (
        select coalesce(json_agg(row_to_json(r)), '[]') from (
          select ${ITEM}
          from creator_list_item i join creator_list l on l.id = i.list_id ${CREATOR}
          left join person u on u.id = i.updated_by
          where i.brand_id = $1 and i.archived_at is not null
          order by i.archived_at desc, i.id desc limit $2 offset $3
        ) r
      ) as items`,
    values: [brandId, PAGE_SIZE, (page - 1) * PAGE_SIZE],
  });
  const row = rows[0]!;
  return { total: row.total, items: row.items.map(toItem) };
}

/** One item of a brand, archived or not; null when it has none of this id. */
export async function readItem(pool: pg.Pool, brandId: string, id: string): Promise<CreatorListItem | null> {
  const { rows } = await pool.query<{ item: ItemRow }>({
    name: 'creator-list-item',
    text: `
      select row_to_json(r) as item from (
        select ${ITEM}
        from creator_list_item i join creator_list l on l.id = i.list_id ${CREATOR}
        left join person u on u.id = i.updated_by
        where i.brand_id = $1 and i.id = $2
      ) r`,
    values: [brandId, id],
  });
  return rows[0] ? toItem(rows[0].item) : null;
}
