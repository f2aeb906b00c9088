import type { BillingInvoice, BillingSubscription } from '@troupe/domain/billing/billing-provider';
import type { Period } from '@troupe/domain/billing/plan';
import type { SubscriptionKind } from '@troupe/domain/billing/subscription';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/**
 * Subscriptions of brands, one row per plan or add-on. Derived only from the provider's latest
 * state (`billing_state`). Money in cents.
 */
export const subscriptionTable = pgTable(
  'subscription',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    kind: text().$type<SubscriptionKind>().notNull(),
    planId: text('plan_id').notNull(),
    period: text().$type<Period>().notNull(),
    status: text().$type<'active' | 'cancelled'>().notNull(),
    /** Whether members are blocked: a payment is due and the grace period is over. */
    pastDue: boolean('past_due').notNull().default(false),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    /** Start of a yearly commitment; null for older yearly plans. */
    boundSince: instant('bound_since'),
    /** Id at the provider. */
    providerId: text('provider_id'),
    /** Monthly price. */
    price: integer(),
    currency: text().notNull().default('USD'),
    /** End of the paid term. */
    termEndsAt: instant('term_ends_at'),
    /** When it ends after a cancellation. */
    endsAt: instant('ends_at'),
    due: integer().notNull().default(0),
    dueSince: instant('due_since'),
    /** Provider price scheduled for the end of the term. */
    nextItemPriceId: text('next_item_price_id'),
  },
  (table) => [
    index('subscription_brand').on(table.brandId),
    uniqueIndex('subscription_provider').on(table.providerId),
    index('subscription_due').on(table.dueSince).where(sql`${table.dueSince} is not null`),
  ],
);

/**
 * Condition for the effective plan of a brand, or of all brands: the first active one. Use with
 * {@link PLAN_ORDER}, or use {@link effectivePlanSql} in raw SQL.
 */
export const effectivePlan = (brandId: string | null) =>
  and(
    brandId === null ? undefined : eq(subscriptionTable.brandId, brandId),
    eq(subscriptionTable.kind, 'plan'),
    eq(subscriptionTable.status, 'active'),
  );
export const PLAN_ORDER = [asc(subscriptionTable.createdAt), asc(subscriptionTable.id)];

/**
 * The same as a subquery selecting `columns` for the brand id `brand`. Both must be trusted, never
 * user input.
 */
export const effectivePlanSql = (columns: string, brand: string): string =>
  `(select ${columns} from subscription plan where plan.brand_id = ${brand}
    and plan.kind = 'plan' and plan.status = 'active' order by plan.created_at, plan.id limit 1)`;

/** Whether the brand in this column has a renewing subscription. */
export const hasRenewingSubscription = (brandId: AnyPgColumn): SQL => sql`exists (
  select 1 from ${subscriptionTable}
  where ${subscriptionTable.brandId} = ${brandId} and ${subscriptionTable.status} = 'active'
    and ${subscriptionTable.endsAt} is null and ${subscriptionTable.providerId} is not null)`;

/**
 * Latest state of subscriptions and invoices at the provider. Older versions never replace newer
 * ones.
 */
export const billingStateTable = pgTable(
  'billing_state',
  {
    kind: text().$type<'subscription' | 'invoice'>().notNull(),
    /** Id at the provider. */
    id: text().notNull(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** Subscription an invoice is for; null for one-time purchases. */
    subscriptionId: text('subscription_id'),
    /** The provider's `resource_version` in milliseconds. */
    version: bigint({ mode: 'number' }).notNull(),
    /** Start or issue date. */
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
