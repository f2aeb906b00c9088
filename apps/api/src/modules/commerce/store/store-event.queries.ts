import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import {
  failReceived,
  finishReceived,
  forgetReceived,
  type InboxEnd,
  lockDue,
} from '../../../platform/incoming/inbox.queries.ts';
import { storeEventTable as event, privacyRequestTable } from './store.table.ts';

/** An event as it is stored. */
export type StoreEvent = typeof event.$inferSelect;

/** A day of trying, after which only a person can help. */
const MOST_ATTEMPTS = 30;
const KEPT_DAYS = 30;

const inbox = {
  table: event,
  key: event.key,
  happenedAt: event.triggeredAt,
  mostAttempts: MOST_ATTEMPTS,
  keptDays: KEPT_DAYS,
};

/** Stores events as they came; those whose key was stored before are left aside. Answers how many are new. */
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

/** Returns the oldest events that are due, or those of `keys` that are, held until the transaction ends. */
export const holdDueStoreEvents = (
  tx: Database,
  now: Date,
  limit: number,
  keys?: readonly string[],
): Promise<StoreEvent[]> => lockDue(tx, inbox, now, { limit, keys });

/** Ends the work on events, and lets their bodies go. */
export const finishStoreEvents = (tx: Database, ends: readonly InboxEnd[], now: Date): Promise<void> =>
  finishReceived(tx, inbox, ends, now, { dropsBodies: true });

/** Notes that an event could not be processed; it is tried again. */
export const failStoreEvent = (db: Database, event: StoreEvent, note: string, now: Date): Promise<void> =>
  failReceived(db, inbox, event, note, now);

/**
 * Lets go of bodies of a shop that could not be worked through, because they may name somebody.
 * @param but topics that stay: what others asked for is still to be done
 */
export async function dropFailedBodies(tx: Database, shop: string, but: ReadonlySet<string>): Promise<void> {
  await tx
    .update(event)
    .set({ body: '', dueAt: null, note: 'Removed because a customer asked for it.' })
    .where(and(eq(event.shop, shop), eq(event.state, 'failed'), notInArray(event.topic, [...but])));
}

/** Forgets everything that a shop told, but for events that are in hand. */
export async function deleteEventsOf(tx: Database, shop: string, but: readonly string[]): Promise<void> {
  await tx.delete(event).where(and(eq(event.shop, shop), notInArray(event.key, ['', ...but])));
}

/** Forgets old events that are done with. */
export const forgetStoreEvents = (db: Database, now: Date): Promise<void> => forgetReceived(db, inbox, now);

/** Writes down what was asked for by law, and what was done. */
export async function insertPrivacyRequest(
  tx: Database,
  row: Omit<typeof privacyRequestTable.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(privacyRequestTable).values({ id: newId(), ...row });
}
