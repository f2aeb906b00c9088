import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { integer, type PgColumn, type PgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../column.ts';
import type { Database } from '../database.ts';

/** The processing state of a received webhook. */
export type InboxState = 'received' | 'processed' | 'ignored' | 'failed';

/** Columns shared by all tables of received webhooks, besides the provider's ID and specific ones. */
export const inboxColumns = () => ({
  body: text().notNull(),
  state: text().$type<InboxState>().notNull().default('received'),
  note: text(),
  receivedAt: instant('received_at').notNull(),
  processedAt: instant('processed_at'),
  attempts: integer().notNull().default(0),
  /** Earliest processing time; null once done or given up. */
  dueAt: instant('due_at'),
});

/** The outcome of a processed webhook. */
export interface InboxOutcome {
  key: string;
  state: 'processed' | 'ignored';
  note: string | null;
  brandId: string | null;
}

type Table = PgTable & Record<'state' | 'receivedAt' | 'dueAt', PgColumn>;
type Row<T extends Table> = T['$inferSelect'];

/** A table of received webhooks, with its columns for the provider's ID and time. */
interface InboxTable<T extends Table> {
  table: T;
  key: PgColumn;
  keyOf(row: Row<T>): string;
  happenedAt: PgColumn;
  /** Gives up after this many attempts; without it, retries forever. */
  mostAttempts?: number;
  /** Days to keep finished webhooks. */
  keptDays: number;
  /** Whether the content is deleted once it is processed. */
  dropsBodies?: boolean;
}

const FIRST_WAIT_S = 5;
const MAX_WAIT_S = 3600;

/** Returns the queries of a table of received webhooks. */
export function inboxQueries<T extends Table>({
  table,
  key,
  keyOf,
  happenedAt,
  mostAttempts = Number.POSITIVE_INFINITY,
  keptDays,
  dropsBodies = false,
}: InboxTable<T>) {
  return {
    /** Stores new webhooks and skips known ones. Returns the number of new ones. */
    async insert(
      db: Database,
      webhooks: readonly Omit<T['$inferInsert'], 'receivedAt' | 'dueAt'>[],
      now: Date,
    ): Promise<number> {
      const at = now.toISOString();
      const values = webhooks.map((one) => ({ ...one, receivedAt: at, dueAt: at }));
      const rows = await db
        .insert(table as PgTable)
        .values(values)
        .onConflictDoNothing()
        .returning({ key });
      return rows.length;
    },

    /**
     * Locks and returns the oldest due webhooks, skipping rows locked by others.
     * @param keys only these
     * @param waits waits for locked rows instead of skipping them
     */
    async lockDue(
      tx: Database,
      now: Date,
      {
        limit,
        keys,
        waits = false,
      }: { limit: number; keys?: readonly string[] | undefined; waits?: boolean },
    ): Promise<Row<T>[]> {
      const rows = await tx
        .select()
        .from(table as Table)
        .where(and(lte(table.dueAt, now.toISOString()), keys && inArray(key, [...keys])))
        .orderBy(asc(table.dueAt), asc(happenedAt), asc(key))
        .limit(limit)
        .for('update', waits ? {} : { skipLocked: true });
      return rows as Row<T>[];
    },

    /** Marks webhooks as finished. */
    async finish(tx: Database, ends: readonly InboxOutcome[], now: Date): Promise<void> {
      if (ends.length === 0) return;
      const rows = ends.map(({ key, state, note, brandId }) => ({ key, state, note, brand_id: brandId }));
      await tx.execute(sql`
        update ${table} set state = done.state, note = done.note, brand_id = done.brand_id,
          ${dropsBodies ? sql`body = '',` : sql``} attempts = attempts + 1, due_at = null,
          processed_at = ${now.toISOString()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as done(key text, state text, note text, brand_id uuid)
        where ${key} = done.key`);
    },

    /** Records why a webhook couldn't be processed; it is retried after 5 s, 10 s, 20 s ... up to an hour. */
    async fail(db: Database, failed: Row<T> & { attempts: number }, note: string, now: Date): Promise<void> {
      const wait = Math.min(MAX_WAIT_S, FIRST_WAIT_S * 2 ** failed.attempts);
      const attempts = failed.attempts + 1;
      const dueAt = attempts < mostAttempts ? new Date(now.getTime() + wait * 1000).toISOString() : null;
      const values = { state: 'failed', note: note.slice(0, 500), attempts, dueAt };
      await db
        .update(table as Table)
        .set(values as object)
        .where(eq(key, keyOf(failed)));
    },

    /** Deletes finished webhooks after their retention period. */
    async deleteOld(db: Database, now: Date): Promise<void> {
      const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
      await db.delete(table).where(and(lte(table.receivedAt, before), isNull(table.dueAt)));
    },
  };
}
