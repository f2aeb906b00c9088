import type { Database } from '../../../platform/database.ts';
import {
  failReceived,
  finishReceived,
  forgetReceived,
  type InboxOutcome,
  lockDue,
} from '../../../platform/incoming/inbox.queries.ts';
import { payoutEventTable as event } from './payout.table.ts';

/** A stored event of the payout provider. */
export type StoredPayoutEvent = typeof event.$inferSelect;

const inbox = { table: event, key: event.id, happenedAt: event.occurredAt, mostAttempts: 20, keptDays: 400 };

/** Stores new events and skips known ids. Returns the number of new events. */
export async function insertPayoutEvents(
  db: Database,
  events: readonly Pick<StoredPayoutEvent, 'id' | 'type' | 'body' | 'occurredAt'>[],
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const rows = await db
    .insert(event)
    .values(events.map((one) => ({ ...one, receivedAt: at, dueAt: at })))
    .onConflictDoNothing()
    .returning({ id: event.id });
  return rows.length;
}

/** Locks the oldest due events until the transaction ends. */
export const lockDuePayoutEvents = (
  tx: Database,
  now: Date,
  limit: number,
  keys?: readonly string[],
): Promise<StoredPayoutEvent[]> => lockDue(tx, inbox, now, { limit, keys });

/** Marks events as processed. */
export const finishPayoutEvents = (tx: Database, ends: readonly InboxOutcome[], now: Date): Promise<void> =>
  finishReceived(tx, inbox, ends, now);

/** Marks an event as failed; it will be retried. */
export const failPayoutEvent = (
  db: Database,
  { id, attempts }: StoredPayoutEvent,
  note: string,
  now: Date,
): Promise<void> => failReceived(db, inbox, { key: id, attempts }, note, now);

/** Deletes old processed events. */
export const deleteOldPayoutEvents = (db: Database, now: Date): Promise<void> =>
  forgetReceived(db, inbox, now);
