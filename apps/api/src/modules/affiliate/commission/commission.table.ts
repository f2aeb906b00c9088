import type { CommissionKind, LineCommission } from '@troupe/domain/affiliate/commission';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { affiliateTable } from '../affiliate/affiliate.table.ts';

/**
 * The ledger of commissions, written by difference: what an order earns now, less the entries it has. Rows are never
 * changed or deleted; a trigger refuses it. Orders may be deleted with their store, the books stay.
 */
export const commissionTable = pgTable(
  'commission',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliateTable.id, { onDelete: 'cascade' }),
    /** Without a foreign key: the order may be gone. */
    orderId: uuid('order_id'),
    orderName: text('order_name'),
    placedAt: instant('placed_at'),
    campaignId: uuid('campaign_id'),
    number: integer().notNull(),
    kind: text().$type<CommissionKind>().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    basis: bigint({ mode: 'number' }).notNull(),
    lines: jsonb().$type<LineCommission[]>().notNull(),
    attributionRevision: integer('attribution_revision'),
    maturesAt: instant('matures_at').notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    reason: text(),
    at: instant().notNull(),
  },
  (table) => [
    unique('commission_number').on(table.brandId, table.number),
    index('commission_order').on(table.orderId, table.affiliateId).where(sql`${table.orderId} is not null`),
    index('commission_affiliate').on(table.affiliateId, table.currency, table.maturesAt),
    index('commission_matures').on(table.brandId, table.maturesAt, table.currency, table.amount),
    index('commission_at').on(table.brandId, table.at.desc(), table.id.desc()),
    index('commission_without_order').on(table.brandId, table.at).where(sql`${table.orderId} is null`),
  ],
);

/** What the entries of a creator add up to. A trigger on `commission` keeps it. */
export const commissionTotalTable = pgTable(
  'commission_total',
  {
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliateTable.id, { onDelete: 'cascade' }),
    currency: text().notNull(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.affiliateId, table.currency] }),
    index('commission_total_brand').on(table.brandId),
  ],
);
