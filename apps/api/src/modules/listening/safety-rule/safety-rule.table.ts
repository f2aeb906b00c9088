import type { SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Versions of a brand's rules; the latest counts, and a category without any has the default. */
export const safetyRuleTable = pgTable(
  'safety_rule',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    category: text().$type<SafetyCategory>().notNull(),
    version: integer().notNull(),
    state: text().$type<'on' | 'off'>().notNull(),
    items: integer().notNull(),
    days: integer().notNull(),
    /** Null for the built-in words. */
    query: text(),
    names: text().array().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.category, table.version] })],
);
