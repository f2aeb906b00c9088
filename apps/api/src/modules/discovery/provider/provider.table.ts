import { sql } from 'drizzle-orm';
import { doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** Usage of provider quotas per window (day or hour), shared by all processes. */
export const providerQuotaTable = pgTable(
  'provider_quota',
  {
    provider: text().notNull(),
    quota: text().notNull(),
    windowStart: instant('window_start').notNull(),
    used: doublePrecision().notNull().default(0),
    limit: doublePrecision(),
    resetsAt: instant('resets_at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.quota, table.windowStart] })],
);

/** A brand's usage of a provider's daily quota (UTC), so no brand can use up the shared quota. */
export const providerShareTable = pgTable(
  'provider_share',
  {
    provider: text().notNull(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** `YYYY-MM-DD`. */
    day: text().notNull(),
    used: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.brandId, table.day] })],
);

/** Recent call results of providers, shown to administrators. */
export const providerStateTable = pgTable('provider_state', {
  provider: text().primaryKey(),
  lastCallAt: instant('last_call_at'),
  failuresInARow: integer('failures_in_a_row').notNull().default(0),
  lastFailureAt: instant('last_failure_at'),
  lastFailure: text('last_failure'),
  openUntil: instant('open_until'),
  updatedAt: instant('updated_at').notNull().default(sql`now()`),
});
