import type { SavedSearchScreen } from '@troupe/domain/discovery/creator-search';
import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** Saved searches of brands. */
export const savedSearchTable = pgTable(
  'saved_search',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    screen: text().$type<SavedSearchScreen>().notNull().default('creator-search'),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [uniqueIndex('saved_search_name').on(table.brandId, table.screen, sql`lower(${table.name})`)],
);
