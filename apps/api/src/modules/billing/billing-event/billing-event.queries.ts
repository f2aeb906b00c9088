import type {
  BillingEvent,
  BillingEventState,
  Difference,
  Reconciliation,
} from '@troupe/domain/billing/billing-event';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { inboxQueries } from '../../../platform/incoming/inbox.queries.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { billingEventTable as event, reconciliationTable as reconciliation } from './billing-event.table.ts';

/** A stored event. */
export type StoredEvent = typeof event.$inferSelect;

/** Received events. Kept for 400 days, because they contain personal data. */
export const billingEvents = inboxQueries({
  table: event,
  key: event.id,
  keyOf: ({ id }) => id,
  happenedAt: event.occurredAt,
  keptDays: 400,
});

/** Requeues an event; false if it doesn't exist. */
export async function requeueEvent(db: Database, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(event)
    .set({ state: 'received', note: null, dueAt: now.toISOString() })
    .where(eq(event.id, id))
    .returning({ id: event.id });
  return rows.length > 0;
}

const readable = {
  id: event.id,
  type: event.type,
  state: event.state,
  note: event.note,
  occurred: event.occurredAt,
  received: event.receivedAt,
  processed: event.processedAt,
  attempts: event.attempts,
  brandId: event.brandId,
  brandName: brandTable.name,
};

const toEvent = ({
  brandId,
  brandName,
  ...rest
}: Omit<BillingEvent, 'brand'> & { brandId: string | null; brandName: string | null }): BillingEvent => ({
  ...rest,
  brand: brandId === null ? null : { id: brandId, name: brandName ?? '' },
});

/** Reads an event as shown to administrators, or null. */
export async function readEvent(db: Database, id: string): Promise<BillingEvent | null> {
  const [row] = await db
    .select(readable)
    .from(event)
    .leftJoin(brandTable, eq(brandTable.id, event.brandId))
    .where(eq(event.id, id));
  return row ? toEvent(row) : null;
}

/** Reads a page of events, newest first. */
export async function readEventPage(
  db: Database,
  {
    page,
    state,
    brandId,
  }: { page: number; state?: BillingEventState | undefined; brandId?: string | undefined },
): Promise<{ events: BillingEvent[]; total: number }> {
  const wanted = and(
    state ? eq(event.state, state) : undefined,
    brandId ? eq(event.brandId, brandId) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select(readable)
      .from(event)
      .leftJoin(brandTable, eq(brandTable.id, event.brandId))
      .where(wanted)
      .orderBy(desc(event.receivedAt), desc(event.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.select({ total: count() }).from(event).where(wanted),
  ]);
  return { events: rows.map(toEvent), total: counted?.total ?? 0 };
}

/**
 * Starts a reconciliation; null if another one is running. A run older than `staleBefore` is
 * treated as aborted.
 */
export async function startReconciliation(
  tx: Database,
  now: Date,
  staleBefore: Date,
): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reconciliation', 0))`);
  const running = await tx
    .select({ id: reconciliation.id })
    .from(reconciliation)
    .where(
      and(
        isNull(reconciliation.endedAt),
        sql`${reconciliation.startedAt} > ${staleBefore.toISOString()}::timestamptz`,
      ),
    );
  if (running.length > 0) return null;
  const id = newId();
  await tx.insert(reconciliation).values({ id, startedAt: now.toISOString() });
  return id;
}

/** Completes a reconciliation with its findings. */
export async function endReconciliation(
  db: Database,
  id: string,
  found: { compared: number; differences: Difference[]; failure: string | null },
  now: Date,
): Promise<void> {
  await db
    .update(reconciliation)
    .set({ ...found, endedAt: now.toISOString() })
    .where(eq(reconciliation.id, id));
}

const comparison = {
  id: reconciliation.id,
  started: reconciliation.startedAt,
  ended: reconciliation.endedAt,
  compared: reconciliation.compared,
  differences: reconciliation.differences,
  failure: reconciliation.failure,
};

export async function readReconciliation(db: Database, id: string): Promise<Reconciliation | null> {
  const [row] = await db.select(comparison).from(reconciliation).where(eq(reconciliation.id, id));
  return row ?? null;
}

/** Returns when the last completed reconciliation started; null if there is none. */
export async function lastReconciled(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ started: reconciliation.startedAt })
    .from(reconciliation)
    .where(and(sql`${reconciliation.endedAt} is not null`, isNull(reconciliation.failure)))
    .orderBy(desc(reconciliation.startedAt))
    .limit(1);
  return row ? new Date(row.started) : null;
}

export async function readReconciliationPage(
  db: Database,
  page: number,
): Promise<{ reconciliations: Reconciliation[]; total: number }> {
  const [reconciliations, [counted]] = await Promise.all([
    db
      .select(comparison)
      .from(reconciliation)
      .orderBy(desc(reconciliation.startedAt), desc(reconciliation.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.select({ total: count() }).from(reconciliation),
  ]);
  return { reconciliations, total: counted?.total ?? 0 };
}
