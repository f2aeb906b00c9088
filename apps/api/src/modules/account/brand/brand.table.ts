import type { BrandRole } from '@troupe/domain/account/user';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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

/** Who belonged to a brand when it was closed. */
export interface FormerMember {
  userId: string;
  role: BrandRole;
}

/** Accounts that were closed. One that was undone stays as a line of what happened. */
export const brandClosingTable = pgTable(
  'brand_closing',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    /** Who gets back in when it is undone. */
    members: jsonb().$type<FormerMember[]>().notNull(),
    closedAt: instant('closed_at').notNull().default(sql`now()`),
    deleteAt: instant('delete_at').notNull(),
    /** When the provider of billing had cancelled what there was. */
    billingEndedAt: instant('billing_ended_at'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
  },
  (table) => [
    uniqueIndex('brand_closing_one').on(table.brandId).where(sql`${table.undoneAt} is null`),
    index('brand_closing_due').on(table.deleteAt).where(sql`${table.undoneAt} is null`),
  ],
);
