import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isoMoment } from './moment.ts';
import { TEXT_ARRAY, textArray } from './text-array.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(TEXT_ARRAY, textArray);
pg.types.setTypeParser(TIMESTAMPTZ, isoMoment);

/** The query builder over the pool, or over one transaction of it. */
export type Database = NodePgDatabase;

/**
 * Opens a pool. Counts come as numbers, moments as ISO 8601 UTC text. `settings` are those of PostgreSQL for each
 * of its connections.
 */
export function openPool(
  connectionString: string,
  max = 12,
  { name = 'troupe-api', settings = {} }: { name?: string; settings?: Record<string, string> } = {},
): pg.Pool {
  const options = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`);
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    ...(options.length > 0 ? { options: options.join(' ') } : {}),
  });
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on('error', () => {});
  return pool;
}

export const databaseOver = (pool: pg.Pool): Database => drizzle(pool);
