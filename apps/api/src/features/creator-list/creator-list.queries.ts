import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { creatorListItemTable } from './creator-list.table.ts';

/** The brand a list item belongs to, or null. */
export async function brandOfCreatorListItem(db: Database, itemId: string): Promise<string | null> {
  const [row] = await db
    .select({ brandId: creatorListItemTable.brandId })
    .from(creatorListItemTable)
    .where(eq(creatorListItemTable.id, itemId));
  return row?.brandId ?? null;
}
