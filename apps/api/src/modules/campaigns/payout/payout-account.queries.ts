import type { PayoutAccountState } from '@troupe/domain/campaigns/payout';
import { and, eq, type InferSelectModel, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { userTable } from '../../account/user/user.table.ts';
import { payoutAccountTable } from './payout.table.ts';

/** A creator's stored payout account. */
export type StoredPayoutAccount = InferSelectModel<typeof payoutAccountTable>;

/** Returns a creator's payout account; null without one. */
export async function readPayoutAccount(db: Database, userId: string): Promise<StoredPayoutAccount | null> {
  const [row] = await db.select().from(payoutAccountTable).where(eq(payoutAccountTable.userId, userId));
  return row ?? null;
}

/** Locks the account with the provider's ID; null if unknown. */
export async function lockPayoutAccount(
  tx: Database,
  accountId: string,
): Promise<StoredPayoutAccount | null> {
  const [row] = await tx
    .select()
    .from(payoutAccountTable)
    .where(eq(payoutAccountTable.accountId, accountId))
    .for('update');
  return row ?? null;
}

/** Returns the user whose account the provider reports about; null if unknown. */
export async function readPayee(db: Database, accountId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: payoutAccountTable.userId })
    .from(payoutAccountTable)
    .where(eq(payoutAccountTable.accountId, accountId));
  return row?.userId ?? null;
}

const columnsOf = (state: PayoutAccountState, now: Date) => ({
  accountId: state.accountId,
  country: state.country,
  submitted: state.submitted,
  receives: state.receives,
  paysOut: state.paysOut,
  missing: state.missing,
  inReview: state.inReview,
  rejected: state.rejected,
  checkedAt: now.toISOString(),
});

/** Stores a creator's account; replaces another one only while that hasn't been submitted. */
export async function insertPayoutAccount(
  db: Database,
  userId: string,
  state: PayoutAccountState,
  now: Date,
): Promise<void> {
  const columns = columnsOf(state, now);
  await db
    .insert(payoutAccountTable)
    .values({ userId, ...columns, createdAt: now.toISOString() })
    .onConflictDoUpdate({
      target: payoutAccountTable.userId,
      set: columns,
      setWhere: sql`not ${payoutAccountTable.submitted}`,
    });
}

/** Stores what the provider reports about an account. */
export async function updatePayoutAccount(db: Database, state: PayoutAccountState, now: Date): Promise<void> {
  await db
    .update(payoutAccountTable)
    .set(columnsOf(state, now))
    .where(eq(payoutAccountTable.accountId, state.accountId));
}

/** Forgets an account that no longer exists at the provider. */
export async function deletePayoutAccount(db: Database, accountId: string): Promise<void> {
  await db.delete(payoutAccountTable).where(eq(payoutAccountTable.accountId, accountId));
}

/**
 * Stores whether the bank took the latest payout. Returns false for an older report than the stored one. Reports carry
 * whole seconds: within one, a failure counts, because banks refuse payouts that were reported as paid.
 */
export async function writeBankResult(
  db: Database,
  accountId: string,
  { failure, at }: { failure: string | null; at: string },
): Promise<boolean> {
  const rows = await db
    .update(payoutAccountTable)
    .set({ bankFailure: failure, bankAt: at })
    .where(
      and(
        eq(payoutAccountTable.accountId, accountId),
        or(
          isNull(payoutAccountTable.bankAt),
          lt(payoutAccountTable.bankAt, at),
          failure === null
            ? undefined
            : and(eq(payoutAccountTable.bankAt, at), isNull(payoutAccountTable.bankFailure)),
        ),
      ),
    )
    .returning({ userId: payoutAccountTable.userId });
  return rows.length > 0;
}

/** Returns the email address for a new account. */
export async function readPayeeEmail(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ email: userTable.email }).from(userTable).where(eq(userTable.id, userId));
  return row?.email ?? '';
}
