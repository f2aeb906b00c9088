import { boolean, doublePrecision, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';

/** Whether a brand takes part in the benchmark of the installation; without a row it doesn't. */
export const benchmarkSharingTable = pgTable('benchmark_sharing', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  shared: boolean().notNull(),
  changedAt: instant('changed_at').notNull(),
  userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
  /** When its figures were last written; null if never. */
  countedAt: instant('counted_at'),
});

/** Figures of campaigns of brands that take part. Removed as soon as a brand withdraws. */
export const benchmarkItemTable = pgTable(
  'benchmark_item',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaignTable.id, { onDelete: 'cascade' }),
    formula: text().notNull(),
    version: integer().notNull(),
    currency: text(),
    value: doublePrecision().notNull(),
  },
  (table) => [
    unique('benchmark_item_once').on(table.campaignId, table.formula, table.currency).nullsNotDistinct(),
    index('benchmark_item_brand').on(table.brandId),
    index('benchmark_item_formula').on(table.formula, table.version),
  ],
);
