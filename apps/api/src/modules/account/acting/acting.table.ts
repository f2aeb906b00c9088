import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../brand/brand.table.ts';
import { userTable } from '../user/user.table.ts';

/** Sessions in which administrators act as a member of a brand for a short time. */
export const actingTable = pgTable(
  'acting',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** The acting administrator. */
    administratorId: uuid('administrator_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    /** The member they act as. */
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [index('acting_of').on(table.administratorId, table.createdAt.desc())],
);
