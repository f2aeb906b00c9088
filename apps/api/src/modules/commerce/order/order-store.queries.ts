import { CLAIMED_STATUSES, missingScopes, STORE_STATUSES, type Store } from '@troupe/domain/commerce/store';
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { storeTable as store } from '../store/store.table.ts';
import { orderTable } from './order.table.ts';

/**
 * Returns a brand's stores, or one of them: connected first, then newest. @param asked required
 * scopes
 */
export async function readStores(
  db: Database,
  brandId: string,
  asked: readonly string[],
  id?: string,
): Promise<Store[]> {
  const own = sql`from ${orderTable} where ${orderTable.storeId} = ${store.id}`;
  const rows = await db
    .select({
      id: store.id,
      platform: store.platform,
      shop: store.shop,
      name: store.name,
      currency: store.currency,
      status: store.status,
      scopes: store.scopes,
      connectedAt: store.connectedAt,
      lastOrderAt: sql<string | null>`(select max(${orderTable.placedAt}) ${own})`.mapWith(
        orderTable.placedAt,
      ),
      lastSyncAt: store.lastSyncAt,
      orderCount: sql<number>`(select count(*) ${own} and not ${orderTable.test})`.mapWith(Number),
      error: store.error,
    })
    .from(store)
    .where(and(eq(store.brandId, brandId), id === undefined ? undefined : eq(store.id, id)))
    .orderBy(
      sql`array_position(${sql.param([...STORE_STATUSES])}::text[], ${store.status})`,
      desc(store.connectedAt),
      desc(store.id),
    );
  return rows.map((row) => ({
    ...row,
    missingScopes: CLAIMED_STATUSES.includes(row.status) ? missingScopes(asked, row.scopes) : [],
  }));
}

/** Deletes stores with all their orders. Returns the number of orders by store. */
export async function deleteStores(tx: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const counts = await tx
    .select({ id: orderTable.storeId, orders: count() })
    .from(orderTable)
    .where(inArray(orderTable.storeId, [...ids]))
    .groupBy(orderTable.storeId);
  await tx.delete(store).where(inArray(store.id, [...ids]));
  return new Map(counts.map(({ id, orders }) => [id ?? '', orders]));
}
