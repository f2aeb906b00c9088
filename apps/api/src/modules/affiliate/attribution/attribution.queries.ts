import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { attributionTable } from './attribution.table.ts';
import type { AttributionRow } from './order-book.queries.ts';

/** A new revision of an attribution. */
export type NewAttribution = Omit<AttributionRow, 'brandId' | 'at'>;

/** Adds revisions. The caller holds the lock of the brand's orders. */
export async function insertAttributions(
  tx: Database,
  brandId: string,
  rows: readonly NewAttribution[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const at = now.toISOString();
  await tx.insert(attributionTable).values(rows.map((row) => ({ ...row, brandId, at })));
}

/** Empties what touches of orders say about their buyers. Codes and credited creators stay. */
export async function eraseTouches(
  tx: Database,
  brandId: string,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  // Values are unique within an order and kind.
  await tx.execute(sql`
    update touch set value = case when nth = 1 then '' else 'erased-' || nth end
    from (
      select id, row_number() over (partition by order_id, kind order by id) as nth from touch
      where brand_id = ${brandId}::uuid and order_id = any(${sql.param([...orderIds])}::uuid[]) and kind <> 'code'
    ) numbered
    where touch.id = numbered.id`);
}
