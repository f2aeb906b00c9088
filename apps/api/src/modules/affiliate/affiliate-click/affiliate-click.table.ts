import type { ClickDevice, ClickVerdict } from '@troupe/domain/affiliate/affiliate-click';
import {
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { affiliateTable } from '../affiliate/affiliate.table.ts';
import { affiliateLinkTable } from '../affiliate-link/affiliate-link.table.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Every hit on a link, with its verdict. Partitioned by day (UTC): `affiliate_click_partition(day)` makes a day's
 * partition. Holds no address and no user agent, and no foreign keys, which would slow down writing; hits of a deleted
 * brand are deleted with it.
 */
export const affiliateClickTable = pgTable(
  'affiliate_click',
  {
    at: instant().notNull(),
    id: uuid().notNull(),
    brandId: uuid('brand_id').notNull(),
    linkId: uuid('link_id').notNull(),
    verdict: text().$type<ClickVerdict>().notNull(),
    reason: text(),
    /** Tells visitors of one day apart (`visitor-key.ts`); null for visitors who object (`Sec-GPC`). */
    visitorKey: bytes('visitor_key'),
    device: text().$type<ClickDevice>().notNull(),
    browserFamily: text('browser_family').notNull(),
    referrerHost: text('referrer_host'),
    sourceLabel: text('source_label'),
    paidMarker: text('paid_marker'),
    /** What a search ad was bought for, as its link says. */
    searchTerm: text('search_term'),
    standDownSeen: boolean('stand_down_seen').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.at] }),
    index('affiliate_click_at').using('brin', table.at),
    index('affiliate_click_link').on(table.linkId, table.at),
  ],
);

/** Hits of a link per quarter hour (UTC) and verdict, for screens. Recounted, never incremented. */
export const affiliateClickQuarterTable = pgTable(
  'affiliate_click_quarter',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => affiliateLinkTable.id, { onDelete: 'cascade' }),
    bucket: instant().notNull(),
    verdict: text().$type<ClickVerdict>().notNull(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    /** Of these, people on their first visit of the day (UTC): they add up to visitors of the day. */
    firstOfDay: integer('first_of_day').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.bucket, table.verdict] }),
    index('affiliate_click_quarter_brand').on(table.brandId, table.bucket),
    index('affiliate_click_quarter_bucket').on(table.bucket),
  ],
);

/** Hits of a brand per quarter hour (UTC) and verdict. Triggers on `affiliate_click_quarter` keep it. */
export const affiliateClickTotalTable = pgTable(
  'affiliate_click_total',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    bucket: instant().notNull(),
    verdict: text().$type<ClickVerdict>().notNull(),
    n: integer().notNull(),
    firstOfDay: integer('first_of_day').notNull(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.bucket, table.verdict] })],
);

/** Clicks of people on a creator's links per day (UTC). Triggers on `affiliate_click_quarter` keep it. */
export const affiliateClickDayTable = pgTable(
  'affiliate_click_day',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliateTable.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.day, table.affiliateId] }),
    index('affiliate_click_day_of').on(table.affiliateId),
  ],
);

/** Quarter hours that got hits after they were counted, from the spool of a process. */
export const affiliateClickLateTable = pgTable('affiliate_click_late', {
  bucket: instant().primaryKey(),
  markedAt: instant('marked_at').notNull(),
});

/** The secret that makes visitor keys of a day, sealed. Two days after its day began it is gone for good. */
export const affiliateClickSaltTable = pgTable('affiliate_click_salt', {
  day: date({ mode: 'string' }).primaryKey(),
  sealed: text().notNull(),
});
