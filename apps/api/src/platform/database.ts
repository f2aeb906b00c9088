import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(TIMESTAMPTZ, (value) => new Date(value).toISOString());

/** The query builder over the pool, or over one transaction of it. */
export type Database = NodePgDatabase;

/** Opens the pool. Counts come as numbers, moments as ISO 8601 UTC text. */
export function openPool(connectionString: string, max = 12): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, application_name: 'troupe-api' });
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on('error', () => {});
  return pool;
}

export const databaseOver = (pool: pg.Pool): Database => drizzle(pool);
