import type { FigureName, FigureOrigin, Platform, ShopSales } from '@troupe/domain/creator';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../platform/column.ts';
import { brandTable } from '../brand/brand.table.ts';

/**
 * Creators: one row a profile on a platform. A row without `brandId` is shared by all brands; one with it is
 * seen by that brand alone. `figures` says who measured each figure and when, and holds the averages that have
 * no column. `connectedAt` is when the profile was connected to the product (engagement window).
 */
export const creatorTable = pgTable(
  'creator',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'cascade' }),
    platform: text().$type<Platform>().notNull(),
    socialId: text('social_id'),
    username: text().notNull(),
    fullname: text().notNull().default(''),
    bio: text().notNull().default(''),
    profilePicUrl: text('profile_pic_url'),
    profileUrl: text('profile_url').notNull(),
    country: char({ length: 2 }),
    language: text(),
    categories: text().array().notNull().default(sql`'{}'`),
    followerCount: bigint('follower_count', { mode: 'number' }),
    engagement: doublePrecision(),
    avgViews: bigint('avg_views', { mode: 'number' }),
    figures: jsonb()
      .$type<Partial<Record<FigureName, FigureOrigin & { value?: number }>>>()
      .notNull()
      .default({}),
    verified: boolean().notNull().default(false),
    userId: text('user_id'),
    contactEmail: text('contact_email'),
    contactsFetchedAt: instant('contacts_fetched_at'),
    contactsError: text('contacts_error'),
    shop: jsonb().$type<ShopSales>(),
    channels: jsonb().$type<{ platform: Platform; username: string; url: string }[]>().notNull().default([]),
    connectedAt: instant('connected_at'),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('creator_shared_handle')
      .on(table.platform, sql`lower(${table.username})`)
      .where(sql`${table.brandId} is null`),
    uniqueIndex('creator_private_handle')
      .on(table.brandId, table.platform, sql`lower(${table.username})`)
      .where(sql`${table.brandId} is not null`),
    index('creator_followers').on(table.followerCount.desc().nullsLast(), table.id.desc()),
  ],
);

/** Contact details a brand brought along itself; seen by that brand alone. */
export const creatorContactTable = pgTable(
  'creator_contact',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('creator_contact_once').on(table.brandId, table.creatorId),
    index('creator_contact_creator').on(table.creatorId),
  ],
);
