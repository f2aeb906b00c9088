import type { CreditKind } from '@troupe/domain/billing/credit';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/**
 * The credit ledger: rows are added, never changed. `balance` is the sum up to and with the row; `number` counts
 * a brand's rows from 1, so that two movements at once cannot both follow the same one. `reference` says what the
 * row belongs to (a purchase, a month of a plan) and makes repeating it harmless. The migration `credit_ledger` adds
 * triggers that refuse changes and removals, so that not even a mistake in the code can rewrite the past.
 */
export const creditEntryTable = pgTable(
  'credit_entry',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    kind: text().$type<CreditKind>().notNull(),
    amount: integer().notNull(),
    balance: integer().notNull(),
    reason: text().notNull(),
    reference: text().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('credit_entry_number').on(table.brandId, table.number),
    uniqueIndex('credit_entry_once').on(table.brandId, table.kind, table.reference),
    check('credit_entry_not_below_zero', sql`${table.balance} >= 0`),
  ],
);
