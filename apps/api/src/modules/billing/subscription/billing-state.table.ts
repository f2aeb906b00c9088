import type { BillingInvoice, BillingSubscription } from '@troupe/domain/billing/billing-provider';
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** Subscriptions and invoices as the billing provider last told them. An older word never replaces a newer one. */
export const billingStateTable = pgTable(
  'billing_state',
  {
    kind: text().$type<'subscription' | 'invoice'>().notNull(),
    /** Its id at the provider. */
    id: text().notNull(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** Of an invoice: the subscription it is for; null for single purchases. */
    subscriptionId: text('subscription_id'),
    /** The provider's `resource_version`, milliseconds. */
    version: bigint({ mode: 'number' }).notNull(),
    /** When it was begun, or issued. */
    date: instant().notNull(),
    content: jsonb().$type<BillingSubscription | BillingInvoice>().notNull(),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('billing_state_brand').on(table.brandId, table.kind, table.date.desc()),
    index('billing_state_subscription').on(table.subscriptionId),
  ],
);
