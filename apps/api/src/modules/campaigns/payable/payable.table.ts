import type { PayableState } from '@troupe/domain/campaigns/payable';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';

/** What is paid to creators: one row an opt-in. `version` grows with each change. Money in minor units. */
export const payableTable = pgTable(
  'payable',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    optInId: uuid('opt_in_id')
      .notNull()
      .unique('payable_once')
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    fee: bigint({ mode: 'number' }).notNull(),
    /** As it was when it became due; a later rate changes nothing of it. */
    processingFee: bigint('processing_fee', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    state: text().$type<PayableState>().notNull().default('due'),
    /** Nothing is owed now: the collaboration is open again, or its fee was taken back. */
    held: boolean().notNull().default(false),
    reason: text(),
    reference: text(),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    paidAt: instant('paid_at'),
  },
  (table) => [
    index('payable_page').on(table.brandId, table.createdAt.desc(), table.id.desc()).where(sql`not held`),
  ],
);

/** What happened to a payment; added, never changed. */
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
