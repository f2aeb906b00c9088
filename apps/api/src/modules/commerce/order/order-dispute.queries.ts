import type { PlatformDispute } from '@troupe/domain/commerce/store-platform';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { orderDisputeTable as disputeTable, orderTable } from './order.table.ts';
import { lockOrders } from './order-ledger.queries.ts';

/** A dispute with the time of its data. */
export interface ReportedDispute {
  dispute: PlatformDispute;
  reportedAt: string;
}

/**
 * Stores disputes; the latest data wins in any order of arrival, and a decided one stays decided. A dispute can arrive
 * before its order.
 * @returns the stored ids of orders whose disputes changed
 */
export async function upsertDisputes(
  tx: Database,
  { brandId, storeId }: { brandId: string; storeId: string },
  reported: readonly ReportedDispute[],
  now: Date,
): Promise<string[]> {
  if (reported.length === 0) return [];
  await lockOrders(tx, brandId);
  const changed = new Set<string>();
  // One at a time: several states of a dispute may be in one batch.
  for (const { dispute, reportedAt } of reported) {
    const { id: externalId, orderId: orderExternalId, state, reason, opened, finalized } = dispute;
    const values = { state, reason, openedAt: opened, finalizedAt: finalized, reportedAt };
    const rows = await tx
      .insert(disputeTable)
      .values({
        id: newId(),
        brandId,
        storeId,
        orderExternalId,
        externalId,
        ...values,
        createdAt: now.toISOString(),
      })
      .onConflictDoUpdate({
        target: [disputeTable.storeId, disputeTable.externalId],
        set: values,
        setWhere: sql`excluded.told_at > ${disputeTable.reportedAt}
          and (${disputeTable.state} = 'open' or excluded.state <> 'open')
          or ${disputeTable.state} = 'open' and excluded.state <> 'open'`,
      })
      .returning({ id: disputeTable.id });
    if (rows.length > 0) changed.add(orderExternalId);
  }
  if (changed.size === 0) return [];
  const orders = await tx
    .select({ id: orderTable.id })
    .from(orderTable)
    .where(
      and(
        eq(orderTable.brandId, brandId),
        eq(orderTable.storeId, storeId),
        sql`${orderTable.externalId} = any(${sql.param([...changed])}::text[])`,
      ),
    );
  return orders.map(({ id }) => id);
}
