import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** The last commit with the migrations that the initial one replaced. It migrates any older database. */
const BRIDGE = 'c24663c3';

/** A database that this version cannot migrate; the message says what to do. */
class OutdatedDatabase extends Error {
  override name = 'OutdatedDatabase';
}

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

/**
 * Applies the migrations that a database has not seen yet; `folder` holds them and `meta/_journal.json`. The first one
 * replaced several earlier ones and has the time of the last of them, so databases that saw all of these continue.
 * @throws an error named OutdatedDatabase when a database stopped before the last of them; nothing is changed then
 */
export async function applyMigrations(client: pg.Client, folder: string): Promise<void> {
  const [initial] = readMigrationFiles({ migrationsFolder: folder });
  const seen = await lastMigration(client);
  if (initial && seen !== undefined && seen < initial.folderMillis)
    throw new OutdatedDatabase(
      `The database "${client.database}" is too old for this version of Troupe. Start Troupe at commit ${BRIDGE} once with it, then this version again. Nothing was changed.`,
    );
  await migrate(drizzle(client), { migrationsFolder: folder });
}

/** Returns the time of the newest migration that a database saw, in milliseconds; undefined when it is new. */
async function lastMigration(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ kept: boolean; earlier: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as kept,
            to_regclass('migration') is not null as earlier`,
  );
  // The login host had a migrator of its own once, which kept names in this table.
  if (rows[0]?.earlier) return 0;
  if (!rows[0]?.kept) return undefined;
  const last = await client.query<{ at: string | null }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  const at = last.rows[0]?.at;
  return at == null ? undefined : Number(at);
}
