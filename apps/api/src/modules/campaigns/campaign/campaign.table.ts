import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import type { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import type { Platform } from '@troupe/domain/discovery/creator';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** The part of a brief without columns; missing fields default to EMPTY_BRIEF. */
export type StoredBrief = Partial<Omit<CampaignBrief, 'title' | 'slug' | 'socialChannels' | 'maxPaidAmount'>>;

/** Campaigns. `maxPaidAmount` is in minor units; setting it makes the campaign paid. */
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
    /** The rest of the brief; title, slug, channels and fee have their own columns. */
    brief: jsonb().$type<StoredBrief>().notNull().default({}),
    version: integer().notNull().default(1),
    /** Part of the brand's sample data: never published, shared or counted. */
    sample: boolean().notNull().default(false),
    publishedAt: instant('published_at'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('campaign_brand').on(table.brandId, table.createdAt),
    uniqueIndex('campaign_slug').on(table.brandId, table.slug),
  ],
);

/** Campaign history: edits and status changes. Append-only. */
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

/** SQL for when posts of opt-in `i` count: from its approval to the last day of campaign `k`, if it has one. */
export const POSTS_SINCE = 'coalesce(i.approved_at, i.created_at)';
export const POSTS_UNTIL = `(k.brief->>'liveDue')::timestamptz`;

/** SQL for whether opt-in `i` of campaign `k` is open to posts. */
export const TAKES_PART = `i.status in ('approved', 'completed') and i.removed_at is null
  and k.status in ('publish', 'paused') and not k.sample`;

/** SQL for whether a campaign of the brand has the post of `u` already. */
export const IS_CONTENT = `exists (select from live_post l where l.url = u.url
  and l.campaign_id in (select id from campaign where brand_id = u.brand_id))`;

/** SQL for untagged posts `u` with opt-in `i` and campaign `k`. */
export const UNTAGGED_POST =
  'untagged_post u join opt_in i on i.id = u.opt_in_id join campaign k on k.id = u.campaign_id';

/**
 * SQL for whether an untagged post can be shown: its opt-in and campaign are open to posts of that time, it isn't content, and a
 * monitor about the brand still finds it (an edited post may match none), and no one put the mention aside.
 */
export const UNTAGGED_SHOWN = `${TAKES_PART} and u.published_at >= ${POSTS_SINCE}
  and (k.brief->>'liveDue' is null or u.published_at <= ${POSTS_UNTIL}) and not ${IS_CONTENT}
  and exists (select from monitor_mention n join monitor r on r.id = n.monitor_id
      and r.kind in ('brand', 'product', 'campaign', 'creator-code')
    where n.mention_id = u.mention_id and n.brand_id = u.brand_id and n.why <> '{}'
      and n.state <> 'hidden' and n.person_relevant is distinct from false)`;
