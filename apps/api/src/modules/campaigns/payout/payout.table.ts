import type {
  PayoutFailureCode,
  PayoutMethod,
  PayoutRequirement,
  PayoutState,
} from '@troupe/domain/campaigns/payout';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { inboxColumns } from '../../../platform/incoming/inbox.queries.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { payableTable } from '../payable/payable.table.ts';

/** How brands pay creators; brands without a row pay manually. */
export const payoutSettingTable = pgTable('payout_setting', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  method: text().$type<PayoutMethod>().notNull(),
  /** Days from when a payment becomes due until it should be made. */
  paymentDays: integer('payment_days').notNull(),
  version: integer().notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
});

/** Creators' accounts at the payout provider, as it last reported them. */
export const payoutAccountTable = pgTable('payout_account', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => userTable.id, { onDelete: 'cascade' }),
  accountId: text('account_id').notNull().unique('payout_account_id'),
  country: text().notNull(),
  submitted: boolean().notNull(),
  receives: boolean().notNull(),
  paysOut: boolean('pays_out').notNull(),
  missing: jsonb().$type<PayoutRequirement[]>().notNull(),
  inReview: boolean('in_review').notNull(),
  rejected: boolean().notNull(),
  /** Why the creator's bank refused the last payout. */
  bankFailure: text('bank_failure'),
  /** When the provider reported the last payout to the bank; older reports are ignored. */
  bankAt: instant('bank_at'),
  checkedAt: instant('checked_at').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Attempts to pay a payable through the provider. Amount, currency and account never change. */
export const payoutTable = pgTable(
  'payout',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    payableId: uuid('payable_id')
      .notNull()
      .references(() => payableTable.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    accountId: text('account_id').notNull(),
    /** What the creator receives, in minor units. */
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    state: text().$type<PayoutState>().notNull(),
    transferId: text('transfer_id').unique('payout_transfer'),
    failure: text().$type<PayoutFailureCode>(),
    /** The provider's error code. */
    vendorCode: text('vendor_code'),
    requestedBy: uuid('requested_by').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** Requests sent so far; from the second on, the provider is asked what it has done first. */
    tries: integer().notNull().default(0),
    /** Next attempt while sending. */
    dueAt: instant('due_at'),
    settledAt: instant('settled_at'),
  },
  (table) => [
    unique('payout_number').on(table.payableId, table.number),
    // No payment has two attempts that may have moved money.
    uniqueIndex('payout_once').on(table.payableId).where(sql`${table.state} in ('sending', 'sent')`),
    index('payout_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('payout_brand').on(table.brandId),
    check('payout_positive', sql`${table.amount} > 0`),
  ],
);

/** Raw events from the payout provider, stored once per id. */
export const payoutEventTable = pgTable(
  'payout_event',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'set null' }),
    occurredAt: instant('occurred_at').notNull(),
    ...inboxColumns(),
  },
  (table) => [
    index('payout_event_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('payout_event_brand').on(table.brandId),
  ],
);
