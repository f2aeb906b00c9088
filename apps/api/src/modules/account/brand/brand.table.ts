import type { BrandRole } from '@troupe/domain/account/user';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { userTable } from '../user/user.table.ts';

/** Brands. Everything a brand owns carries its ID. */
export const brandTable = pgTable(
  'brand',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    website: text().notNull(),
    description: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    /** When its owners closed the account. Only administrators have access then, and a job deletes it later. */
    closedAt: instant('closed_at'),
  },
  (table) => [index('brand_name').on(sql`lower(${table.name})`)],
);

/** Members of brands. */
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

/** A member at the time a brand was closed. */
export interface FormerMember {
  userId: string;
  role: BrandRole;
}

/** Closed accounts. Undone closures stay as history. */
export const brandClosingTable = pgTable(
  'brand_closing',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    /** Members who regain access when it is undone. */
    members: jsonb().$type<FormerMember[]>().notNull(),
    closedAt: instant('closed_at').notNull().default(sql`now()`),
    deleteAt: instant('delete_at').notNull(),
    /** When the billing provider canceled the subscriptions. */
    billingEndedAt: instant('billing_ended_at'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
  },
  (table) => [
    uniqueIndex('brand_closing_one').on(table.brandId).where(sql`${table.undoneAt} is null`),
    index('brand_closing_due').on(table.deleteAt).where(sql`${table.undoneAt} is null`),
  ],
);
