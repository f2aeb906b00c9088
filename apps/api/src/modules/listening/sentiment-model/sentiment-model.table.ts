import type { ModelCard } from '@troupe/domain/listening/sentiment/model-card';
import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Models that brands' corrections made of those of the installation, which are files. An attempt that wasn't better is
 * a row without weights: its card tells why.
 */
export const sentimentModelTable = pgTable(
  'sentiment_model',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'cascade' }),
    lang: text().notNull(),
    version: integer().notNull(),
    weights: bytes(),
    /** Corrections that it learned from. */
    n: integer().notNull(),
    card: jsonb().$type<ModelCard>(),
    /** Figures before and after, and why it wasn't kept. */
    report: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Whether it judges; one for each brand and language. */
    active: boolean().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('sentiment_model_once').on(table.brandId, table.lang, table.version).nullsNotDistinct(),
    uniqueIndex('sentiment_model_active').on(table.brandId, table.lang).where(sql`active`),
  ],
);
