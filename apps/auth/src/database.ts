import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

export type Database = pg.Pool;
/** A pool or one of its clients inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

// Any number works as long as every process of this host takes the same one.
const migrationLock = 7_201_534_118;

/** Opens the pool; errors of idle connections are left to the next query. */
export function openDatabase(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
  });
  pool.on('error', () => {});
  return pool;
}

/** Runs `work` in one transaction; rolled back when it throws. */
export async function inTransaction<T>(db: Database, work: (client: Queryable) => Promise<T>): Promise<T> {
  const client = await db.connect();
  // A connection that breaks between two queries would otherwise end the process; the next query reports it.
  const ignore = () => {};
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/** Runs `work` while no other process of this host runs anything under the same lock. */
export async function underStartLock<T>(db: Database, work: (client: Queryable) => Promise<T>): Promise<T> {
  return await inTransaction(db, async (client) => {
    // A start that waits for another one must not be cut off by the time limit of ordinary queries.
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    return await work(client);
  });
}

/** Applies the files of `migrations/` that this database has not seen yet, in order of their names. */
export async function migrate(db: Database): Promise<void> {
  const folder = path.join(import.meta.dirname, 'migrations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  await underStartLock(db, async (client) => {
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const done = new Set(rows.map((row) => row.name));
    for (const file of files.filter((name) => !done.has(name))) {
      await client.query(await readFile(path.join(folder, file), 'utf8'));
      await client.query('insert into migration (name) values ($1)', [file]);
    }
  });
}
