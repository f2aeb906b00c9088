import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import type { Platform } from '@troupe/domain/discovery/platform';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
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
import { userTable } from '../../account/user/user.table.ts';

/**
 * Pages of paid searches at a discovery vendor: opened with the reservation of the credits, ended with their capture or
 * release. The unique index `open` allows one per brand, filters and page, so concurrent searchers pay once. Found pages
 * are kept until `expiresAt`; rows without results go after a day.
 */
export const outsideSearchTable = pgTable(
  'outside_search',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    /** Name of the vendor. */
    vendor: text().notNull(),
    platform: text().$type<Platform>().notNull(),
    filters: jsonb().$type<CreatorFilters>().notNull(),
    /** Hash of vendor, platform and filters as they are sent. */
    fingerprint: text().notNull(),
    page: integer().notNull(),
    state: text().$type<'open' | 'captured' | 'released'>().notNull().default('open'),
    /** Problem code if it ended without results. */
    outcome: text(),
    /** Credits reserved while it is open, then credits charged. */
    credits: integer().notNull(),
    /** Creators that match at the vendor. */
    total: bigint({ mode: 'number' }),
    /** Whether the vendor has results after this page. */
    more: boolean().notNull().default(false),
    idempotencyKey: text('idempotency_key'),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('outside_search_open')
      .on(table.brandId, table.fingerprint, table.page)
      .where(sql`${table.state} = 'open'`),
    uniqueIndex('outside_search_key').on(table.brandId, table.idempotencyKey),
    index('outside_search_kept').on(table.brandId, table.fingerprint, table.expiresAt),
    index('outside_search_started').on(table.brandId, table.startedAt),
    index('outside_search_expires').on(table.expiresAt),
  ],
);

/** Results of paid searches, as the vendor returned them. Figures it doesn't know are null. */
export const outsideHitTable = pgTable(
  'outside_hit',
  {
    searchId: uuid('search_id')
      .notNull()
      .references(() => outsideSearchTable.id, { onDelete: 'cascade' }),
    /** From 0, in the vendor's order. */
    position: integer().notNull(),
    /** The platform's ID of the account. */
    accountId: text('account_id').notNull(),
    username: text().notNull(),
    fullname: text().notNull(),
    profileUrl: text('profile_url').notNull(),
    pictureUrl: text('picture_url'),
    followers: bigint({ mode: 'number' }),
    /** In percent. */
    engagement: doublePrecision(),
    avgViews: bigint('avg_views', { mode: 'number' }),
    verified: boolean().notNull(),
    /** Whether the brand knew the creator when it paid, so they weren't charged. */
    known: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.searchId, table.position] })],
);
