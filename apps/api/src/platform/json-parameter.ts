import { type SQL, sql } from 'drizzle-orm';

/**
 * What others told, as a `jsonb` parameter. What was cut to a length may end in half a character, which PostgreSQL
 * refuses in JSON, with everything beside it.
 */
export const toldJson = (value: unknown): SQL =>
  sql`${JSON.stringify(value, (_key, inner) => (typeof inner === 'string' ? inner.toWellFormed() : inner))}::jsonb`;
