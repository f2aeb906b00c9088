import type { ForecastMeasure } from '@troupe/domain/analytics/forecast';
import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** A day of a recorded forecast. */
export interface RecordedDay {
  day: string;
  value: number;
  low80: number;
  high80: number;
  low95: number;
  high95: number;
}

/** Forecasts as they were made each week, and how they turned out. */
export const forecastRecordTable = pgTable(
  'forecast_record',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    measure: text().$type<ForecastMeasure>().notNull(),
    /** Null for orders. */
    currency: text(),
    zone: text().notNull(),
    /** The day before the first of `days`. */
    madeOn: date('made_on', { mode: 'string' }).notNull(),
    /** The last of `days`. */
    until: date({ mode: 'string' }).notNull(),
    days: jsonb().$type<RecordedDay[]>().notNull(),
    formulaVersion: integer('formula_version').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Once all days are over: how many lay within each band. */
    scoredAt: instant('scored_at'),
    within80: integer('within_80'),
    within95: integer('within_95'),
  },
  (table) => [
    unique('forecast_record_once')
      .on(table.brandId, table.measure, table.currency, table.madeOn)
      .nullsNotDistinct(),
    index('forecast_record_open').on(table.until).where(sql`${table.scoredAt} is null`),
  ],
);
