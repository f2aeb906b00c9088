import type { CreatorListMention } from '@troupe/domain/discovery/creator';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { creatorListItemTable, creatorListTable } from './creator-list.table.ts';

const activeOf = (brandId: string) =>
  and(
    eq(creatorListItemTable.brandId, brandId),
    isNull(creatorListItemTable.archivedAt),
    isNull(creatorListTable.archivedAt),
  );

/**
 * Returns the brand's lists a creator is on, most recently saved first. Archived lists and items
 * are excluded.
 */
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
