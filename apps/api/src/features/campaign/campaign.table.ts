import type { CampaignStatus } from '@troupe/domain/campaign';
import type { Platform } from '@troupe/domain/creator';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/column.ts';
import { brandTable } from '../brand/brand.table.ts';

/** Campaigns. `maxPaidAmount` in minor units; its presence marks a paid campaign. */
export const campaignTable = pgTable(
  'campaign',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    slug: text().notNull(),
    socialChannels: text('social_channels').array().$type<Platform[]>().notNull().default(sql`'{}'`),
    maxPaidAmount: bigint('max_paid_amount', { mode: 'number' }),
    metaData: jsonb('meta_data').$type<{ emailTemplate?: string }>().notNull().default({}),
    status: text().$type<CampaignStatus>().notNull().default('draft'),
    unreadMessageCount: integer('unread_message_count').notNull().default(0),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('campaign_brand').on(table.brandId, table.createdAt),
    uniqueIndex('campaign_slug').on(table.brandId, table.slug),
  ],
);
