import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Rate limit counts, shared by all processes. Unlogged: losing them in a crash is fine. */
export const rateLimitTable = pgTable(
  'rate_limit',
  {
    /** The limit and its subject, such as `address:203.0.113.7`. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** The end of the window. */
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'string' }).notNull(),
  },
  (table) => [index('rate_limit_expiry').on(table.expiresAt)],
);
