import type { CreditEntry, CreditKind } from '@troupe/domain/billing/credit';
import { problem } from '@troupe/domain/problem';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { personNameSql, userTable } from '../../account/user/user.table.ts';
import { creditEntryTable } from './credit.table.ts';

/** A ledger entry without display fields. */
export interface CreditMovement {
  id: string;
  kind: CreditKind;
  amount: number;
  /** Balance after this entry. */
  balance: number;
  /** Whether the entry existed already, so nothing was added. */
  repeated: boolean;
}

/** State of a reservation: held until captured (spent) or released (returned). */
export type ReservationState = 'held' | 'captured' | 'released';

interface EntryRef {
  brandId: string;
  /** What the entry belongs to: one reservation, or one grant of its kind. */
  reference: string;
}

/**
 * Serializes a brand's ledger entries until the transaction ends. The next statement sees the
 * previous entry.
 */
export const lockCredits = (db: Database, brandId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`credit:${brandId}`}, 0))`);

/** Returns entries of these kinds with a reference, by kind. */
export async function movementsOf(
  db: Database,
  { brandId, reference }: EntryRef,
  kinds: readonly CreditKind[],
) {
  const rows = await db
    .select({
      id: creditEntryTable.id,
      kind: creditEntryTable.kind,
      amount: creditEntryTable.amount,
      balance: creditEntryTable.balance,
    })
    .from(creditEntryTable)
    .where(
      and(
        eq(creditEntryTable.brandId, brandId),
        eq(creditEntryTable.reference, reference),
        inArray(creditEntryTable.kind, [...kinds]),
      ),
    );
  return new Map(rows.map((row) => [row.kind, { ...row, repeated: true }]));
}

interface NewMovement extends EntryRef {
  kind: CreditKind;
  amount: number;
  reason: string;
  userId: string | null;
}

/** Appends an entry; the lock must be held. Throws `insufficient_credits` below 0. */
export async function appendEntry(db: Database, movement: NewMovement, now: Date): Promise<CreditMovement> {
  const [last] = await db
    .select({ number: creditEntryTable.number, balance: creditEntryTable.balance })
    .from(creditEntryTable)
    .where(eq(creditEntryTable.brandId, movement.brandId))
    .orderBy(desc(creditEntryTable.number))
    .limit(1);
  const balance = (last?.balance ?? 0) + movement.amount;
  if (balance < 0) throw problem('insufficient_credits');
  const id = newId();
  await db.insert(creditEntryTable).values({
    ...movement,
    id,
    number: (last?.number ?? 0) + 1,
    balance,
    createdAt: now.toISOString(),
  });
  await publish(
    db,
    [
      {
        brandId: movement.brandId,
        type: 'credit.changed',
        data: { entryId: id, kind: movement.kind, amount: movement.amount, balance },
      },
    ],
    now,
  );
  return { id, kind: movement.kind, amount: movement.amount, balance, repeated: false };
}

/**
 * Deducts credits and holds them for a purchase. `db` is the caller's transaction. A reference
 * reserved before returns its current state, regardless of the balance; a new attempt after a
 * release needs a new reference.
 * @throws insufficient_credits
 */
export async function reserveCredit(
  db: Database,
  { amount, ...of }: EntryRef & { reason: string; userId: string | null; amount: number },
  now: Date,
): Promise<CreditMovement & { state: ReservationState }> {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`cannot reserve ${amount} credits`);
  await lockCredits(db, of.brandId);
  const before = await movementsOf(db, of, ['reserve', 'capture', 'release']);
  const reserved = before.get('reserve');
  if (reserved) return { ...reserved, state: stateOf(before) };
  return { ...(await appendEntry(db, { ...of, kind: 'reserve', amount: -amount }, now)), state: 'held' };
}

function stateOf(movements: ReadonlyMap<CreditKind, unknown>): ReservationState {
  if (movements.has('capture')) return 'captured';
  return movements.has('release') ? 'released' : 'held';
}

/**
 * Makes a reservation final. `db` is the transaction that stores the purchased item. Idempotent.
 * @throws invalid_transition if nothing was reserved, or it was released
 */
export async function captureCredit(db: Database, of: EntryRef, now: Date): Promise<CreditMovement> {
  return settle(db, of, 'capture', null, now);
}

/**
 * Returns reserved credits. `db` is the caller's transaction. Idempotent.
 * @throws invalid_transition if nothing was reserved, or it was captured
 */
export async function releaseCredit(
  db: Database,
  { reason, ...of }: EntryRef & { reason: string },
  now: Date,
): Promise<CreditMovement> {
  return settle(db, of, 'release', reason, now);
}

async function settle(
  db: Database,
  { brandId, reference }: EntryRef,
  kind: 'capture' | 'release',
  reason: string | null,
  now: Date,
): Promise<CreditMovement> {
  await lockCredits(db, brandId);
  const before = await movementsOf(db, { brandId, reference }, ['reserve', 'capture', 'release']);
  const reserved = before.get('reserve');
  if (!reserved)
    throw problem('invalid_transition', { detail: `${kind} without a reservation: ${reference}` });
  const same = before.get(kind);
  if (same) return same;
  if (before.size > 1)
    throw problem('invalid_transition', { detail: `${kind} after the other: ${reference}` });
  const [origin] = await db
    .select({ reason: creditEntryTable.reason, userId: creditEntryTable.userId })
    .from(creditEntryTable)
    .where(eq(creditEntryTable.id, reserved.id));
  return appendEntry(
    db,
    {
      brandId,
      reference,
      kind,
      amount: kind === 'release' ? -reserved.amount : 0,
      reason: reason ?? origin?.reason ?? '',
      userId: origin?.userId ?? null,
    },
    now,
  );
}

/**
 * Adds credits, or removes some (adjustments only). `db` is the caller's transaction. Idempotent
 * per kind and reference: the first amount stays.
 * @throws insufficient_credits if there are too few to remove
 */
export async function grantCredits(
  db: Database,
  grant: EntryRef & {
    kind: 'plan' | 'grant' | 'purchase' | 'adjustment';
    amount: number;
    reason: string;
    userId: string | null;
  },
  now: Date,
): Promise<CreditMovement> {
  const { amount, kind, brandId } = grant;
  if (!Number.isSafeInteger(amount) || amount === 0 || (amount < 0 && kind !== 'adjustment'))
    throw new RangeError(`cannot grant ${amount} credits`);
  await lockCredits(db, brandId);
  const before = await movementsOf(db, grant, [kind]);
  return before.get(kind) ?? appendEntry(db, grant, now);
}

/** Returns a brand's available and reserved credits. */
export async function readBalance(
  db: Database,
  brandId: string,
): Promise<{ balance: number; reserved: number }> {
  const { rows } = await db.execute<{ balance: number; reserved: number }>(sql`
    select coalesce((select balance from credit_entry where brand_id = ${brandId}
        order by number desc limit 1), 0)::int as balance,
      coalesce((select -sum(held.amount) from credit_entry held
        where held.brand_id = ${brandId} and held.kind = 'reserve' and not exists (
          select from credit_entry settled where settled.brand_id = held.brand_id
            and settled.kind in ('capture', 'release') and settled.reference = held.reference)), 0)::int as reserved`);
  return rows[0] ?? { balance: 0, reserved: 0 };
}

const by = sql<string | null>`${sql.raw(personNameSql())}`;

const readable = {
  id: creditEntryTable.id,
  kind: creditEntryTable.kind,
  amount: creditEntryTable.amount,
  balance: creditEntryTable.balance,
  reason: creditEntryTable.reason,
  by,
  created: creditEntryTable.createdAt,
};

/** Returns a page of a brand's entries, newest first, with the total. */
export async function readEntryPage(
  db: Database,
  brandId: string,
  page: number,
): Promise<{ entries: CreditEntry[]; total: number }> {
  const [entries, [counted]] = await Promise.all([
    db
      .select(readable)
      .from(creditEntryTable)
      .leftJoin(userTable, eq(userTable.id, creditEntryTable.userId))
      .where(eq(creditEntryTable.brandId, brandId))
      .orderBy(desc(creditEntryTable.number))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    // Entries are numbered without gaps and never deleted, so the last number is the total.
    db
      .select({ total: sql<number>`coalesce(max(${creditEntryTable.number}), 0)::int` })
      .from(creditEntryTable)
      .where(eq(creditEntryTable.brandId, brandId)),
  ]);
  return { entries, total: counted?.total ?? 0 };
}

/** Returns an entry of a brand, or null. */
export async function readEntry(db: Database, brandId: string, id: string): Promise<CreditEntry | null> {
  const [entry] = await db
    .select(readable)
    .from(creditEntryTable)
    .leftJoin(userTable, eq(userTable.id, creditEntryTable.userId))
    .where(and(eq(creditEntryTable.brandId, brandId), eq(creditEntryTable.id, id)));
  return entry ?? null;
}

const AT_ONCE = 1000;

/** Iterates over a brand's entries in chunks, newest first. */
export async function* eachEntry(db: Database, brandId: string): AsyncGenerator<CreditEntry[]> {
  let before = 2 ** 31 - 1;
  for (;;) {
    const rows = await db
      .select({ ...readable, number: creditEntryTable.number })
      .from(creditEntryTable)
      .leftJoin(userTable, eq(userTable.id, creditEntryTable.userId))
      .where(and(eq(creditEntryTable.brandId, brandId), lt(creditEntryTable.number, before)))
      .orderBy(desc(creditEntryTable.number))
      .limit(AT_ONCE);
    const last = rows.at(-1);
    if (!last) return;
    before = last.number;
    yield rows;
  }
}

/** Returns whether a brand's ledger has an entry of this kind and reference. */
export async function hasCreditEntry(
  db: Database,
  { brandId, kind, reference }: EntryRef & { kind: CreditKind },
): Promise<boolean> {
  return (await movementsOf(db, { brandId, reference }, [kind])).size > 0;
}
