import { planOf } from '@troupe/domain/billing/plan';
import {
  type Campaign,
  type CampaignDetails,
  type CampaignStatus,
  type CampaignSummary,
  coverUrlOf,
} from '@troupe/domain/campaigns/campaign';
import { briefGaps, type CampaignBrief, EMPTY_BRIEF } from '@troupe/domain/campaigns/campaign-brief';
import { monthStart } from '@troupe/domain/campaigns/opt-in-decision';
import { and, desc, eq, getTableColumns, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import { columnsSql } from '../../../platform/column.ts';
import { containing, type Database } from '../../../platform/database.ts';
import { effectivePlanSql } from '../../billing/subscription/subscription.table.ts';
import { campaignTable, type StoredBrief, UNTAGGED_POST, UNTAGGED_SHOWN } from './campaign.table.ts';

type CampaignRow = InferSelectModel<typeof campaignTable>;

/** Returns the brand that owns a campaign, or null. */
export async function brandOfCampaign(db: Database, campaignId: string): Promise<string | null> {
  const [row] = await db
    .select({ brandId: campaignTable.brandId })
    .from(campaignTable)
    .where(eq(campaignTable.id, campaignId));
  return row?.brandId ?? null;
}

/** Builds a brief from its columns; missing fields are empty. */
export function briefOf(
  row: Pick<CampaignRow, 'title' | 'slug' | 'socialChannels' | 'maxPaidAmount' | 'brief'>,
): CampaignBrief {
  const { title, slug, socialChannels, maxPaidAmount, brief } = row;
  return { ...EMPTY_BRIEF, ...brief, title, slug, socialChannels, maxPaidAmount };
}

/** Splits a brief into its columns. */
export function columnsOf(brief: CampaignBrief) {
  const { title, slug, socialChannels, maxPaidAmount, ...rest } = brief;
  return { title, slug, socialChannels, maxPaidAmount, brief: rest satisfies StoredBrief };
}

interface Facts {
  emailTemplate: string | null;
  unread: number;
  optIns: number;
  pending: number;
  unseen: number;
}

/** The default email template and counts of campaign `c`. */
const FACTS = `
  (select template.id from email_template template
    where template.brand_id = c.brand_id and template.removed_at is null
      and template.campaign_ids @> array[c.id]
    order by template.updated_at desc limit 1) as "emailTemplate",
  o."optIns", o.pending, o.unseen, coalesce(v.unread, 0) as unread`;
const JOINS = `
  cross join lateral (
    select count(*) as "optIns", count(*) filter (where status = 'pending') as pending,
      count(*) filter (where unseen) as unseen
    from opt_in where campaign_id = c.id
  ) o
  left join lateral (select sum(unread) as unread from conversation_campaign where campaign_id = c.id) v on true`;

const COLUMNS = columnsSql(getTableColumns(campaignTable), 'c');

const ORDER = {
  created: 'c.created_at desc, c.id desc',
  title: 'lower(c.title), c.id',
  due: "c.brief->>'liveDue' asc nulls last, c.id",
  'opt-ins': 'o."optIns" desc, c.created_at desc, c.id',
} as const;

/** Filters and sorting of a campaign list. */
export interface CampaignQuery {
  status?: CampaignStatus | undefined;
  search?: string | undefined;
  sort?: keyof typeof ORDER | undefined;
}

/** Returns a brand's campaigns, newest first by default, with counts per status. */
export async function readCampaigns(
  pool: pg.Pool,
  brandId: string,
  apiOrigin: string,
  query: CampaignQuery = {},
): Promise<{ campaigns: CampaignSummary[]; counts: Record<CampaignStatus, number> }> {
  const [found, counted] = await Promise.all([
    pool.query<CampaignRow & Facts>({
      name: `campaigns-${query.sort ?? 'created'}`,
      text: `select ${COLUMNS}, ${FACTS} from campaign c ${JOINS}
        where c.brand_id = $1 and ($2::text is null or c.status = $2)
          and ($3::text is null or c.title ilike $3)
        order by ${ORDER[query.sort ?? 'created']}`,
      values: [brandId, query.status ?? null, query.search?.trim() ? containing(query.search.trim()) : null],
    }),
    pool.query<{ status: CampaignStatus; count: number }>({
      name: 'campaigns-count',
      text: 'select status, count(*) as count from campaign where brand_id = $1 group by status',
      values: [brandId],
    }),
  ]);
  const counts: Record<CampaignStatus, number> = {
    draft: 0,
    publish: 0,
    paused: 0,
    completed: 0,
    archived: 0,
  };
  for (const { status, count } of counted.rows) counts[status] = count;
  return { campaigns: found.rows.map((row) => toSummary(row, apiOrigin)), counts };
}

/** Returns one campaign; null if the brand has no such campaign. */
export async function readCampaign(
  pool: pg.Pool,
  brandId: string,
  campaignId: string,
  apiOrigin: string,
  now: Date,
): Promise<CampaignDetails | null> {
  const { rows } = await pool.query<
    CampaignRow & Facts & Omit<CampaignDetails['funnel'], 'own'> & DetailCounts
  >({
    name: 'campaign',
    text: `select ${COLUMNS}, ${FACTS}, f.*, n.*
      from campaign c ${JOINS}
      cross join lateral (
        select (select count(*) from invite where campaign_id = c.id and cancelled_at is null) as invited,
          (select count(*) from invite where campaign_id = c.id and visited_at is not null) as visited,
          (select count(*) from (
            select creator_id from invite where campaign_id = c.id and cancelled_at is null
            union select item.creator_id from creator_list_item item where item.archived_at is null and item.list_id in
              (select list_id from invite where campaign_id = c.id and cancelled_at is null)) known) as listed,
          count(*) as "optedIn", count(*) filter (where s.approved) as approved,
          count(*) filter (where s.submitted) as submitted, count(*) filter (where s.live) as live,
          count(*) filter (where s.own) as "ownOptedIn",
          count(*) filter (where s.own and s.approved) as "ownApproved",
          count(*) filter (where s.own and s.submitted) as "ownSubmitted",
          count(*) filter (where s.own and s.live) as "ownLive"
        from opt_in i cross join lateral (
          select i.approved_at is not null as approved, posted.live,
            posted.live or exists (select from content_preview p where p.opt_in_id = i.id) as submitted,
            i.invite_id is null and not exists (select from invite v where v.campaign_id = i.campaign_id
              and v.creator_id = i.creator_id and v.cancelled_at is null) as own
          from (select exists (select from live_post l where l.opt_in_id = i.id) as live) posted
        ) s
        where i.campaign_id = c.id
      ) f
      cross join lateral (
        select (select count(*) from live_post where campaign_id = c.id and kind <> 'story') as shoutouts,
          (select count(*) from live_post where campaign_id = c.id and kind = 'story') as stories,
          (select count(*) from upload where campaign_id = c.id and preview_id is not null) as uploads,
          (select count(*) from content_preview where campaign_id = c.id) as "contentPreviews",
          (select count(*) from ${UNTAGGED_POST} where u.campaign_id = c.id and u.dismissed_at is null
            and ${UNTAGGED_SHOWN}) as "untaggedPosts",
          (select count(*) from opt_in where brand_id = c.brand_id and approved_at >= $3) as collaborations,
          ${effectivePlanSql('plan_id', 'c.brand_id')} as "planId"
      ) n
      where c.id = $2 and c.brand_id = $1`,
    values: [brandId, campaignId, monthStart(now)],
  });
  const [row] = rows;
  if (!row) return null;
  const { listed, invited, visited, optedIn, approved, submitted, live } = row;
  const { ownOptedIn, ownApproved, ownSubmitted, ownLive } = row;
  const own = { optedIn: ownOptedIn, approved: ownApproved, submitted: ownSubmitted, live: ownLive };
  const { optIns, shoutouts, stories, uploads, contentPreviews, untaggedPosts, collaborations, planId } = row;
  const brief = briefOf(row);
  return {
    ...toSummary(row, apiOrigin),
    brandId: row.brandId,
    brief,
    version: row.version,
    gaps: briefGaps(brief, now),
    funnel: { listed, invited, visited, optedIn, approved, submitted, live, own },
    counts: { optIns, shoutouts, stories, uploads, contentPreviews, untaggedPosts },
    collaborations: { used: collaborations, limit: planOf(planId)?.collaborations ?? null },
  };
}

interface DetailCounts {
  ownOptedIn: number;
  ownApproved: number;
  ownSubmitted: number;
  ownLive: number;
  shoutouts: number;
  stories: number;
  uploads: number;
  contentPreviews: number;
  untaggedPosts: number;
  collaborations: number;
  planId: string | null;
}

/**
 * Locks a campaign row for the transaction; null if the brand has no such campaign. Inserts that only reference the
 * campaign, such as invites and opt-ins, don't wait.
 */
export async function lockCampaign(db: Database, brandId: string, campaignId: string) {
  const [row] = await db
    .select()
    .from(campaignTable)
    .where(and(eq(campaignTable.id, campaignId), eq(campaignTable.brandId, brandId)))
    .for('no key update');
  return row ?? null;
}

/** Returns whether a campaign is part of the brand's sample data. */
export async function isSampleCampaign(db: Database, brandId: string, campaignId: string): Promise<boolean> {
  const [row] = await db
    .select({ sample: campaignTable.sample })
    .from(campaignTable)
    .where(and(eq(campaignTable.id, campaignId), eq(campaignTable.brandId, brandId)));
  return row?.sample ?? false;
}

/** Returns the brand's slugs that start with this one, to find a free one. */
export async function slugsLike(db: Database, brandId: string, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: campaignTable.slug })
    .from(campaignTable)
    .where(and(eq(campaignTable.brandId, brandId), sql`${campaignTable.slug} like ${`${slug}%`}`))
    .orderBy(desc(campaignTable.createdAt));
  return new Set(rows.map((row) => row.slug));
}

/** Converts a row to the entity, without counts. */
export const toCampaign = (row: CampaignRow, facts?: Pick<Facts, 'emailTemplate' | 'unread'>): Campaign => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  socialChannels: row.socialChannels,
  maxPaidAmount: row.maxPaidAmount,
  metaData: { emailTemplate: facts?.emailTemplate ?? null },
  status: row.status,
  unreadMessageCount: Number(facts?.unread ?? 0),
  created: row.createdAt,
  updated: row.updatedAt,
});

function toSummary(row: CampaignRow & Facts, apiOrigin: string): CampaignSummary {
  return {
    ...toCampaign(row, row),
    coverUrl: coverUrlOf(apiOrigin, row.id, row.brief.cover),
    currency: row.brief.currency ?? EMPTY_BRIEF.currency,
    commissionPercent: row.brief.commissionPercent ?? null,
    published: row.publishedAt,
    liveDue: row.brief.liveDue ?? null,
    optInCount: row.optIns,
    pendingCount: row.pending,
    unseenCount: row.unseen,
  };
}

/** Returns which of these campaigns the brand doesn't have. */
export async function unknownCampaigns(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: campaignTable.id })
    .from(campaignTable)
    .where(and(eq(campaignTable.brandId, brandId), inArray(campaignTable.id, [...ids])));
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id.toLowerCase()));
}

/** Returns a campaign's title; null if the brand has no such campaign. */
export async function readCampaignTitle(
  db: Database,
  brandId: string,
  campaignId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ title: campaignTable.title })
    .from(campaignTable)
    .where(and(eq(campaignTable.id, campaignId), eq(campaignTable.brandId, brandId)));
  return row?.title ?? null;
}
