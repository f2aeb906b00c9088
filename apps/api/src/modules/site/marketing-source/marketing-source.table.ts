import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Marketing sources of users at sign-up. */
export const marketingSourceTable = pgTable(
  'marketing_source',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    campaign: text().notNull(),
    medium: text().notNull(),
    source: text().notNull(),
    content: text().notNull(),
    term: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('marketing_source_created').on(table.createdAt)],
);
