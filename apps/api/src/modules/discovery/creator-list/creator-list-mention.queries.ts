import type { CreatorListMention } from '@troupe/domain/discovery/creator';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { creatorListItemTable, creatorListTable } from './creator-list.table.ts';

const activeOf = (brandId: string) =>
  and(
    eq(creatorListItemTable.brandId, brandId),
    isNull(creatorListItemTable.archivedAt),
    isNull(creatorListTable.archivedAt),
  );

/** The lists of the brand a creator is on, last saved first. Archived lists and items do not count. */
export async function readListMentions(
  db: Database,
  brandId: string,
  creatorId: string,
): Promise<CreatorListMention[]> {
  const rows = await db
    .select({
      id: creatorListItemTable.id,
      savedDate: creatorListItemTable.savedAt,
      listId: creatorListTable.id,
      title: creatorListTable.title,
    })
    .from(creatorListItemTable)
    .innerJoin(creatorListTable, eq(creatorListTable.id, creatorListItemTable.listId))
    .where(and(eq(creatorListItemTable.creatorId, creatorId), activeOf(brandId)))
    .orderBy(desc(creatorListItemTable.savedAt), desc(creatorListItemTable.id));
  return rows.map(({ id, savedDate, listId, title }) => ({
    id,
    savedDate,
    creatorList: { id: listId, title },
  }));
}

// Named, because it is asked for with every page of creators: planned once a connection.
const LISTS = {
  name: 'creator-lists-of',
  text: `select item.creator_id as "creatorId", list.id, list.title
    from creator_list_item item join creator_list list on list.id = item.list_id
    where item.brand_id = $1 and item.creator_id = any($2::uuid[])
      and item.archived_at is null and list.archived_at is null
    order by item.saved_at desc`,
};

/** The brand's lists that each of these creators is on; creators on none are absent. */
export async function listsOfCreators(
  pool: pg.Pool,
  brandId: string,
  creatorIds: readonly string[],
): Promise<Map<string, { id: string; title: string }[]>> {
  const found = new Map<string, { id: string; title: string }[]>();
  if (creatorIds.length === 0) return found;
  const { rows } = await pool.query<{ creatorId: string; id: string; title: string }>({
    ...LISTS,
    values: [brandId, creatorIds],
  });
  for (const { creatorId, ...list } of rows) {
    const lists = found.get(creatorId);
    if (lists) lists.push(list);
    else found.set(creatorId, [list]);
  }
  return found;
}
