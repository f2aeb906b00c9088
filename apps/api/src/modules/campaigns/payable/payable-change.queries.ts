import { type PayableState, paymentParts } from '@troupe/domain/campaigns/payable';
import { PAYMENT_DAYS } from '@troupe/domain/campaigns/payout';
import { and, asc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import { payableEventTable, payableTable } from './payable.table.ts';

/** A stored payable. */
export type StoredPayable = InferSelectModel<typeof payableTable>;

/** A change to a payable, with its history line. */
export interface PayableChange {
  columns: Partial<Pick<StoredPayable, 'state' | 'reason' | 'reference' | 'paidAt' | 'held' | 'sending'>> & {
    fee?: number;
    processingFee?: number;
    currency?: string;
  };
  text: string;
}

/** Locks payables of a brand in id order. */
export async function lockPayables(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<StoredPayable[]> {
  return db
    .select()
    .from(payableTable)
    .where(and(eq(payableTable.brandId, brandId), inArray(payableTable.id, [...ids])))
    .orderBy(asc(payableTable.id))
    .for('no key update');
}

/** Returns the opt-in that a payable belongs to; null for a statement. */
export async function readPayableOptIn(db: Database, payableId: string): Promise<string | null> {
  const [row] = await db
    .select({ optInId: payableTable.optInId })
    .from(payableTable)
    .where(eq(payableTable.id, payableId));
  return row?.optInId ?? null;
}

/** Writes a change with its history; returns the updated row. */
export async function writePayable(
  db: Database,
  row: Pick<StoredPayable, 'id'>,
  { columns, text }: PayableChange,
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await db
    .update(payableTable)
    .set({ ...columns, version: sql`version + 1`, updatedAt: at })
    .where(eq(payableTable.id, row.id));
  await addLines(db, [{ payableId: row.id, text }], { userId, now });
}

async function addLines(
  db: Database,
  lines: readonly { payableId: string; text: string }[],
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  if (lines.length === 0) return;
  const createdAt = now.toISOString();
  await db
    .insert(payableEventTable)
    .values(lines.map((line) => ({ id: newId(), ...line, userId, createdAt })));
}

/**
 * Aligns payables with their opt-ins: a completed opt-in with a fee is due, otherwise nothing is owed. Paid amounts
 * stay. The caller has locked the opt-ins.
 */
export async function settlePayables(
  db: Database,
  optInIds: readonly string[],
  userId: string | null,
  now: Date,
): Promise<void> {
  const optIns = await db
    .select()
    .from(optInTable)
    .where(inArray(optInTable.id, [...optInIds]));
  const kept = await db
    .select()
    .from(payableTable)
    .where(inArray(payableTable.optInId, [...optInIds]))
    .orderBy(asc(payableTable.id))
    .for('no key update');
  const of = new Map(kept.map((row) => [row.optInId, row]));
  for (const { id: optInId, brandId, status, agreement } of optIns) {
    const owed = status === 'completed' && agreement.fee ? agreement.fee : null;
    const row = of.get(optInId);
    if (!row) {
      if (owed !== null)
        await insertPayable(
          db,
          { brandId, optInId, fee: owed, currency: agreement.currency },
          { userId, now },
        );
      continue;
    }
    const change = changeFor(row, owed, agreement.currency, status === 'completed');
    if (change) await writePayable(db, row, change, { userId, now });
  }
}

async function insertPayable(
  db: Database,
  { brandId, optInId, fee, currency }: Pick<StoredPayable, 'brandId' | 'optInId' | 'fee' | 'currency'>,
  by: { userId: string | null; now: Date },
): Promise<void> {
  const id = newId();
  const at = by.now.toISOString();
  const { processingFee } = paymentParts(fee);
  const payBy = await readPayBy(db, brandId, by.now);
  await db.insert(payableTable).values({
    id,
    payBy,
    brandId,
    optInId,
    fee,
    processingFee,
    currency,
    createdAt: at,
    updatedAt: at,
  });
  await addLines(db, [{ payableId: id, text: 'Due: the collaboration is completed' }], by);
}

/** Returns when a payment that becomes due now should be made. */
async function readPayBy(db: Database, brandId: string, now: Date): Promise<string> {
  const { rows } = await db.execute<{ days: number }>(
    sql`select payment_days as days from payout_setting where brand_id = ${brandId}`,
  );
  return new Date(now.getTime() + (rows[0]?.days ?? PAYMENT_DAYS) * 86_400_000).toISOString();
}

/**
 * Adds the payment of an approved statement of commissions. Approving the statement approves it too, because its amount
 * can't change. Returns its id.
 */
export async function insertStatementPayable(
  db: Database,
  values: Pick<StoredPayable, 'brandId' | 'creatorId' | 'userId' | 'title' | 'fee' | 'currency'> & {
    statementId: string;
  },
  by: { userId: string | null; now: Date },
): Promise<string> {
  const id = newId();
  const at = by.now.toISOString();
  const { processingFee } = paymentParts(values.fee);
  const payBy = await readPayBy(db, values.brandId, by.now);
  await db
    .insert(payableTable)
    .values({ ...values, id, payBy, processingFee, state: 'approved', createdAt: at, updatedAt: at });
  await addLines(db, [{ payableId: id, text: 'Approved with the commission statement' }], by);
  return id;
}

/** Returns the change a payable needs when `owed` is owed; null if none. */
function changeFor(
  row: StoredPayable,
  owed: number | null,
  currency: string,
  completed: boolean,
): PayableChange | null {
  // While it is being sent, the amount is fixed; it is aligned again if that fails.
  if (row.state === 'paid' || row.sending) return null;
  if (owed === null) {
    if (row.held) return null;
    const text = completed ? 'Approval revoked: no fee agreed' : 'Approval revoked: collaboration reopened';
    return { columns: { held: true, state: 'due', reason: null, reference: null }, text };
  }
  const same = row.fee === owed && row.currency === currency;
  if (same && !row.held) return null;
  // A changed amount needs a new approval.
  const columns = { held: false, state: 'due' as PayableState, reason: null, reference: null };
  const { processingFee } = paymentParts(owed);
  return {
    columns: { ...columns, fee: owed, processingFee, currency },
    text: row.held ? 'Due: the collaboration is completed' : 'Due: the agreed fee has changed',
  };
}
