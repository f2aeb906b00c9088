import { eq, max, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { commissionTable } from './commission.table.ts';

/** What the ledger says about an order and an affiliate. */
export interface LedgerSum {
  orderId: string;
  affiliateId: string;
  amount: number;
  entries: number;
}

/** Returns the sums of the entries of orders, by affiliate. */
export async function readLedgerSums(
  db: Database,
  brandId: string,
  orderIds: readonly string[],
): Promise<LedgerSum[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await db.execute(sql`
    select order_id as "orderId", affiliate_id as "affiliateId", sum(amount)::bigint as amount, count(*) as entries
    from commission
    where brand_id = ${brandId}::uuid and order_id = any(${sql.param([...orderIds])}::uuid[])
    group by order_id, affiliate_id`);
  return rows as unknown as LedgerSum[];
}

/** A new entry of the ledger. */
export type NewCommission = Omit<typeof commissionTable.$inferInsert, 'id' | 'brandId' | 'number' | 'at'>;

/** Adds entries, numbered without gaps, and returns their ids. The caller holds the lock of the brand's orders. */
export async function insertCommissions(
  tx: Database,
  brandId: string,
  entries: readonly NewCommission[],
  now: Date,
): Promise<string[]> {
  if (entries.length === 0) return [];
  const [last] = await tx
    .select({ number: max(commissionTable.number) })
    .from(commissionTable)
    .where(eq(commissionTable.brandId, brandId));
  const first = (last?.number ?? 0) + 1;
  const at = now.toISOString();
  const rows = entries.map((entry, index) => ({ ...entry, id: newId(), brandId, number: first + index, at }));
  // Parameters of one statement are limited.
  for (let from = 0; from < rows.length; from += 1000)
    await tx.insert(commissionTable).values(rows.slice(from, from + 1000));
  return rows.map(({ id }) => id);
}
