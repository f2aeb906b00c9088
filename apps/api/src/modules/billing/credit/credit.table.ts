import type { CreditKind } from '@troupe/domain/billing/credit';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/**
 * The append-only credit ledger. `balance` is the sum including the entry; `number` counts a
 * brand's entries from 1, so concurrent entries can't follow the same one. `reference` names what
 * the entry belongs to (a purchase, a month of a plan) and makes it idempotent. Triggers in the
 * initial migration reject updates and deletes.
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
