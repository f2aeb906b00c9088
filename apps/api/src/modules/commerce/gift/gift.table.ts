import type { ShippingAddress } from '@troupe/domain/campaigns/opt-in';
import type { Gift, GiftLine, GiftProblem, GiftProduct, GiftStatus } from '@troupe/domain/commerce/gift';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { optInTable } from '../../campaigns/opt-in/opt-in.table.ts';
import { storeTable } from '../store/store.table.ts';

/**
 * Products that brands offer to creators and send them through their stores. Money is in minor units of `currency`.
 * `version` increments with each change that people see.
 */
export const giftTable = pgTable(
  'gift',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    optInId: uuid('opt_in_id')
      .notNull()
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id')
      .notNull()
      .references(() => storeTable.id, { onDelete: 'cascade' }),
    status: text().$type<GiftStatus>().notNull().default('offered'),
    problem: text().$type<GiftProblem>(),
    products: jsonb().$type<GiftProduct[]>().notNull(),
    maxItems: integer('max_items').notNull(),
    maxValue: bigint('max_value', { mode: 'number' }),
    currency: text().notNull(),
    message: text().notNull().default(''),
    lines: jsonb().$type<GiftLine[]>().notNull().default([]),
    /** Personal data of the creator: not exported to the brand, deleted with the creator's account. */
    address: jsonb().$type<ShippingAddress>(),
    /** When a draft order was last sent to the store: from then on, the store may have it. */
    attemptedAt: instant('attempted_at'),
    /** Attempts that failed since the creator chose. */
    failures: integer().notNull().default(0),
    /** Ids at the store. */
    draftId: text('draft_id'),
    orderId: text('order_id'),
    orderName: text('order_name'),
    cost: bigint({ mode: 'number' }),
    costBasis: text('cost_basis').$type<NonNullable<Gift['costBasis']>>(),
    /** Null while the store reports none. */
    shippingCost: bigint('shipping_cost', { mode: 'number' }),
    carrier: text(),
    trackingNumber: text('tracking_number'),
    trackingUrl: text('tracking_url'),
    /** When the store is asked next: to create the order, later for its shipment. */
    dueAt: instant('due_at'),
    reminders: integer().notNull().default(0),
    offeredBy: uuid('offered_by').references(() => userTable.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    chosenAt: instant('chosen_at'),
    orderedAt: instant('ordered_at'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    cancelledAt: instant('cancelled_at'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('gift_page').on(table.brandId, table.createdAt.desc(), table.id.desc()),
    index('gift_opt_in').on(table.optInId),
    uniqueIndex('gift_open')
      .on(table.optInId)
      .where(sql`${table.status} in ('offered', 'chosen', 'ordered', 'shipped')`),
    index('gift_order').on(table.storeId, table.orderId).where(sql`${table.orderId} is not null`),
    index('gift_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('gift_delivered')
      .on(table.deliveredAt)
      .where(sql`${table.status} = 'delivered' and ${table.reminders} < 3`),
  ],
);
