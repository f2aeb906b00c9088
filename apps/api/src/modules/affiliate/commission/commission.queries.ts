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
  /** When the last of the entries above 0 can be paid out; null without one. */
  matures: string | null;
  /** The last entry was about a dispute. */
  disputed: boolean;
}

/** Returns the sums of the entries of orders, by affiliate. */
export async function readLedgerSums(
  db: Database,
  brandId: string,
  orderIds: readonly string[],
): Promise<LedgerSum[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await db.execute(sql`
    select order_id as "orderId", affiliate_id as "affiliateId", sum(amount)::bigint as amount, count(*) as entries,
      max(matures_at) filter (where amount > 0) as matures,
      (array_agg(kind order by number desc))[1] = 'dispute' as disputed
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

/** An entry that reverses a commission of a creator with an account. */
export interface Correction {
  id: string;
  affiliateId: string;
  userId: string;
  brandName: string;
  orderName: string | null;
  kind: 'refund' | 'cancel' | 'redecide' | 'dispute';
  amount: number;
  currency: string;
}

/** Returns those entries that take something back because of what became of an order, oldest first. */
export async function readCorrections(
  tx: Database,
  brandId: string,
  commissionIds: readonly string[],
): Promise<Correction[]> {
  if (commissionIds.length === 0) return [];
  const { rows } = await tx.execute(sql`
    select m.id, m.affiliate_id as "affiliateId", a.user_id as "userId", b.name as "brandName",
      m.order_name as "orderName", m.kind, m.amount, m.currency
    from commission m join affiliate a on a.id = m.affiliate_id join brand b on b.id = m.brand_id
    where m.brand_id = ${brandId}::uuid and m.id = any(${sql.param([...commissionIds])}::uuid[]) and m.amount < 0
      and m.kind in ('refund', 'cancel', 'redecide', 'dispute') and a.user_id is not null
    order by m.number`);
  return rows as unknown as Correction[];
}
