import type { CheckoutState } from '@troupe/domain/billing/checkout';
import type { Period } from '@troupe/domain/billing/plan';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Purchases through a checkout page. The id is the idempotency key for creating the page. */
export const checkoutTable = pgTable(
  'checkout',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    kind: text().$type<'plan' | 'addon' | 'credits'>().notNull(),
    offerId: text('offer_id').notNull(),
    /** Only for plans. */
    period: text().$type<Period>(),
    setupFee: boolean('setup_fee').notNull().default(false),
    state: text().$type<CheckoutState>().notNull().default('open'),
    /** Null until the provider has created the page. */
    hostedPageId: text('hosted_page_id'),
    url: text(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
    /** When the shopper returned and posted the page. */
    returnedAt: instant('returned_at'),
    invoiceId: text('invoice_id'),
    subscriptionId: text('subscription_id'),
    /** Amount paid in cents. */
    paid: integer(),
    /** Next check, for shoppers who don't return. */
    lookAt: instant('look_at').notNull(),
    looks: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('checkout_hosted_page').on(table.hostedPageId),
    index('checkout_brand').on(table.brandId, table.createdAt),
    index('checkout_open').on(table.lookAt).where(sql`${table.state} = 'open'`),
  ],
);
