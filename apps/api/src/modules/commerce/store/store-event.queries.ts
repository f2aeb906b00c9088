import { and, asc, eq, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { storeEventTable as event, privacyRequestTable } from './store.table.ts';

/** An event as it is stored. */
export type StoreEvent = typeof event.$inferSelect;

const FIRST_WAIT_S = 5;
const LONGEST_WAIT_S = 3600;
/** A day of trying, after which only a person can help. */
const MOST_ATTEMPTS = 30;
const KEPT_DAYS = 30;

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

/**
 * The oldest events that wait, held until the transaction ends; those others hold are theirs.
 * @param keys only these
 */
export async function holdDueStoreEvents(
  tx: Database,
  now: Date,
  limit: number,
  keys?: readonly string[],
): Promise<StoreEvent[]> {
  return tx
    .select()
    .from(event)
    .where(and(lte(event.dueAt, now.toISOString()), keys && inArray(event.key, [...keys])))
    .orderBy(asc(event.dueAt), asc(event.triggeredAt), asc(event.key))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** What became of an event. */
export interface EventEnd {
  key: string;
  state: 'processed' | 'ignored';
  note: string | null;
  brandId: string | null;
}

/** Ends the work on events, and lets their bodies go. */
export async function finishStoreEvents(tx: Database, ends: readonly EventEnd[], now: Date): Promise<void> {
  if (ends.length === 0) return;
  const rows = ends.map(({ key, state, note, brandId }) => ({ key, state, note, brand_id: brandId }));
  await tx.execute(sql`
    update store_event set state = done.state, note = done.note, brand_id = done.brand_id, body = '',
      attempts = attempts + 1, due_at = null, processed_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as done(key text, state text, note text, brand_id uuid)
    where store_event.key = done.key`);
}

/** Notes that an event could not be worked through; it is tried again, ever more seldom. */
export async function failStoreEvent(
  db: Database,
  { key, attempts }: Pick<StoreEvent, 'key' | 'attempts'>,
  note: string,
  now: Date,
): Promise<void> {
  const wait = Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** attempts);
  const dueAt = new Date(now.getTime() + wait * 1000).toISOString();
  await db
    .update(event)
    .set({
      state: 'failed',
      note: note.slice(0, 500),
      attempts: attempts + 1,
      dueAt: attempts + 1 < MOST_ATTEMPTS ? dueAt : null,
    })
    .where(eq(event.key, key));
}

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
export async function forgetStoreEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  await db.delete(event).where(and(lte(event.receivedAt, before), isNull(event.dueAt)));
}

/** Writes down what was asked for by law, and what was done. */
export async function insertPrivacyRequest(
  tx: Database,
  row: Omit<typeof privacyRequestTable.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(privacyRequestTable).values({ id: newId(), ...row });
}
