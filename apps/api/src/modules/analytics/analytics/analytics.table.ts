import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { affiliateTable } from '../../affiliate/affiliate/affiliate.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';

const money = (name: string) => bigint(name, { mode: 'number' }).notNull();
const ofBrand = () =>
  uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' });

/** How a brand's analytics are calculated; a brand without a row has the defaults. */
export const analyticsSettingTable = pgTable('analytics_setting', {
  brandId: ofBrand().primaryKey(),
  /** Gross margin in basis points. */
  marginBp: integer('margin_bp'),
  emv: boolean().notNull(),
  emvShared: boolean('emv_shared').notNull(),
  currency: text(),
  updatedAt: instant('updated_at').notNull(),
});

/**
 * Credited orders of campaigns per quarter hour (UTC) and currency: those of the campaign (`affiliate_id` null), and the
 * part of each creator. Orders of the whole brand and of creators are in `affiliate_sales_quarter`. Recounted, never
 * incremented.
 */
export const analyticsQuarterTable = pgTable(
  'analytics_quarter',
  {
    brandId: ofBrand(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaignTable.id, { onDelete: 'cascade' }),
    affiliateId: uuid('affiliate_id').references(() => affiliateTable.id, { onDelete: 'cascade' }),
    bucket: instant().notNull(),
    currency: text().notNull(),
    credited: integer().notNull(),
    linked: integer().notNull(),
    net: money('net'),
    refunded: money('refunded'),
    commission: money('commission'),
  },
  (table) => [
    unique('analytics_quarter_once')
      .on(table.campaignId, table.affiliateId, table.bucket, table.currency)
      .nullsNotDistinct(),
    index('analytics_quarter_bucket').on(table.brandId, table.bucket),
  ],
);

/** What sums of days and weeks are of: a brand, a campaign, a creator, or a creator in a campaign. */
const groupColumns = () => ({
  brandId: ofBrand(),
  campaignId: uuid('campaign_id').references(() => campaignTable.id, { onDelete: 'cascade' }),
  affiliateId: uuid('affiliate_id').references(() => affiliateTable.id, { onDelete: 'cascade' }),
});

/** What days and weeks add up, by currency; clicks have none. */
const sumColumns = () => ({
  currency: text().notNull(),
  credited: integer().notNull(),
  linked: integer().notNull(),
  net: money('net'),
  refunded: money('refunded'),
  commission: money('commission'),
  clicks: integer().notNull(),
  visitors: integer().notNull(),
});

/**
 * Sums of quarter hours per day (UTC), for periods of months. The hours at both ends of a period are read from quarter
 * hours, so periods are exact in every zone.
 */
export const analyticsDayTable = pgTable(
  'analytics_day',
  { ...groupColumns(), day: date({ mode: 'string' }).notNull(), ...sumColumns() },
  (table) => [
    unique('analytics_day_once')
      .on(table.brandId, table.day, table.campaignId, table.affiliateId, table.currency)
      .nullsNotDistinct(),
    index('analytics_day_campaign').on(table.campaignId),
    index('analytics_day_affiliate').on(table.affiliateId),
  ],
);

/** Sums of days per week (Monday to Sunday, UTC): a quarter of the rows for periods of months. */
export const analyticsWeekTable = pgTable(
  'analytics_week',
  { ...groupColumns(), week: date({ mode: 'string' }).notNull(), ...sumColumns() },
  (table) => [
    unique('analytics_week_once')
      .on(table.brandId, table.week, table.campaignId, table.affiliateId, table.currency)
      .nullsNotDistinct(),
    index('analytics_week_campaign').on(table.campaignId),
    index('analytics_week_affiliate').on(table.affiliateId),
  ],
);

/** Quarter hours whose orders or clicks changed since days were summed, marked by triggers. */
export const analyticsStaleTable = pgTable(
  'analytics_stale',
  {
    brandId: ofBrand(),
    bucket: instant().notNull(),
    /** Orders changed; clicks alone need no new quarter hours. */
    orders: boolean().notNull(),
    markedAt: instant('marked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.bucket] })],
);

/** What the nightly comparison of sums with the ledgers found; everything is put right. */
export const analyticsCheckTable = pgTable(
  'analytics_check',
  {
    id: uuid().primaryKey(),
    at: instant().notNull(),
    /** Days and quarter hours that differed. */
    days: integer().notNull(),
    quarters: integer().notNull(),
    brandId: ofBrand(),
  },
  (table) => [index('analytics_check_brand').on(table.brandId, table.at.desc())],
);
