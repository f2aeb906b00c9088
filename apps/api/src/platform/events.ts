import type { DomainEvent, DomainEventOf, DomainEventType } from '@troupe/domain/domain-event';
import type { NodePgDatabase as Database } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { type Clock, systemClock } from './clock.ts';

/** Handles events of its types, all of one publishing at once and in their order, in the transaction of what happened. */
export type Subscriber<T extends DomainEventType> = (
  tx: Database,
  events: readonly DomainEventOf<T>[],
  now: Date,
) => Promise<void>;

/** Who hears of domain events in one process, in the order in which they subscribed. `app/modules.ts` wires it. */
export class DomainEvents {
  readonly #clock: Clock;
  readonly #subscribers: { types: ReadonlySet<DomainEventType>; handle: Subscriber<never> }[] = [];

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Subscribes to events. A handler that fails undoes what happened; one with slow work, or with work outside of the
   * database, enqueues a job on
   * the connection of the transaction (`connectionOf`).
   */
  subscribe<T extends DomainEventType>(types: T | readonly T[], handle: Subscriber<T>): void {
    this.#subscribers.push({ types: new Set<DomainEventType>([types].flat() as T[]), handle });
  }

  /** Hands events to their subscribers, one after the other. */
  async publish(tx: Database, events: readonly DomainEvent[], now = this.#clock.now()): Promise<void> {
    for (const { types, handle } of this.#subscribers) {
      const wanted = events.filter(({ type }) => types.has(type));
      if (wanted.length > 0) await handle(tx, wanted as never[], now);
    }
  }
}

/** The subscribers that a pool, a database over it, or a transaction of it belongs to. */
const eventsOf = new WeakMap<object, DomainEvents>();

/** Connects a pool with subscribers: every database and transaction over it publishes to them. */
export const connectEvents = (pool: pg.Pool, events: DomainEvents): void => void eventsOf.set(pool, events);

/** Returns the database or transaction, which publishes to the subscribers of its pool; unconnected, it cannot publish. */
export function withEvents(pool: pg.Pool, db: Database): Database {
  const events = eventsOf.get(pool);
  if (events) eventsOf.set(db, events);
  return db;
}

/**
 * Passes events to their subscribers in the transaction of the change: a failing subscriber undoes it.
 * @param now when it happened; by default the time of the process's clock
 * @throws Error for a pool that was never connected: what follows from the event would silently be missing
 */
export async function publish(
  tx: Database,
  events: DomainEvent | readonly DomainEvent[],
  now?: Date,
): Promise<void> {
  const subscribers = eventsOf.get(tx);
  if (!subscribers)
    throw new Error('publish() needs a connected pool: call connectEvents(pool, events) first');
  await subscribers.publish(tx, [events].flat() as DomainEvent[], now);
}
