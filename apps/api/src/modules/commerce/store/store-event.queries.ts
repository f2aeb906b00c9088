import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { inboxQueries } from '../../../platform/incoming/inbox.queries.ts';
import { storeEventTable as event, privacyRequestTable } from './store.table.ts';

/** A stored event. */
export type StoreEvent = typeof event.$inferSelect;

/** Received events. Retried for about a day; after that a person must look. */
export const storeEvents = inboxQueries({
  table: event,
  key: event.key,
  keyOf: ({ key }) => key,
  happenedAt: event.triggeredAt,
  mostAttempts: 30,
  keptDays: 30,
  dropsBodies: true,
});

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

/** Records a privacy request and what was done. */
export async function insertPrivacyRequest(
  tx: Database,
  row: Omit<typeof privacyRequestTable.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(privacyRequestTable).values({ id: newId(), ...row });
}
