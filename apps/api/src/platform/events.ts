import type { DomainEvent, DomainEventOf, DomainEventType } from '@troupe/domain/domain-event';
import type { NodePgDatabase as Database } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { type Clock, systemClock } from './clock.ts';

/** Handles all events of its types from one publish, in order, within the transaction of the change. */
export type Subscriber<T extends DomainEventType> = (
  tx: Database,
  events: readonly DomainEventOf<T>[],
  now: Date,
) => Promise<void>;

/** The subscribers to domain events in one process, in order of subscription. `app/modules.ts` wires them. */
export class DomainEvents {
  readonly #clock: Clock;
  readonly #subscribers: { types: ReadonlySet<DomainEventType>; handle: Subscriber<never> }[] = [];

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Subscribes to events. A throwing handler rolls the change back; slow or external work belongs in a job enqueued
   * on the connection of the transaction (`connectionOf`).
   */
  subscribe<T extends DomainEventType>(types: T | readonly T[], handle: Subscriber<T>): void {
    this.#subscribers.push({ types: new Set<DomainEventType>([types].flat() as T[]), handle });
  }

  /** Passes events to their subscribers in sequence. */
  async publish(tx: Database, events: readonly DomainEvent[], now = this.#clock.now()): Promise<void> {
    for (const { types, handle } of this.#subscribers) {
      const wanted = events.filter(({ type }) => types.has(type));
      if (wanted.length > 0) await handle(tx, wanted as never[], now);
    }
  }
}

/** The subscribers of a pool, its databases and its transactions. */
const eventsOf = new WeakMap<object, DomainEvents>();

/** Connects a pool with subscribers: every database and transaction on it publishes to them. */
export const connectEvents = (pool: pg.Pool, events: DomainEvents): void => void eventsOf.set(pool, events);

/** Returns the database or transaction, made to publish to the subscribers of its pool. */
export function withEvents(pool: pg.Pool, db: Database): Database {
  const events = eventsOf.get(pool);
  if (events) eventsOf.set(db, events);
  return db;
}

/**
 * Passes events to their subscribers in the transaction of the change; a failing subscriber rolls it back.
 * @param now when it happened; by default the clock's time
 * @throws Error for an unconnected pool: silently skipping subscribers would lose data
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
