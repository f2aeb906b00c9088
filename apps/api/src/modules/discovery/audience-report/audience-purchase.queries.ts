import type { ProblemCode } from '@troupe/domain/problem';
import { and, asc, eq, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { audiencePurchaseTable as purchase } from './audience-report.table.ts';

/** A purchase on its way, or ended. */
export type Purchase = typeof purchase.$inferSelect;

/** Opens a purchase; false while another of the same brand and creator is open, or its key was used before. */
export async function insertPurchase(
  db: Database,
  values: Pick<Purchase, 'id' | 'brandId' | 'creatorId' | 'userId' | 'idempotencyKey' | 'startedAt'>,
): Promise<boolean> {
  const rows = await db.insert(purchase).values(values).onConflictDoNothing().returning({ id: purchase.id });
  return rows.length > 0;
}

/** Takes back a purchase that turned out not to be needed, in the transaction that opened it. */
export async function deletePurchase(db: Database, id: string): Promise<void> {
  await db.delete(purchase).where(eq(purchase.id, id));
}

export async function readPurchase(db: Database, id: string): Promise<Purchase | null> {
  const [row] = await db.select().from(purchase).where(eq(purchase.id, id));
  return row ?? null;
}

/** The purchase of a brand that was made with this idempotency key. */
export async function readPurchaseByKey(
  db: Database,
  brandId: string,
  key: string,
): Promise<Purchase | null> {
  const [row] = await db
    .select()
    .from(purchase)
    .where(and(eq(purchase.brandId, brandId), eq(purchase.idempotencyKey, key)));
  return row ?? null;
}

/** The purchase of a creator's report that a brand has under way. */
export async function readOpenPurchase(
  db: Database,
  brandId: string,
  creatorId: string,
): Promise<Purchase | null> {
  const [row] = await db
    .select()
    .from(purchase)
    .where(and(eq(purchase.brandId, brandId), eq(purchase.creatorId, creatorId), eq(purchase.state, 'open')));
  return row ?? null;
}

/** Ends an open purchase; false when it had ended already. */
export async function endPurchase(
  db: Database,
  id: string,
  end: { reportId: string } | { outcome: ProblemCode },
  endedAt: string,
): Promise<boolean> {
  const rows = await db
    .update(purchase)
    .set({ ...end, state: 'reportId' in end ? 'captured' : 'released', endedAt })
    .where(and(eq(purchase.id, id), eq(purchase.state, 'open')))
    .returning({ id: purchase.id });
  return rows.length > 0;
}

/** Purchases still open that began before a moment, oldest first. */
export async function readStalePurchases(db: Database, before: string): Promise<string[]> {
  const rows = await db
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.state, 'open'), lt(purchase.startedAt, before)))
    .orderBy(asc(purchase.startedAt))
    .limit(500);
  return rows.map(({ id }) => id);
}
