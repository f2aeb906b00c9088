import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';

/** Longer than any call to a store takes with its repetitions. */
const LEASE_S = 60;
const ASK_MS = 100;

/** What only one process does at a time, without a connection that is held meanwhile. */
export interface Lease {
  /** Takes it for another while; false when it was lost. */
  renew(): Promise<boolean>;
}

/**
 * Runs work that only one process may do at a time, and waits for others that do it. One that died in the middle
 * holds things up for a minute at most; work must therefore see for itself that nothing changed before it writes.
 * @param waitMs how long to wait at most; 0 looks once
 * @returns null when others did not end in time
 */
export async function alone<T>(
  db: Database,
  name: string,
  waitMs: number,
  work: (lease: Lease) => Promise<T>,
): Promise<{ result: T } | null> {
  const holder = newId();
  const until = performance.now() + waitMs;
  while (!(await take(db, name, holder))) {
    if (performance.now() >= until) return null;
    await sleep(ASK_MS);
  }
  try {
    return { result: await work({ renew: () => take(db, name, holder) }) };
  } finally {
    // One that cannot be given back ends by itself.
    await db
      .execute(sql`delete from store_lease where name = ${name} and holder = ${holder}::uuid`)
      .catch(() => {});
  }
}

/** Takes a lease that nobody has, or takes an own one for longer. The database's clock counts. */
async function take(db: Database, name: string, holder: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into store_lease (name, holder, until)
    values (${name}, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${LEASE_S}::float8))
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where store_lease.holder = excluded.holder or store_lease.until < clock_timestamp()
    returning 1`);
  return rows.length > 0;
}
