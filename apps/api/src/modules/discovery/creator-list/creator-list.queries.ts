import type { CreatorList, CreatorListFields } from '@troupe/domain/discovery/creator-list';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { containing, type Database, withTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandMemberTable as member } from '../../account/brand/brand.table.ts';
import { creatorTable } from '../creator/creator.table.ts';
import {
  contactCountSql,
  creatorListColumns,
  creatorListItemTable as item,
  creatorListTable as list,
  listOwnerSql,
} from './creator-list.table.ts';

/** Returns the brand of a list item, or null. */
export async function brandOfCreatorListItem(db: Database, itemId: string): Promise<string | null> {
  const [row] = await db.select({ brandId: item.brandId }).from(item).where(eq(item.id, itemId));
  return row?.brandId ?? null;
}

const columns = {
  ...creatorListColumns,
  contactCount: sql<number>`${sql.raw(contactCountSql())}`,
  owner: sql<CreatorList['owner']>`${sql.raw(listOwnerSql())}`,
  archived: sql<boolean>`${list.archivedAt} is not null`,
};

/** Returns a brand's lists that aren't archived, most recently updated first. */
export async function readLists(db: Database, brandId: string): Promise<CreatorList[]> {
  return db
    .select(columns)
    .from(list)
    .where(and(eq(list.brandId, brandId), isNull(list.archivedAt)))
    .orderBy(desc(list.updatedAt), desc(list.id));
}

/** Returns a list of a brand, archived or not, or null. */
export async function readList(db: Database, brandId: string, id: string): Promise<CreatorList | null> {
  const [row] = await db
    .select(columns)
    .from(list)
    .where(and(eq(list.brandId, brandId), eq(list.id, id)));
  return row ?? null;
}

/** Query for the overview of lists; `page` starts at 1. */
export interface ListPageQuery {
  page: number;
  archived: boolean;
  search: string;
  sort: 'updated' | 'title' | 'creators' | 'created';
  /** Only lists of this member; null for all. */
  ownerId: string | null;
}

/** A list with its newest creators. */
export type ListWithPreview = CreatorList & {
  preview: { id: string; fullname: string; profilePicUrl: string | null }[];
};

const PREVIEW = 5;

/** Returns a page of a brand's lists. */
export async function readListPage(
  db: Database,
  brandId: string,
  query: ListPageQuery,
): Promise<{ lists: ListWithPreview[]; total: number }> {
  const pattern = containing(query.search);
  const where = and(
    eq(list.brandId, brandId),
    query.archived ? isNotNull(list.archivedAt) : isNull(list.archivedAt),
    query.search.trim()
      ? sql`(${list.title} ilike ${pattern} or ${list.description} ilike ${pattern})`
      : undefined,
    query.ownerId === null ? undefined : sql`(${sql.raw(listOwnerSql())} ->> 'id')::uuid = ${query.ownerId}`,
  );
  const order: Record<ListPageQuery['sort'], SQL[]> = {
    updated: [query.archived ? desc(list.archivedAt) : desc(list.updatedAt)],
    title: [asc(sql`lower(${list.title})`)],
    creators: [desc(list.itemCount), asc(sql`lower(${list.title})`)],
    created: [desc(list.createdAt)],
  };
  const preview = sql<ListWithPreview['preview']>`(
    select coalesce(json_agg(json_build_object(
      'id', p.id, 'fullname', p.fullname, 'profilePicUrl', p.profile_pic_url) order by p.saved_at desc, p.item_id desc), '[]')
    from (
      select c.id, c.fullname, c.profile_pic_url, i.saved_at, i.id as item_id
      from ${item} i join ${creatorTable} c on c.id = i.creator_id
      where i.list_id = creator_list.id and i.archived_at is null
        and (c.brand_id is null or c.brand_id = ${brandId})
      order by i.saved_at desc, i.id desc limit ${PREVIEW}
    ) p)`;
  const [lists, total] = await Promise.all([
    db
      .select({ ...columns, preview })
      .from(list)
      .where(where)
      .orderBy(...order[query.sort], desc(list.id))
      .limit(PAGE_SIZE)
      .offset((query.page - 1) * PAGE_SIZE),
    db.$count(list, where),
  ]);
  return { lists, total };
}

/** Creates a list that a member owns; returns its id. */
export async function insertList(
  db: Database,
  { brandId, ownerId }: { brandId: string; ownerId: string },
  values: CreatorListFields,
  now: string,
): Promise<string> {
  const id = newId();
  await db.insert(list).values({ id, brandId, ownerId, ...values, createdAt: now, updatedAt: now });
  return id;
}

/** Whether a user is a member of a brand. */
export async function isMember(db: Database, brandId: string, userId: string): Promise<boolean> {
  return (await db.$count(member, and(eq(member.brandId, brandId), eq(member.userId, userId)))) > 0;
}

/** Updates a list; false if the brand has no such list. */
export async function updateList(
  db: Database,
  brandId: string,
  id: string,
  values: Partial<CreatorListFields> & { ownerId?: string | undefined },
  now: string,
): Promise<boolean> {
  const rows = await db
    .update(list)
    .set({ ...values, updatedAt: now })
    .where(and(eq(list.id, id), eq(list.brandId, brandId)))
    .returning({ id: list.id });
  return rows.length > 0;
}

/** Archives or restores a list. Idempotent. False if it doesn't exist. */
export async function setListArchived(
  db: Database,
  brandId: string,
  id: string,
  archived: boolean,
  now: string,
): Promise<boolean> {
  const rows = await db
    .update(list)
    .set({
      archivedAt: archived ? sql`coalesce(${list.archivedAt}, ${now}::timestamptz)` : null,
      updatedAt: sql`case when (${list.archivedAt} is null) = ${archived} then ${now}::timestamptz else ${list.updatedAt} end`,
    })
    .where(and(eq(list.id, id), eq(list.brandId, brandId)))
    .returning({ id: list.id });
  return rows.length > 0;
}

/**
 * Locks lists of a brand in order of their ids. Locking lists before items prevents deadlocks.
 * Returns those that exist.
 */
export async function lockLists(
  db: Database,
  brandId: string,
  ids: string[],
): Promise<{ id: string; archived: boolean }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: list.id, archived: sql<boolean>`${list.archivedAt} is not null` })
    .from(list)
    .where(and(eq(list.brandId, brandId), inArray(list.id, ids)))
    .orderBy(list.id)
    .for('no key update');
}

/** Marks lists as changed, and restores archived ones if `recover`. */
export async function touchLists(
  db: Database,
  brandId: string,
  ids: string[],
  now: string,
  recover = false,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(list)
    .set({ updatedAt: now, ...(recover ? { archivedAt: null } : {}) })
    .where(and(eq(list.brandId, brandId), inArray(list.id, ids)));
}

const DRIFTED = `
  select l.id, l.item_count <> coalesce(n.items, 0) or ${contactCountSql('l')} <> coalesce(n.contacts, 0) as wrong
  from creator_list l
  left join (
    select list_id, count(*) as items, count(*) filter (where creator_contact_known(creator_id, brand_id)) as contacts
    from creator_list_item where archived_at is null group by list_id
  ) n on n.list_id = l.id
  where l.item_count <> coalesce(n.items, 0) or l.contact_count <> coalesce(n.contacts, 0)
    or exists (select from creator_list_contact_change change where change.list_id = l.id)`;

// A single statement, so concurrent changes are neither counted nor deleted.
const RECOUNT = `
  with folded as (delete from creator_list_contact_change where list_id = $1)
  update creator_list l
  set item_count = (select count(*) from creator_list_item where list_id = $1 and archived_at is null),
    contact_count = (select count(*) from creator_list_item
      where list_id = $1 and archived_at is null and creator_contact_known(creator_id, brand_id))
  where l.id = $1`;

/**
 * Recounts lists whose trigger-maintained counts are wrong, and merges pending changes into the
 * others. Returns how many were wrong, which concurrent transactions can cause.
 */
export async function repairListCounts(pool: pg.Pool, signal: AbortSignal): Promise<number> {
  const { rows } = await pool.query<{ id: string; wrong: boolean }>(DRIFTED);
  for (const { id } of rows) {
    signal.throwIfAborted();
    await withTransaction(pool, async (_tx, connection) => {
      // The lock prevents item changes until the count is written.
      await connection.query('select from creator_list where id = $1 for no key update', [id]);
      await connection.query(RECOUNT, [id]);
    });
  }
  return rows.filter(({ wrong }) => wrong).length;
}
