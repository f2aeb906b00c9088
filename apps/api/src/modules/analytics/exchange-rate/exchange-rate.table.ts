import { date, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';

/** Reference rates as published: units of a currency for one euro. Days without a rate have no row. */
export const exchangeRateTable = pgTable(
  'exchange_rate',
  {
    currency: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    perEuro: numeric('per_euro', { precision: 20, scale: 10 }).notNull(),
    source: text().notNull(),
    loadedAt: instant('loaded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.day] })],
);
