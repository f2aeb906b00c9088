import type { Platform } from '@troupe/domain/discovery/creator';
import type pg from 'pg';
import type { AnalyticsFilter } from './filter.ts';
import { ofCampaign } from './post-figure.queries.ts';

/** A creator of rows. */
export interface CreatorName {
  id: string;
  username: string;
  fullname: string;
  platform: Platform;
  pictureUrl: string | null;
  url: string;
}

/** Returns titles of campaigns by id. */
export async function readCampaignTitles(
  pool: pg.Pool,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; title: string }>(
    'select id, title from campaign where brand_id = $1 and id = any($2::uuid[])',
    [brandId, [...ids]],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns creators by id; those who deleted their account without their name. */
export async function readCreatorNames(
  pool: pg.Pool,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, CreatorName>> {
  const { rows } = await pool.query<CreatorName>(
    `select c.id, c.platform, case when gone then 'removed' else c.username end as username,
        case when gone then 'Removed creator' else c.fullname end as fullname,
        case when gone then null else c.profile_pic_url end as "pictureUrl",
        case when gone then '' else c.profile_url end as url
      from creator c cross join lateral (select
        exists (select from affiliate a where a.brand_id = $1 and a.creator_id = c.id
          and a.terms_accepted_at is not null and a.user_id is null)
        or exists (select from opt_in i where i.brand_id = $1 and i.creator_id = c.id and i.removed_at is not null) as gone) g
      where c.id = any($2::uuid[]) and (c.brand_id is null or c.brand_id = $1)`,
    [brandId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns affiliates with their creators. @param among of this creator or platform; null for all */
export async function readAffiliates(
  pool: pg.Pool,
  brandId: string,
  { creatorId, platform }: { creatorId: string | null; platform: Platform | null },
): Promise<{ id: string; creatorId: string; platform: Platform }[]> {
  const { rows } = await pool.query<{ id: string; creatorId: string; platform: Platform }>(
    `select a.id, a.creator_id as "creatorId", c.platform from affiliate a join creator c on c.id = a.creator_id
      where a.brand_id = $1 and ($2::uuid is null or a.creator_id = $2) and ($3::text is null or c.platform = $3)`,
    [brandId, creatorId, platform],
  );
  return rows;
}

/** Returns whether a campaign and a creator can be asked for: the brand's campaign, a creator who works with it. */
export async function existsForBrand(
  pool: pg.Pool,
  brandId: string,
  { campaignId, creatorId }: { campaignId: string | null; creatorId: string | null },
): Promise<boolean> {
  const { rows } = await pool.query<{ ok: boolean }>(
    `select ($2::uuid is null or exists (select from campaign where id = $2 and brand_id = $1))
      and ($3::uuid is null or exists (select from creator where id = $3 and (brand_id is null or brand_id = $1))) as ok`,
    [brandId, campaignId, creatorId],
  );
  return rows[0]?.ok ?? false;
}

/** Returns how many creators have a credited order or a post that went live. */
export async function countCreators(pool: pg.Pool, filter: AnalyticsFilter): Promise<number> {
  const { brandId, start, end, campaignId, creatorId, platform, affiliateIds } = filter;
  const sold =
    campaignId === null
      ? `exists (select from affiliate_sales_quarter q where q.affiliate_id = a.id and q.brand_id = $1
          and q.bucket >= $2 and q.bucket < $3 and q.credited > 0 and $4::uuid is null)`
      : `exists (select from analytics_quarter q where q.campaign_id = $4 and q.affiliate_id = a.id
          and q.bucket >= $2 and q.bucket < $3 and q.credited > 0)`;
  const { rows } = await pool.query<{ creators: number }>(
    `select count(*)::int as creators from (
        select a.creator_id from affiliate a
          where a.brand_id = $1 and ($7::uuid[] is null or a.id = any($7)) and ${sold}
        union
        select i.creator_id from live_post l join opt_in i on i.id = l.opt_in_id
          where l.brand_id = $1 and ((l.published_at >= $2 and l.published_at < $3)
              or (l.published_at is null and l.created_at >= $2 and l.created_at < $3))
            and ${ofCampaign('l', 4)} and ($5::uuid is null or i.creator_id = $5)
            and ($6::text is null or l.platform = $6)) c`,
    [brandId, start, end, campaignId, creatorId, platform, affiliateIds === null ? null : [...affiliateIds]],
  );
  return rows[0]?.creators ?? 0;
}
