import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/column.ts';
import { brandTable } from '../brand/brand.table.ts';

/** What a brand has bought: one row a plan or add-on, as the billing provider last told it. */
export const subscriptionTable = pgTable(
  'subscription',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    kind: text().$type<'plan' | 'affiliate'>().notNull(),
    planId: text('plan_id').notNull(),
    period: text().$type<'monthly' | 'yearly'>().notNull(),
    status: text().$type<'active' | 'cancelled'>().notNull(),
    pastDue: boolean('past_due').notNull().default(false),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('subscription_brand').on(table.brandId)],
);
