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
