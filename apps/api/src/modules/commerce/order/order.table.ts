import type {
  OrderAttribute,
  OrderDiscount,
  OrderLine,
  OrderSource,
  OrderStatus,
  RefundLine,
} from '@troupe/domain/commerce/order';
import type { DisputeState } from '@troupe/domain/commerce/store-platform';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { storeTable } from '../store/store.table.ts';

const money = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * Orders. Amounts in minor units of `currency`. `net`, `refunded`, `status` and `counted` are
 * recalculated (domain/order-money) whenever the order or a refund changes. Of the buyer, only a
 * keyed hash of their id is stored.
 */
export const orderTable = pgTable(
  'store_order',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id').references(() => storeTable.id, { onDelete: 'cascade' }),
    externalId: text('external_id').notNull(),
    source: text().$type<OrderSource>().notNull(),
    name: text().notNull(),
    placedAt: instant('placed_at').notNull(),
    /** When it changed at the store and when the store reported it; the latest version wins. */
    changedAt: instant('changed_at').notNull(),
    toldAt: instant('told_at').notNull(),
    cancelledAt: instant('cancelled_at'),
    financialStatus: text('financial_status'),
    fulfillmentStatus: text('fulfillment_status'),
    test: boolean().notNull(),
    currency: text().notNull(),
    total: money('total'),
    subtotal: money('subtotal'),
    discount: money('discount'),
    tax: money('tax'),
    shipping: money('shipping'),
    taxesIncluded: boolean('taxes_included').notNull(),
    presentmentCurrency: text('presentment_currency'),
    presentmentTotal: bigint('presentment_total', { mode: 'number' }),
    refunded: money('refunded'),
    net: money('net'),
    status: text().$type<OrderStatus>().notNull(),
    counted: boolean().notNull(),
    discounts: jsonb().$type<OrderDiscount[]>().notNull(),
    /** Discount codes in lowercase, for searching. */
    discountCodes: text('discount_codes').array().notNull().default(sql`'{}'`),
    attributes: jsonb().$type<OrderAttribute[]>().notNull(),
    lines: jsonb().$type<OrderLine[]>().notNull(),
    ref: text(),
    landingSite: text('landing_site'),
    referringSite: text('referring_site'),
    customerKey: text('customer_key'),
    /** Keyed hash of the buyer's email address. */
    buyerEmailKey: text('buyer_email_key'),
    /** Personal data was erased on request and must not be restored. */
    redactedAt: instant('redacted_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('store_order_once').on(table.brandId, table.storeId, table.externalId).nullsNotDistinct(),
    index('store_order_page').on(table.brandId, table.placedAt.desc(), table.id.desc()),
    index('store_order_store').on(table.storeId, table.placedAt.desc(), table.id.desc()),
    index('store_order_code').using('gin', table.discountCodes),
    index('store_order_search').using(
      'gin',
      table.brandId,
      table.name.op('gin_trgm_ops'),
      table.ref.op('gin_trgm_ops'),
    ),
    index('store_order_customer')
      .on(table.storeId, table.customerKey)
      .where(sql`${table.customerKey} is not null`),
  ],
);

/**
 * Refunds. A refund can arrive before its order, so it references the store's order id. A refund
 * from an export (`export:` plus the order's id) counts only while the order has no other.
 */
export const orderRefundTable = pgTable(
  'store_refund',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id').references(() => storeTable.id, { onDelete: 'cascade' }),
    orderExternalId: text('order_external_id').notNull(),
    externalId: text('external_id').notNull(),
    money: money('money'),
    currency: text().notNull(),
    goods: bigint({ mode: 'number' }),
    goodsTax: money('goods_tax'),
    /** Refund per line item; null if the store doesn't report it. */
    lines: jsonb().$type<RefundLine[]>(),
    refundedAt: instant('refunded_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('store_refund_once').on(table.brandId, table.storeId, table.externalId).nullsNotDistinct(),
    index('store_refund_order').on(table.brandId, table.orderExternalId),
    index('store_refund_store').on(table.storeId),
  ],
);

/** Disputes of payments, such as chargebacks. A dispute can arrive before its order, so it names the store's order id. */
export const orderDisputeTable = pgTable(
  'store_dispute',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id')
      .notNull()
      .references(() => storeTable.id, { onDelete: 'cascade' }),
    orderExternalId: text('order_external_id').notNull(),
    externalId: text('external_id').notNull(),
    state: text().$type<DisputeState>().notNull(),
    reason: text(),
    openedAt: instant('opened_at'),
    finalizedAt: instant('finalized_at'),
    reportedAt: instant('told_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('store_dispute_once').on(table.storeId, table.externalId),
    index('store_dispute_order').on(table.brandId, table.orderExternalId),
  ],
);
