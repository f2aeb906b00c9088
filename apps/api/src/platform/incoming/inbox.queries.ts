import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { integer, type PgColumn, type PgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../column.ts';
import type { Database } from '../database.ts';

/** What became of a received webhook. */
export type InboxState = 'received' | 'processed' | 'ignored' | 'failed';

/** Columns that every table of received webhooks has, beside the provider's id and what is particular to it. */
export const inboxColumns = () => ({
  body: text().notNull(),
  state: text().$type<InboxState>().notNull().default('received'),
  note: text(),
  receivedAt: instant('received_at').notNull(),
  processedAt: instant('processed_at'),
  attempts: integer().notNull().default(0),
  /** Processed then at the earliest; null when that is done, or given up. */
  dueAt: instant('due_at'),
});

type Table = PgTable & Record<'state' | 'receivedAt' | 'dueAt', PgColumn>;

/** A table of received webhooks, the column of the provider's id, and the one of when it happened there. */
export interface InboxTable<T extends Table> {
  table: T;
  key: PgColumn;
  happenedAt: PgColumn;
  /** After so many attempts only a person can help; without it, it is tried forever. */
  mostAttempts?: number;
  /** Days for which finished webhooks are kept. */
  keptDays: number;
}

const FIRST_WAIT_S = 5;
const LONGEST_WAIT_S = 3600;

/**
 * Returns the oldest webhooks that are due, locked until the transaction ends; rows others hold are theirs.
 * @param keys only these
 * @param waits for whoever has a row in hand, instead of leaving it to them
 */
export async function holdDue<T extends Table>(
  tx: Database,
  { table, key, happenedAt }: InboxTable<T>,
  now: Date,
  { limit, keys, waits = false }: { limit: number; keys?: readonly string[] | undefined; waits?: boolean },
): Promise<T['$inferSelect'][]> {
  const rows = await tx
    .select()
    .from(table as Table)
    .where(and(lte(table.dueAt, now.toISOString()), keys && inArray(key, [...keys])))
    .orderBy(asc(table.dueAt), asc(happenedAt), asc(key))
    .limit(limit)
    .for('update', waits ? {} : { skipLocked: true });
  return rows as T['$inferSelect'][];
}

/** What became of a webhook that was processed. */
export interface InboxEnd {
  key: string;
  state: 'processed' | 'ignored';
  note: string | null;
  brandId: string | null;
}

/** Ends the work on webhooks; `dropsBodies` lets go of what they said. */
export async function finishReceived<T extends Table>(
  tx: Database,
  { table, key }: InboxTable<T>,
  ends: readonly InboxEnd[],
  now: Date,
  { dropsBodies = false }: { dropsBodies?: boolean } = {},
): Promise<void> {
  if (ends.length === 0) return;
  const rows = ends.map(({ key, state, note, brandId }) => ({ key, state, note, brand_id: brandId }));
  await tx.execute(sql`
    update ${table} set state = done.state, note = done.note, brand_id = done.brand_id,
      ${dropsBodies ? sql`body = '',` : sql``} attempts = attempts + 1, due_at = null,
      processed_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as done(key text, state text, note text, brand_id uuid)
    where ${key} = done.key`);
}

/** Notes why a webhook could not be processed; it is tried again after 5 s, 10 s, 20 s ... at most an hour. */
export async function failReceived<T extends Table>(
  db: Database,
  { table, key, mostAttempts = Number.POSITIVE_INFINITY }: InboxTable<T>,
  failed: { key: string; attempts: number },
  note: string,
  now: Date,
): Promise<void> {
  const wait = Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** failed.attempts);
  const attempts = failed.attempts + 1;
  const dueAt = attempts < mostAttempts ? new Date(now.getTime() + wait * 1000).toISOString() : null;
  const values = { state: 'failed', note: note.slice(0, 500), attempts, dueAt };
  await db
    .update(table as Table)
    .set(values as object)
    .where(eq(key, failed.key));
}

/** Forgets webhooks that are done with, once they were kept for long enough. */
export async function forgetReceived<T extends Table>(
  db: Database,
  { table, keptDays }: InboxTable<T>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
  await db.delete(table).where(and(lte(table.receivedAt, before), isNull(table.dueAt)));
}
