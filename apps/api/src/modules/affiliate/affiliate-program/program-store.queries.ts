import { CLAIMED_STATUSES } from '@troupe/domain/commerce/store';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { storeTable } from '../../commerce/store/store.table.ts';

/** A store of a program. */
export type StoredProgramStore = Pick<
  typeof storeTable.$inferSelect,
  'id' | 'name' | 'shop' | 'currency' | 'status' | 'scopes'
>;

/** Returns a brand's connected stores, and those to reconnect, the one connected last first. */
export async function readProgramStores(db: Database, brandId: string): Promise<StoredProgramStore[]> {
  return db
    .select({
      id: storeTable.id,
      name: storeTable.name,
      shop: storeTable.shop,
      currency: storeTable.currency,
      status: storeTable.status,
      scopes: storeTable.scopes,
    })
    .from(storeTable)
    .where(and(eq(storeTable.brandId, brandId), inArray(storeTable.status, [...CLAIMED_STATUSES])))
    .orderBy(desc(storeTable.connectedAt), desc(storeTable.id));
}

/** Returns a brand's website; empty if it is unknown. */
export async function readWebsite(db: Database, brandId: string): Promise<string> {
  const [row] = await db
    .select({ website: brandTable.website })
    .from(brandTable)
    .where(eq(brandTable.id, brandId));
  return row?.website ?? '';
}
