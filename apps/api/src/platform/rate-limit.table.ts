import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** How often something was done lately, counted for all processes together. Unlogged: a crash may forget it. */
export const rateLimitTable = pgTable(
  'rate_limit',
  {
    /** What is limited and for whom, such as `address:203.0.113.7`. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** When counting starts anew. */
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'string' }).notNull(),
  },
  (table) => [index('rate_limit_expiry').on(table.expiresAt)],
);
