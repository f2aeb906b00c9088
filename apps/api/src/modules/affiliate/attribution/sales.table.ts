import { bigint, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { affiliateTable } from '../affiliate/affiliate.table.ts';

const money = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * Decided orders per quarter hour (UTC) in which they were placed and currency, for screens: those of the brand
 * (`affiliate_id` null), and those with a sign of each creator. Recounted, never incremented.
 */
export const affiliateSalesTable = pgTable(
  'affiliate_sales_quarter',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    affiliateId: uuid('affiliate_id').references(() => affiliateTable.id, { onDelete: 'cascade' }),
    bucket: instant().notNull(),
    currency: text().notNull(),
    /** All of them, also test and canceled ones. */
    decided: integer().notNull(),
    credited: integer().notNull(),
    uncredited: integer().notNull(),
    held: integer().notNull(),
    /** Of the credited ones: by buyers who bought before, with a code, with a link, with both. */
    returning: integer().notNull(),
    coded: integer().notNull(),
    linked: integer().notNull(),
    codedAndLinked: integer('coded_and_linked').notNull(),
    net: money('net'),
    refunded: money('refunded'),
    commission: money('commission'),
  },
  (table) => [
    unique('affiliate_sales_quarter_once')
      .on(table.affiliateId, table.brandId, table.bucket, table.currency)
      .nullsNotDistinct(),
    index('affiliate_sales_quarter_bucket').on(table.brandId, table.bucket),
  ],
);

/** Quarter hours whose orders, decisions or commissions changed since they were counted, marked by triggers. */
export const affiliateSalesStaleTable = pgTable(
  'affiliate_sales_stale',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    bucket: instant().notNull(),
    markedAt: instant('marked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.bucket] })],
);
