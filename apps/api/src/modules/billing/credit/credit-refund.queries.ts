import { refundedCredits } from '@troupe/domain/billing/credit';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { appendEntry, lockCredits, movementsOf, readBalance } from './credit.queries.ts';
import { creditEntryTable } from './credit.table.ts';

/** A refunded purchase. */
export interface RefundedPurchase {
  brandId: string;
  /** Reference of the purchase in the ledger. */
  reference: string;
  /** Label in the ledger. */
  label: string;
  /** Amount paid and amount refunded, in minor units. */
  total: number;
  refunded: number;
}

/**
 * Removes the credits of a refunded purchase as far as the balance allows; credits already spent
 * are removed from later grants, as the ledger notes. `db` is the caller's transaction. Idempotent.
 */
export async function revokeCredits(
  db: Database,
  { brandId, reference, label, total, refunded }: RefundedPurchase,
  now: Date,
): Promise<void> {
  await lockCredits(db, brandId);
  const bought = (await movementsOf(db, { brandId, reference }, ['purchase'])).get('purchase')?.amount ?? 0;
  const owed = refundedCredits({ credits: bought, total, refunded });
  if (owed === 0) return;
  const before = await takenBack(db, brandId, reference);
  const { balance } = await readBalance(db, brandId);
  const amount = Math.max(0, Math.min(owed - before.credits, balance));
  // An entry of 0 records once that there was nothing to remove.
  if (amount === 0 && (before.lines > 0 || owed === before.credits)) return;
  const missing = owed - before.credits - amount;
  await appendEntry(
    db,
    {
      brandId,
      kind: 'refund',
      amount: -amount,
      reason: `${label} refunded: ${amount} of ${bought} credits removed${
        missing > 0 ? `, ${missing} will be removed from future credits` : ''
      }`,
      reference: `${reference}:${before.lines}`,
      userId: null,
    },
    now,
  );
}

async function takenBack(db: Database, brandId: string, reference: string) {
  const [taken] = await db
    .select({
      lines: sql<number>`count(*)::int`,
      credits: sql<number>`coalesce(-sum(${creditEntryTable.amount}), 0)::int`,
    })
    .from(creditEntryTable)
    .where(
      and(
        eq(creditEntryTable.brandId, brandId),
        eq(creditEntryTable.kind, 'refund'),
        sql`starts_with(${creditEntryTable.reference}, ${`${reference}:`})`,
      ),
    );
  return taken ?? { lines: 0, credits: 0 };
}

/** A purchase in the ledger with the credits removed so far. */
export type RevokedPurchase = {
  credits: number;
  taken: number;
  /** Number of ledger entries about removals, including empty ones. */
  lines: number;
  /** Current balance. */
  balance: number;
};

/** Reads purchases of brands by reference. */
export async function readRevokedPurchases(
  db: Database,
  brandIds: readonly string[],
): Promise<Map<string, RevokedPurchase>> {
  if (brandIds.length === 0) return new Map();
  const { rows } = await db.execute<RevokedPurchase & { reference: string }>(sql`
    select bought.reference, bought.amount::int as credits, coalesce(back.taken, 0)::int as taken,
      coalesce(back.lines, 0)::int as lines,
      (select balance from credit_entry last where last.brand_id = bought.brand_id
        order by last.number desc limit 1)::int as balance
    from credit_entry bought
    left join (
      select brand_id, regexp_replace(reference, ':[0-9]+$', '') as reference, -sum(amount) as taken, count(*) as lines
      from credit_entry
      where brand_id = any(${sql.param([...brandIds])}::uuid[]) and kind = 'refund'
      group by 1, 2
    ) back on back.brand_id = bought.brand_id and back.reference = bought.reference
    where bought.brand_id = any(${sql.param([...brandIds])}::uuid[]) and bought.kind = 'purchase'`);
  return new Map(rows.map(({ reference, ...purchase }) => [reference, purchase]));
}
