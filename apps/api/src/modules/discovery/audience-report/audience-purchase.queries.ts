import type { ProblemCode } from '@troupe/domain/problem';
import { and, asc, eq, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { audiencePurchaseTable as purchase } from './audience-report.table.ts';

/** A pending or ended purchase. */
export type Purchase = typeof purchase.$inferSelect;

/**
 * Opens a purchase; false if another of the same brand and creator is open, or its key was already
 * used.
 */
export async function insertPurchase(
  db: Database,
  values: Pick<Purchase, 'id' | 'brandId' | 'creatorId' | 'userId' | 'idempotencyKey' | 'startedAt'>,
): Promise<boolean> {
  const rows = await db.insert(purchase).values(values).onConflictDoNothing().returning({ id: purchase.id });
  return rows.length > 0;
}

/** Deletes an unneeded purchase in the transaction that opened it. */
export async function deletePurchase(db: Database, id: string): Promise<void> {
  await db.delete(purchase).where(eq(purchase.id, id));
}

export async function readPurchase(db: Database, id: string): Promise<Purchase | null> {
  const [row] = await db.select().from(purchase).where(eq(purchase.id, id));
  return row ?? null;
}

/** Returns a brand's purchase by idempotency key. */
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

/** Returns a brand's pending purchase of a creator's report. */
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

/** Ends an open purchase; false if it had already ended. */
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

/** Returns open purchases started before a time, oldest first. */
export async function readStalePurchases(db: Database, before: string): Promise<string[]> {
  const rows = await db
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.state, 'open'), lt(purchase.startedAt, before)))
    .orderBy(asc(purchase.startedAt))
    .limit(500);
  return rows.map(({ id }) => id);
}
