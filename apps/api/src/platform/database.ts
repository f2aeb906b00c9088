import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isoMoment } from './column.ts';
import { withEvents } from './events.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(TIMESTAMPTZ, isoMoment);

/** The query builder over the pool, or over one transaction of it. */
export type Database = NodePgDatabase;

/** The query builder over a pool; what it publishes goes to the subscribers of the pool. */
export const databaseOver = (pool: pg.Pool): Database => withEvents(pool, drizzle(pool));

/** Text in which `like` sees no patterns. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A search text as a pattern for `like` and `ilike` that matches it anywhere, to the letter. */
export const containing = (search: string): string => `%${literal(search.trim())}%`;

/**
 * Runs work in one transaction. `connection` is the same transaction as `tx`, for what takes a bare
 * connection: a job sent on it exists only when the transaction commits.
 */
export async function withTransaction<T>(
  pool: pg.Pool,
  work: (tx: Database, connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    await connection.query('begin');
    const result = await work(withEvents(pool, drizzle(connection)), connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}

/**
 * Returns the connection of a transaction, for what takes a bare one: a job sent on it exists only when the transaction
 * commits.
 */
export const connectionOf = (tx: Database): Pick<pg.ClientBase, 'query'> =>
  // Its type hides it.
  (tx._.session as unknown as { client: pg.PoolClient }).client;

/**
 * Runs work in a read-only transaction that sees everything as it is now, on a connection of its own: for work that
 * takes long, or that writes elsewhere while it reads.
 */
export async function withSnapshot<T>(
  connectionString: string,
  work: (connection: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const connection = new pg.Client({
    connectionString,
    application_name: 'troupe-snapshot',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection is reported by the next query on it.
  connection.on('error', () => {});
  try {
    await connection.connect();
    await connection.query('begin transaction isolation level repeatable read, read only');
    return await work(connection);
  } finally {
    await connection.end().catch(() => {});
  }
}
