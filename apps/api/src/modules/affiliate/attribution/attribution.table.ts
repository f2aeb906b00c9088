import type {
  AttributionRule,
  Share,
  TouchEvidence,
  TouchKind,
  TouchSource,
} from '@troupe/domain/affiliate/attribution';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { orderTable } from '../../commerce/order/order.table.ts';

/**
 * Signs that a creator brought an order, as the store or a person told them. What was seen once is kept, also when a
 * later word of the store leaves it out. Links, codes and affiliates are named once they are known.
 */
export const touchTable = pgTable(
  'touch',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orderTable.id, { onDelete: 'cascade' }),
    kind: text().$type<TouchKind>().notNull(),
    /** The code, the reference or the click's id, as told; empty once the buyer's data was removed. */
    value: text().notNull(),
    /** Its place among touches of its kind in the order. */
    position: integer().notNull(),
    /** What a code took off, in minor units. */
    discount: bigint({ mode: 'number' }).notNull().default(0),
    affiliateId: uuid('affiliate_id'),
    linkId: uuid('link_id'),
    codeId: uuid('code_id'),
    paidSearch: boolean('paid_search').notNull().default(false),
    at: instant().notNull(),
    source: text().$type<TouchSource>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('touch_once').on(table.orderId, table.kind, table.value),
    index('touch_brand').on(table.brandId),
    index('touch_affiliate').on(table.affiliateId, table.at),
  ],
);

/** Who brought an order, by the rules or by a person; added, never changed. The latest revision counts. */
export const attributionTable = pgTable(
  'attribution',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orderTable.id, { onDelete: 'cascade' }),
    revision: integer().notNull(),
    programVersion: integer('program_version'),
    rule: text().$type<AttributionRule>().notNull(),
    shares: jsonb().$type<Share[]>().notNull(),
    evidence: jsonb().$type<TouchEvidence[]>().notNull(),
    /** The buyer bought before; null where the store doesn't say who bought. */
    returning: boolean(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    /** A person decided, even if their account is gone. */
    manual: boolean().notNull().default(false),
    reason: text(),
    at: instant().notNull(),
  },
  (table) => [
    unique('attribution_once').on(table.orderId, table.revision),
    index('attribution_brand').on(table.brandId, table.at.desc()),
    index('attribution_manual').on(table.brandId).where(sql`${table.manual}`),
  ],
);

/** A creator's word that an order is missing, and what the brand answered. */
export const attributionClaimTable = pgTable(
  'attribution_claim',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    affiliateId: uuid('affiliate_id').notNull(),
    /** As the creator wrote it. */
    orderName: text('order_name').notNull(),
    /** The day on which it was placed, as the creator remembers. */
    orderDay: text('order_day'),
    note: text().notNull().default(''),
    orderId: uuid('order_id').references(() => orderTable.id, { onDelete: 'set null' }),
    state: text().$type<'open' | 'accepted' | 'declined'>().notNull().default('open'),
    answer: text(),
    answeredBy: uuid('answered_by').references(() => userTable.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('attribution_claim_once').on(table.affiliateId, table.orderName),
    index('attribution_claim_page').on(table.brandId, table.createdAt.desc(), table.id.desc()),
  ],
);
