import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from './database.ts';

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
    const result = await work(drizzle(connection), connection);
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
