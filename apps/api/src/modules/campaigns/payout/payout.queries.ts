import {
  PAYMENT_DAYS,
  type PayoutFailureCode,
  type PayoutSettings,
  type PayoutState,
} from '@troupe/domain/campaigns/payout';
import { and, asc, desc, eq, type InferSelectModel, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { payoutSettingTable, payoutTable } from './payout.table.ts';

/** A stored attempt to pay. */
export type StoredPayout = InferSelectModel<typeof payoutTable>;

/** States of attempts that may have moved money. */
const OPEN: PayoutState[] = ['sending', 'sent'];

/** Returns how a brand pays creators. */
export async function readPayoutSettings(db: Database, brandId: string): Promise<PayoutSettings> {
  const [row] = await db
    .select({
      method: payoutSettingTable.method,
      paymentDays: payoutSettingTable.paymentDays,
      version: payoutSettingTable.version,
    })
    .from(payoutSettingTable)
    .where(eq(payoutSettingTable.brandId, brandId));
  return row ?? { method: 'manual', paymentDays: PAYMENT_DAYS, version: 0 };
}

/** Stores how a brand pays creators; false if `version` is outdated. */
export async function writePayoutSettings(
  db: Database,
  brandId: string,
  { method, paymentDays, version }: PayoutSettings,
  now: Date,
): Promise<boolean> {
  const set = { method, paymentDays, version: version + 1, updatedAt: now.toISOString() };
  const saved = { brandId: payoutSettingTable.brandId };
  const rows =
    version === 0
      ? await db
          .insert(payoutSettingTable)
          .values({ brandId, ...set })
          .onConflictDoNothing()
          .returning(saved)
      : await db
          .update(payoutSettingTable)
          .set(set)
          .where(and(eq(payoutSettingTable.brandId, brandId), eq(payoutSettingTable.version, version)))
          .returning(saved);
  return rows.length > 0;
}

/** Adds the next attempt to pay a payable. The caller has locked the payable. */
export async function insertPayout(
  db: Database,
  values: Pick<StoredPayout, 'brandId' | 'payableId' | 'accountId' | 'amount' | 'currency' | 'requestedBy'>,
  now: Date,
): Promise<string> {
  const id = newId();
  const at = now.toISOString();
  await db.insert(payoutTable).values({
    ...values,
    id,
    number: sql`(select coalesce(max(number), 0) + 1 from payout where payable_id = ${values.payableId})`,
    state: 'sending',
    createdAt: at,
    dueAt: at,
  });
  return id;
}

/**
 * Counts an attempt that is due and schedules the next one, so that a process that is killed while sending leaves a
 * trace. Null if it isn't due or already settled.
 */
export async function claimPayout(
  db: Database,
  id: string,
  now: Date,
  nextTry: (tries: number) => Date,
): Promise<StoredPayout | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(payoutTable)
      .where(
        and(
          eq(payoutTable.id, id),
          eq(payoutTable.state, 'sending'),
          lte(payoutTable.dueAt, now.toISOString()),
        ),
      )
      .for('update', { skipLocked: true });
    if (!row) return null;
    await tx
      .update(payoutTable)
      .set({ tries: row.tries + 1, dueAt: nextTry(row.tries).toISOString() })
      .where(eq(payoutTable.id, id));
    return row;
  });
}

/** Returns the ids of attempts that are due. */
export async function readDuePayouts(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: payoutTable.id })
    .from(payoutTable)
    .where(lte(payoutTable.dueAt, now.toISOString()))
    .orderBy(asc(payoutTable.dueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Makes an attempt due now, because the provider has reported something about it. */
export async function makePayoutDue(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(payoutTable)
    .set({ dueAt: now.toISOString() })
    .where(and(eq(payoutTable.id, id), eq(payoutTable.state, 'sending')));
}

/** Returns an attempt by id; null if unknown. */
export async function readPayout(db: Database, id: string): Promise<StoredPayout | null> {
  const [row] = await db.select().from(payoutTable).where(eq(payoutTable.id, id));
  return row ?? null;
}

/** Returns the attempt that a transfer belongs to; null if unknown. */
export async function readPayoutByTransfer(db: Database, transferId: string): Promise<StoredPayout | null> {
  const [row] = await db.select().from(payoutTable).where(eq(payoutTable.transferId, transferId));
  return row ?? null;
}

/** Returns the attempt to pay a payable that may have moved money; null without one. The caller has locked the payable. */
export async function readOpenPayout(tx: Database, payableId: string): Promise<StoredPayout | null> {
  const [row] = await tx
    .select()
    .from(payoutTable)
    .where(and(eq(payoutTable.payableId, payableId), inArray(payoutTable.state, OPEN)));
  return row ?? null;
}

/** Locks an attempt. The caller has locked its payable. */
export async function lockPayout(tx: Database, id: string): Promise<StoredPayout | null> {
  const [row] = await tx.select().from(payoutTable).where(eq(payoutTable.id, id)).for('update');
  return row ?? null;
}

/** Ends an attempt, marks a sent one as returned, or a failed one as sent after all. */
export async function settlePayout(
  tx: Database,
  id: string,
  end: {
    state: Exclude<PayoutState, 'sending'>;
    transferId?: string;
    failure?: PayoutFailureCode | null;
    vendorCode?: string | null;
  },
  now: Date,
): Promise<void> {
  await tx
    .update(payoutTable)
    .set({ ...end, dueAt: null, settledAt: now.toISOString() })
    .where(eq(payoutTable.id, id));
}

/** Returns the state of each payable's attempt: the one that may have moved money, or else the latest. */
export async function readPayoutStates(
  db: Database,
  payableIds: readonly string[],
): Promise<Map<string, PayoutState>> {
  if (payableIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([payoutTable.payableId], { id: payoutTable.payableId, state: payoutTable.state })
    .from(payoutTable)
    .where(inArray(payoutTable.payableId, [...payableIds]))
    .orderBy(payoutTable.payableId, desc(inArray(payoutTable.state, OPEN)), desc(payoutTable.number));
  return new Map(rows.map(({ id, state }) => [id, state]));
}
