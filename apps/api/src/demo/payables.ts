import { asc, eq } from 'drizzle-orm';
import { optInTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { payableTable } from '../modules/campaigns/payable/payable.table.ts';
import { settlePayables, writePayable } from '../modules/campaigns/payable/payable-change.queries.ts';
import type { Database } from '../platform/database.ts';

/** What is owed for the collaborations that are completed: the first waits, one is approved, one paid. */
export async function insertPayables(db: Database, { now }: { now: Date }): Promise<void> {
  const done = await db
    .select({ id: optInTable.id })
    .from(optInTable)
    .where(eq(optInTable.status, 'completed'))
    .orderBy(asc(optInTable.id));
  if (done.length === 0) return;
  const dayAgo = new Date(now.getTime() - 30 * 3_600_000);
  await settlePayables(
    db,
    done.map(({ id }) => id),
    null,
    dayAgo,
  );
  const [, second, third] = await db.select().from(payableTable).orderBy(asc(payableTable.id));
  const by = { userId: null, now };
  for (const payable of [second, third])
    if (payable) await writePayable(db, payable, { columns: { state: 'approved' }, text: 'Approved' }, by);
  if (!third) return;
  const paid = { state: 'paid' as const, reference: 'SEPA 2026-1140', paidAt: now.toISOString() };
  await writePayable(db, third, { columns: paid, text: `Paid: ${paid.reference}` }, by);
}
