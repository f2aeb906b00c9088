import type { SavedSearchScreen } from '@troupe/domain/discovery/creator-search';
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../creator/creator.table.ts';

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
    /** When new matches were last looked for; null while no one is alerted. */
    checkedAt: instant('checked_at'),
    /** Why its matches can't be watched; null if they can. */
    alertProblem: text('alert_problem').$type<'too-many' | 'invalid'>(),
  },
  (table) => [
    uniqueIndex('saved_search_name').on(table.brandId, table.screen, sql`lower(${table.name})`),
    index('saved_search_checked').on(table.checkedAt).where(sql`${table.checkedAt} is not null`),
  ],
);

/** Members who are alerted about new matches of a saved search. */
export const savedSearchAlertTable = pgTable(
  'saved_search_alert',
  {
    savedSearchId: uuid('saved_search_id')
      .notNull()
      .references(() => savedSearchTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.savedSearchId, table.userId] }),
    index('saved_search_alert_user').on(table.userId),
    index('saved_search_alert_brand').on(table.brandId),
  ],
);

/** Creators that a watched search has found so far; each is reported as new once. */
export const savedSearchMatchTable = pgTable(
  'saved_search_match',
  {
    savedSearchId: uuid('saved_search_id')
      .notNull()
      .references(() => savedSearchTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    foundAt: instant('found_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.savedSearchId, table.creatorId] }),
    index('saved_search_match_creator').on(table.creatorId),
    index('saved_search_match_brand').on(table.brandId),
  ],
);

/** Saved views that only their author sees. */
export const personalViewTable = pgTable(
  'personal_view',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    screen: text().$type<SavedSearchScreen>().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('personal_view_name').on(
      table.brandId,
      table.userId,
      table.screen,
      sql`lower(${table.name})`,
    ),
    index('personal_view_user').on(table.userId),
  ],
);
