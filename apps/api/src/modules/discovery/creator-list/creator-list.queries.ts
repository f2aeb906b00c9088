import type { CreatorList, CreatorListFields } from '@troupe/domain/discovery/creator-list';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { containing, type Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { creatorContactTable, creatorTable } from '../creator/creator.table.ts';
import {
  creatorListColumns,
  creatorListItemTable as item,
  creatorListTable as list,
} from './creator-list.table.ts';

/** The brand a list item belongs to, or null. */
export async function brandOfCreatorListItem(db: Database, itemId: string): Promise<string | null> {
  const [row] = await db.select({ brandId: item.brandId }).from(item).where(eq(item.id, itemId));
  return row?.brandId ?? null;
}

/** Whether the contact details of a joined creator are known; see `toCreator`. */
const contactKnown = sql<boolean>`(${creatorContactTable.id} is not null
  or (${creatorTable.contactsFetchedAt} is not null and ${creatorTable.contactsError} is null))`;

/** How many creators stand on each list (or the one) of a brand, and of how many the contact details are known. */
const countsOf = (db: Database, brandId: string, listId?: string) =>
  db
    .select({
      listId: item.listId,
      items: sql<number>`count(*)`.mapWith(Number).as('items'),
      contacts: sql<number>`count(*) filter (where ${contactKnown})`.mapWith(Number).as('contacts'),
    })
    .from(item)
    .innerJoin(creatorTable, eq(creatorTable.id, item.creatorId))
    .leftJoin(
      creatorContactTable,
      and(eq(creatorContactTable.creatorId, item.creatorId), eq(creatorContactTable.brandId, item.brandId)),
    )
    .where(
      and(
        eq(item.brandId, brandId),
        isNull(item.archivedAt),
        listId === undefined ? undefined : eq(item.listId, listId),
      ),
    )
    .groupBy(item.listId)
    .as('counts');

function selectLists(db: Database, brandId: string, listId?: string) {
  const counts = countsOf(db, brandId, listId);
  const columns = {
    ...creatorListColumns,
    itemCount: sql<number>`coalesce(${counts.items}, 0)`.mapWith(Number),
    contactCount: sql<number>`coalesce(${counts.contacts}, 0)`.mapWith(Number),
    archived: sql<boolean>`${list.archivedAt} is not null`,
  };
  return { counts, columns };
}

/** The lists of a brand that are not archived, last changed first. */
export async function readLists(db: Database, brandId: string): Promise<CreatorList[]> {
  const { counts, columns } = selectLists(db, brandId);
  return db
    .select(columns)
    .from(list)
    .leftJoin(counts, eq(counts.listId, list.id))
    .where(and(eq(list.brandId, brandId), isNull(list.archivedAt)))
    .orderBy(desc(list.updatedAt), desc(list.id));
}

/** One list of a brand, archived or not; null when the brand has none of this id. */
export async function readList(db: Database, brandId: string, id: string): Promise<CreatorList | null> {
  const { counts, columns } = selectLists(db, brandId, id);
  const [row] = await db
    .select(columns)
    .from(list)
    .leftJoin(counts, eq(counts.listId, list.id))
    .where(and(eq(list.brandId, brandId), eq(list.id, id)));
  return row ?? null;
}

/** How the overview of lists is asked for; `page` starts at 1. */
export interface ListPageQuery {
  page: number;
  archived: boolean;
  search: string;
  sort: 'updated' | 'title' | 'creators' | 'created';
}

/** A list with the creators last put on it. */
export type ListWithPreview = CreatorList & {
  preview: { id: string; fullname: string; profilePicUrl: string | null }[];
};

const PREVIEW = 5;

/** One page of the lists of a brand. */
export async function readListPage(
  db: Database,
  brandId: string,
  query: ListPageQuery,
): Promise<{ lists: ListWithPreview[]; total: number }> {
  const { counts, columns } = selectLists(db, brandId);
  const pattern = containing(query.search);
  const where = and(
    eq(list.brandId, brandId),
    query.archived ? isNotNull(list.archivedAt) : isNull(list.archivedAt),
    query.search.trim()
      ? sql`(${list.title} ilike ${pattern} or ${list.description} ilike ${pattern})`
      : undefined,
  );
  const order: Record<ListPageQuery['sort'], SQL[]> = {
    updated: [query.archived ? desc(list.archivedAt) : desc(list.updatedAt)],
    title: [asc(sql`lower(${list.title})`)],
    creators: [desc(columns.itemCount), asc(sql`lower(${list.title})`)],
    created: [desc(list.createdAt)],
  };
  const preview = sql<ListWithPreview['preview']>`(
    select coalesce(json_agg(json_build_object(
      'id', p.id, 'fullname', p.fullname, 'profilePicUrl', p.profile_pic_url) order by p.saved_at desc, p.item_id desc), '[]')
    from (
      select c.id, c.fullname, c.profile_pic_url, i.saved_at, i.id as item_id
      from ${item} i join ${creatorTable} c on c.id = i.creator_id
      where i.list_id = ${list.id} and i.archived_at is null
        and (c.brand_id is null or c.brand_id = ${brandId})
      order by i.saved_at desc, i.id desc limit ${PREVIEW}
    ) p)`;
  const [lists, total] = await Promise.all([
    db
      .select({ ...columns, preview })
      .from(list)
      .leftJoin(counts, eq(counts.listId, list.id))
      .where(where)
      .orderBy(...order[query.sort], desc(list.id))
      .limit(PAGE_SIZE)
      .offset((query.page - 1) * PAGE_SIZE),
    db.$count(list, where),
  ]);
  return { lists, total };
}

/** Makes a list; answers its id. */
export async function insertList(
  db: Database,
  brandId: string,
  values: CreatorListFields,
  now: string,
): Promise<string> {
  const id = newId();
  await db.insert(list).values({ id, brandId, ...values, createdAt: now, updatedAt: now });
  return id;
}

/** Changes what was filled in for a list; false when the brand has none of this id. */
export async function updateList(
  db: Database,
  brandId: string,
  id: string,
  values: Partial<CreatorListFields>,
  now: string,
): Promise<boolean> {
  const rows = await db
    .update(list)
    .set({ ...values, updatedAt: now })
    .where(and(eq(list.id, id), eq(list.brandId, brandId)))
    .returning({ id: list.id });
  return rows.length > 0;
}

/** Archives a list or brings it back; done twice, the first time counts. False when there is none. */
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
 * Locks lists of a brand against other writers, in the order of their ids. Whoever changes items locks their
 * lists first: then no two writers ever wait for each other. Answers those that exist.
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

/** Marks lists as changed now, and brings archived ones back when `recover`. */
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
