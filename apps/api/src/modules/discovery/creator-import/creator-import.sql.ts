import { type SQL, sql } from 'drizzle-orm';

/** A value as a `jsonb` parameter: however many rows, one parameter. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;
