import type { BrandRole } from '@troupe/domain/account/user';
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { userTable } from '../user/user.table.ts';

/** Brands: every other thing a brand owns carries its id. */
export const brandTable = pgTable(
  'brand',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    website: text().notNull(),
    description: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    /** When its owners closed the account. Nobody but administrators gets in, and a job removes it later. */
    closedAt: instant('closed_at'),
  },
  (table) => [index('brand_name').on(sql`lower(${table.name})`)],
);

/** Who belongs to which brand. */
export const brandMemberTable = pgTable(
  'brand_member',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    role: text().$type<BrandRole>().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.userId] }),
    index('brand_member_user').on(table.userId),
  ],
);
