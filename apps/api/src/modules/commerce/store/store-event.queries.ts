import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import {
  failReceived,
  finishReceived,
  forgetReceived,
  type InboxOutcome,
  lockDue,
} from '../../../platform/incoming/inbox.queries.ts';
import { storeEventTable as event, privacyRequestTable } from './store.table.ts';

/** A stored event. */
export type StoreEvent = typeof event.$inferSelect;

/** Retried for about a day; after that a person must look. */
const MAX_ATTEMPTS = 30;
const KEPT_DAYS = 30;

const inbox = {
  table: event,
  key: event.key,
  happenedAt: event.triggeredAt,
  mostAttempts: MAX_ATTEMPTS,
  keptDays: KEPT_DAYS,
};

/** Stores new events and skips known keys. Returns the number of new events. */
export async function insertStoreEvents(
  db: Database,
  rows: readonly Pick<StoreEvent, 'key' | 'shop' | 'topic' | 'body' | 'triggeredAt'>[],
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const column = (values: readonly string[]) => sql.param([...values]);
  const { rowCount } = await db.execute(sql`
    insert into store_event (key, shop, topic, body, triggered_at, received_at, due_at)
    select key, shop, topic, body, triggered_at, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${column(rows.map(({ key }) => key))}::text[], ${column(rows.map(({ shop }) => shop))}::text[],
      ${column(rows.map(({ topic }) => topic))}::text[], ${column(rows.map(({ body }) => body))}::text[],
      ${column(rows.map(({ triggeredAt }) => triggeredAt))}::timestamptz[])
      as told(key, shop, topic, body, triggered_at)
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Locks the oldest due events, or those of `keys`, until the transaction ends. */
export const lockDueStoreEvents = (
  tx: Database,
  now: Date,
  limit: number,
  keys?: readonly string[],
): Promise<StoreEvent[]> => lockDue(tx, inbox, now, { limit, keys });

/** Marks events as processed and deletes their bodies. */
export const finishStoreEvents = (tx: Database, ends: readonly InboxOutcome[], now: Date): Promise<void> =>
  finishReceived(tx, inbox, ends, now, { dropsBodies: true });

/** Marks an event as failed; it will be retried. */
export const failStoreEvent = (db: Database, event: StoreEvent, note: string, now: Date): Promise<void> =>
  failReceived(db, inbox, event, note, now);

/**
 * Deletes bodies of a shop's failed events, because they may contain personal data.
 * @param but topics to keep: requests that must still be fulfilled
 */
export async function dropFailedBodies(tx: Database, shop: string, but: ReadonlySet<string>): Promise<void> {
  await tx
    .update(event)
    .set({ body: '', dueAt: null, note: "Deleted at a customer's request." })
    .where(and(eq(event.shop, shop), eq(event.state, 'failed'), notInArray(event.topic, [...but])));
}

/** Deletes all events of a shop except those being processed. */
export async function deleteEventsOf(tx: Database, shop: string, but: readonly string[]): Promise<void> {
  await tx.delete(event).where(and(eq(event.shop, shop), notInArray(event.key, ['', ...but])));
}

/** Deletes old processed events. */
export const deleteOldStoreEvents = (db: Database, now: Date): Promise<void> =>
  forgetReceived(db, inbox, now);

/** Records a privacy request and what was done. */
export async function insertPrivacyRequest(
  tx: Database,
  row: Omit<typeof privacyRequestTable.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(privacyRequestTable).values({ id: newId(), ...row });
}
