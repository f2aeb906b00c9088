import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';

/** Longer than any store request with retries. */
const LEASE_S = 60;
const ASK_MS = 100;

/**
 * A lease for work that only one process may do at a time, without holding a database connection.
 */
export interface Lease {
  /** Extends the lease; false if it was lost. */
  renew(): Promise<boolean>;
}

/**
 * Runs work that only one process may do at a time, waiting for others. A process that dies blocks
 * others for up to a minute, so work must check that nothing changed before writing.
 * @param waitMs maximum wait; 0 tries once
 * @returns null if others didn't finish in time
 */
export async function withLease<T>(
  db: Database,
  name: string,
  waitMs: number,
  work: (lease: Lease) => Promise<T>,
): Promise<{ result: T } | null> {
  const holder = newId();
  const until = performance.now() + waitMs;
  while (!(await acquire(db, name, holder))) {
    if (performance.now() >= until) return null;
    await sleep(ASK_MS);
  }
  try {
    return { result: await work({ renew: () => acquire(db, name, holder) }) };
  } finally {
    // If releasing fails, the lease expires.
    await db
      .execute(sql`delete from store_lease where name = ${name} and holder = ${holder}::uuid`)
      .catch(() => {});
  }
}

/** Acquires a free lease or extends an own one, by the database's clock. */
async function acquire(db: Database, name: string, holder: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into store_lease (name, holder, until)
    values (${name}, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${LEASE_S}::float8))
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where store_lease.holder = excluded.holder or store_lease.until < clock_timestamp()
    returning 1`);
  return rows.length > 0;
}
