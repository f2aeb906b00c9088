import { creditsOfRefund } from '@troupe/domain/credit';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { appendEntry, lockCredits, movementsOf, readBalance } from './credit.queries.ts';
import { creditEntryTable } from './credit.table.ts';

/** A purchase whose money went back. */
export interface RefundedPurchase {
  brandId: string;
  /** That of the purchase in the ledger. */
  reference: string;
  /** What it is called in the ledger. */
  label: string;
  /** What was paid, and what of it went back. Minor units. */
  total: number;
  refunded: number;
}

/**
 * Takes back the credits of a purchase whose money went back, as many as there are: what was spent already is taken
 * from those that come next, and the ledger says so. `db` is the caller's transaction; repeating it is harmless.
 */
export async function takeBackCredits(
  db: Database,
  { brandId, reference, label, total, refunded }: RefundedPurchase,
  now: Date,
): Promise<void> {
  await lockCredits(db, brandId);
  const bought = (await movementsOf(db, { brandId, reference }, ['purchase'])).get('purchase')?.amount ?? 0;
  const owed = creditsOfRefund({ credits: bought, total, refunded });
  if (owed === 0) return;
  const before = await takenBack(db, brandId, reference);
  const { balance } = await readBalance(db, brandId);
  const amount = Math.max(0, Math.min(owed - before.credits, balance));
  // A line of 0 says once that there was nothing to take.
  if (amount === 0 && (before.lines > 0 || owed === before.credits)) return;
  const missing = owed - before.credits - amount;
  await appendEntry(
    db,
    {
      brandId,
      kind: 'refund',
      amount: -amount,
      reason: `${label} refunded: ${amount} of ${bought} credits taken back${
        missing > 0 ? `, ${missing} will be taken from those that come next` : ''
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
