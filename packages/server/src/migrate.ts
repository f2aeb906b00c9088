import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/**
 * Changes a database while no other process does.
 * @param lock an advisory lock that every process of the host takes for this
 */
export async function migrateAlone(
  connectionString: string,
  lock: number,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'troupe-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await work(client);
  } finally {
    await client.end();
  }
}

/** Applies the migrations that a database has not seen yet; `folder` holds them and `meta/_journal.json`. */
export const applyMigrations = (client: pg.Client, folder: string): Promise<void> =>
  migrate(drizzle(client), { migrationsFolder: folder });
