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
 * What a brand has bought: one row a plan or add-on. Derived from what the billing provider last told
 * (`billing_state`), and written by nothing else. Money in cents.
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
    /** Members are blocked: a payment is due, and the days of grace are over. */
    pastDue: boolean('past_due').notNull().default(false),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    /** Of yearly plans: when the brand took them for a year; null for those that began as one before this was kept. */
    boundSince: instant('bound_since'),
    /** Its id at the provider. */
    providerId: text('provider_id'),
    /** A month's price. */
    price: integer(),
    currency: text().notNull().default('USD'),
    /** Until when it is paid. */
    termEndsAt: instant('term_ends_at'),
    /** It was cancelled, and ends then. */
    endsAt: instant('ends_at'),
    due: integer().notNull().default(0),
    dueSince: instant('due_since'),
    /** The provider's price that takes its place at the end of the term. */
    nextItemPriceId: text('next_item_price_id'),
  },
  (table) => [
    index('subscription_brand').on(table.brandId),
    uniqueIndex('subscription_provider').on(table.providerId),
    index('subscription_due').on(table.dueSince).where(sql`${table.dueSince} is not null`),
  ],
);

/**
 * The plan that counts, of a brand or of all: the first active one. A brand without one is a prospect. Whoever reads
 * it builds on {@link planThatCounts} with {@link PLAN_ORDER}, or on {@link planThatCountsSql} in a statement of words.
 */
export const planThatCounts = (brandId: string | null) =>
  and(
    brandId === null ? undefined : eq(subscriptionTable.brandId, brandId),
    eq(subscriptionTable.kind, 'plan'),
    eq(subscriptionTable.status, 'active'),
  );
export const PLAN_ORDER = [asc(subscriptionTable.createdAt), asc(subscriptionTable.id)];

/** The same as a subquery: `columns` of it, of the brand whose id `brand` names around it. Both are ours, never input. */
export const planThatCountsSql = (columns: string, brand: string): string =>
  `(select ${columns} from subscription plan where plan.brand_id = ${brand}
    and plan.kind = 'plan' and plan.status = 'active' order by plan.created_at, plan.id limit 1)`;

/** Whether the brand whose id is in this column has a subscription that renews, and so is charged for. */
export const hasRenewingSubscription = (brandId: AnyPgColumn): SQL => sql`exists (
  select 1 from ${subscriptionTable}
  where ${subscriptionTable.brandId} = ${brandId} and ${subscriptionTable.status} = 'active'
    and ${subscriptionTable.endsAt} is null and ${subscriptionTable.providerId} is not null)`;

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
