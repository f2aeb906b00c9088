import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import type { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import type { Platform } from '@troupe/domain/discovery/creator';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** What of a brief has no column; what is not there is as EMPTY_BRIEF says. */
export type StoredBrief = Partial<Omit<CampaignBrief, 'title' | 'slug' | 'socialChannels' | 'maxPaidAmount'>>;

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
    /** The rest of the brief; title, slug, channels and fee have columns of their own. */
    brief: jsonb().$type<StoredBrief>().notNull().default({}),
    version: integer().notNull().default(1),
    publishedAt: instant('published_at'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('campaign_brand').on(table.brandId, table.createdAt),
    uniqueIndex('campaign_slug').on(table.brandId, table.slug),
  ],
);

/** What was changed of a campaign, and its moves from one status to another; added, never changed. */
export const campaignChangeTable = pgTable(
  'campaign_change',
  {
    id: uuid().primaryKey(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaignTable.id, { onDelete: 'cascade' }),
    kind: text().$type<'brief' | 'status'>().notNull(),
    fields: text().array().notNull().default(sql`'{}'`),
    before: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    after: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('campaign_change_of').on(table.campaignId, table.createdAt.desc())],
);
