import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** The last commit with the migrations that the initial one replaced; it can migrate any older database. */
const BRIDGE = 'c24663c3';

/** A database that this version can't migrate; the message says what to do. */
class OutdatedDatabase extends Error {
  override name = 'OutdatedDatabase';
}

/**
 * Changes a database under an exclusive advisory lock.
 * @param lock the lock that every process of the host uses for this
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
 * Applies pending migrations from `folder`, which contains them and `meta/_journal.json`. The first one replaced
 * several earlier ones and has the time of the last of them, so databases with all of these continue.
 * @throws an error named OutdatedDatabase, changing nothing, if a database lacks some of them
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

/** Returns the time of a database's newest migration in milliseconds; undefined for a new one. */
async function lastMigration(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ kept: boolean; earlier: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as kept,
            to_regclass('migration') is not null as earlier`,
  );
  // The login host's former migrator used this table.
  if (rows[0]?.earlier) return 0;
  if (!rows[0]?.kept) return undefined;
  const last = await client.query<{ at: string | null }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  const at = last.rows[0]?.at;
  return at == null ? undefined : Number(at);
}
