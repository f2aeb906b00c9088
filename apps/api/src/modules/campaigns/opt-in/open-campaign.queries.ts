import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import type { Platform } from '@troupe/domain/discovery/creator';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { containing } from '../../../platform/database.ts';
import type { StoredBrief } from '../campaign/campaign.table.ts';

/** A campaign with the parts that depend on the creator. */
export interface OpenCampaignRow {
  id: string;
  brandId: string;
  brandName: string;
  brandWebsite: string;
  title: string;
  slug: string;
  socialChannels: Platform[];
  maxPaidAmount: number | null;
  status: CampaignStatus;
  brief: StoredBrief;
  invited: boolean;
  optInId: string | null;
  changedAt: string | null;
  changedFields: string[] | null;
}

/** `$1` is the user ID. */
const CLAIMED = `
  with claimed as (
    select p.* from creator_claim m join creator p on p.id = m.creator_id
    where m.user_id = $1 and m.claimed_at is not null
  )`;
const INVITED = `exists (select from invite v where v.campaign_id = c.id and v.cancelled_at is null
  and v.creator_id in (select id from claimed))`;
const COLUMNS = `c.id, c.brand_id as "brandId", b.name as "brandName", b.website as "brandWebsite", c.title, c.slug,
  c.social_channels as "socialChannels", c.max_paid_amount as "maxPaidAmount", c.status, c.brief,
  o.id as "optInId", x.at as "changedAt", x.fields as "changedFields"`;
const JOINS = `
  join brand b on b.id = c.brand_id
  left join opt_in o on o.campaign_id = c.id and o.user_id = $1
  left join lateral (
    select max(h.created_at) as at, array_agg(distinct field) as fields
    from campaign_change h, unnest(h.fields) field
    where h.campaign_id = c.id and h.kind = 'brief' and h.created_at > o.terms_accepted_at
  ) x on o.id is not null`;

const least = (field: string, of: string) =>
  `(c.brief->>'${field}' is null or ${of} is null or ${of} >= (c.brief->>'${field}')::float8)`;
const among = (field: string, fits: string) =>
  `(jsonb_array_length(coalesce(c.brief->'${field}', '[]')) = 0 or ${fits})`;

/**
 * Matches the campaign's audience against a profile; unknown profile data never excludes a creator. What a brand knows
 * from its own copy counts for its campaigns only.
 */
const FITS = `exists (select from claimed p where (p.brand_id is null or p.brand_id = c.brand_id) and p.platform = any(c.social_channels)
  and ${least('followersMin', 'p.follower_count')}
  and (c.brief->>'followersMax' is null or p.follower_count is null
    or p.follower_count <= (c.brief->>'followersMax')::float8)
  and ${least('engagementMin', 'p.engagement')}
  and ${among('countries', "p.country is null or c.brief->'countries' ? p.country::text")}
  and ${among('audienceCategories', "cardinality(p.categories) = 0 or c.brief->'audienceCategories' ?| p.categories")})`;

/** Returns campaigns for a creator: invited ones first, then open ones that fit a claimed profile, newest first. */
export async function readOpenCampaigns(
  pool: pg.Pool,
  userId: string,
  now: Date,
  { page, search }: { page: number; search?: string | undefined },
): Promise<{ rows: OpenCampaignRow[]; total: number }> {
  const { rows } = await pool.query<OpenCampaignRow & { total: number }>({
    name: 'open-campaigns',
    text: `${CLAIMED},
      found as (
        select c.*, ${INVITED} as invited from campaign c
        where c.status in ('publish', 'paused')
      ),
      chosen as (
        select c.*, count(*) over () as total from found c join brand b on b.id = c.brand_id
        where (c.invited or (c.status = 'publish' and ${FITS}
            and (c.brief->>'closes' is null or c.brief->>'closes' collate "C" > $2)))
          and ($3::text is null or c.title ilike $3 or b.name ilike $3)
        order by c.invited desc, c.published_at desc nulls last, c.id desc limit $4 offset $5
      )
      select ${COLUMNS}, c.invited, c.total from chosen c ${JOINS}
      order by c.invited desc, c.published_at desc nulls last, c.id desc`,
    values: [
      userId,
      now.toISOString(),
      search?.trim() ? containing(search) : null,
      PAGE_SIZE,
      (page - 1) * PAGE_SIZE,
    ],
  });
  return { rows, total: rows[0]?.total ?? 0 };
}

/**
 * Returns a campaign if the creator may see it: published, joined, or invited to, including by personal link. Null
 * otherwise.
 */
export async function readOpenCampaign(
  pool: pg.Pool,
  userId: string,
  campaignId: string,
  inviteToken: string | null = null,
): Promise<OpenCampaignRow | null> {
  const { rows } = await pool.query<OpenCampaignRow>({
    name: 'open-campaign',
    text: `${CLAIMED}
      select ${COLUMNS}, g.invited from campaign c ${JOINS}
      cross join lateral (
        select ${INVITED} or exists (select from invite v where v.campaign_id = c.id and v.cancelled_at is null
          and v.token = $3) as invited
      ) g
      where c.id = $2 and (o.id is not null or c.status = 'publish' or (g.invited and c.status <> 'draft'))`,
    values: [userId, campaignId, inviteToken],
  });
  return rows[0] ?? null;
}

/** Returns the campaigns a creator has joined, by ID. */
export async function readCampaignsOfOwn(
  pool: pg.Pool,
  userId: string,
): Promise<Map<string, OpenCampaignRow>> {
  const { rows } = await pool.query<OpenCampaignRow>({
    name: 'campaigns-of-own',
    text: `${CLAIMED}
      select ${COLUMNS}, ${INVITED} as invited from campaign c ${JOINS}
      where c.id in (select campaign_id from opt_in where user_id = $1)`,
    values: [userId],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
