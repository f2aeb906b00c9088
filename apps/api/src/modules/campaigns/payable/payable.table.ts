import type { PayableState } from '@troupe/domain/campaigns/payable';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';

/**
 * Payments to creators, one row per opt-in and per statement of commissions. `version` increments with each change.
 * Money is in minor units.
 */
export const payableTable = pgTable(
  'payable',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** Null for payables without an opt-in. */
    optInId: uuid('opt_in_id')
      .unique('payable_once')
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    /** The commission statement being paid; its foreign key exists only in the database. */
    statementId: uuid('statement_id').unique('payable_statement'),
    /** The payee and purpose of a payable without an opt-in. */
    creatorId: uuid('creator_id').references(() => creatorTable.id),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    title: text(),
    fee: bigint({ mode: 'number' }).notNull(),
    /** The fee at the time the payable became due; later rate changes don't apply. */
    processingFee: bigint('processing_fee', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    state: text().$type<PayableState>().notNull().default('due'),
    /** On hold: the collaboration was reopened or its fee removed. */
    held: boolean().notNull().default(false),
    /** Being paid through the payout provider: nothing else may change it. */
    sending: boolean().notNull().default(false),
    /** When it should be paid; without it, 30 days after it became due. */
    payBy: instant('pay_by'),
    reason: text(),
    reference: text(),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    paidAt: instant('paid_at'),
  },
  (table) => [
    index('payable_page').on(table.brandId, table.createdAt.desc(), table.id.desc()).where(sql`not held`),
    index('payable_user').on(table.userId).where(sql`${table.userId} is not null`),
    check('payable_of_one', sql`(${table.optInId} is null) <> (${table.statementId} is null)`),
  ],
);

/** Payable history. Append-only. */
export const payableEventTable = pgTable(
  'payable_event',
  {
    id: uuid().primaryKey(),
    payableId: uuid('payable_id')
      .notNull()
      .references(() => payableTable.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('payable_event_of').on(table.payableId, table.id)],
);
