import type { AnalyticsStep } from '@troupe/domain/analytics/analytics';
import type { Platform } from '@troupe/domain/discovery/creator';
import type pg from 'pg';
import { CREATOR_USERNAME } from '../../campaigns/opt-in/opt-in.table.ts';
import type { AnalyticsFilter, RowGroup } from './filter.ts';

/** Counts that platforms report of a post. */
const POST_COUNTS = ['views', 'reach', 'likes', 'comments', 'saves', 'shares'] as const;
export type PostCount = (typeof POST_COUNTS)[number];

/** Posts that went live, with the sums of their latest figures; `...Known` counts posts that have one. */
export type PostSum = {
  start: string | null;
  campaignId: string | null;
  creatorId: string | null;
  platform: Platform | null;
  posts: number;
  engagements: number | null;
  engagementsKnown: number;
  /** Over posts where both are known, for the engagement rate. */
  ratedReach: number | null;
  ratedReachEngagements: number | null;
  ratedReachKnown: number;
  ratedViews: number | null;
  ratedViewsEngagements: number | null;
  ratedViewsKnown: number;
} & { [Count in PostCount]: number | null } & { [Count in `${PostCount}Known`]: number };

/**
 * Returns the SQL condition that a live post belongs to a campaign or, if none is given, to any except sample data.
 * @param post alias of the post, in a statement whose first parameter is the brand
 * @param campaign number of the parameter with the campaign's ID or null
 */
export const ofCampaign = (post: string, campaign: number): string => `(${post}.campaign_id = $${campaign}
  or ($${campaign}::uuid is null and ${post}.campaign_id <> all (array(select id from campaign where brand_id = $1 and sample))))`;

/**
 * A live post as `l` with its figures as columns, its day and engagements: the sum of the known ones, null without any.
 * `offset 0` has figures read once, not for each sum that they are part of.
 */
export const POSTS = `
  select l.id, l.campaign_id, i.creator_id, l.platform, l.kind, l.url, l.title, l.thumbnail_url, i.username, i.fullname,
    coalesce(l.published_at, l.created_at) as at, l.published_at, l.as_of, v.*,
    case when num_nonnulls(v.likes, v.comments, v.saves, v.shares) = 0 then null
      else coalesce(v.likes, 0) + coalesce(v.comments, 0) + coalesce(v.saves, 0) + coalesce(v.shares, 0) end as engagements,
    i.followers
  from live_post l
  join lateral (select i.creator_id, ${CREATOR_USERNAME} as username,
      case when i.removed_at is null then c.fullname else 'Removed creator' end as fullname, c.follower_count as followers
    from opt_in i join creator c on c.id = i.creator_id where i.id = l.opt_in_id) i on true
  cross join lateral (select ${POST_COUNTS.map((count) => `(l.figures->>'${count}')::bigint as ${count}`).join(', ')} offset 0) v
  where l.brand_id = $1 and ((l.published_at >= $2 and l.published_at < $3)
      or (l.published_at is null and l.created_at >= $2 and l.created_at < $3))
    and ${ofCampaign('l', 4)} and ($5::uuid is null or i.creator_id = $5)
    and ($6::text is null or l.platform = $6)`;

/** Values of {@link POSTS}. */
export const postValues = ({ brandId, start, end, campaignId, creatorId, platform }: AnalyticsFilter) => [
  brandId,
  start,
  end,
  campaignId,
  creatorId,
  platform,
];

const SUMS = [
  'count(*)::int as posts',
  ...[...POST_COUNTS, 'engagements'].map(
    (count) => `sum(${count})::bigint as ${count}, count(${count})::int as "${count}Known"`,
  ),
  ...(['reach', 'views'] as const).map((base) => {
    const name = base === 'reach' ? 'ratedReach' : 'ratedViews';
    const both = `filter (where ${base} is not null and engagements is not null)`;
    return `(sum(${base}) ${both})::bigint as "${name}", (sum(engagements) ${both})::bigint as "${name}Engagements",
      (count(*) ${both})::int as "${name}Known"`;
  }),
].join(', ');

/** Returns sums of posts that went live in a period, and the same by point of a chart if a step is given. */
export async function readPostSums(
  pool: pg.Pool,
  filter: AnalyticsFilter,
  by: RowGroup | 'platform',
  step: AnalyticsStep | null,
): Promise<PostSum[]> {
  const key = { none: null, campaign: 'campaign_id', creator: 'creator_id', platform: 'platform' }[by];
  const start = `date_trunc($7, at at time zone $8)::date::text`;
  const { rows } = await pool.query<PostSum>(
    `select ${step === null ? 'null' : 'case when grouping(start) = 0 then start end'} as start,
        ${key === 'campaign_id' ? 'campaign_id' : 'null::uuid'} as "campaignId",
        ${key === 'creator_id' ? 'creator_id' : 'null::uuid'} as "creatorId",
        ${key === 'platform' ? 'platform' : 'null'} as platform, ${SUMS}
      from (select *, ${start} as start from (${POSTS}) l) p
      group by grouping sets ((${key ?? ''})${step === null ? '' : `, (${[key, 'start'].filter(Boolean).join(', ')})`})`,
    [...postValues(filter), step ?? 'day', filter.zone],
  );
  return rows;
}

/** A live post with its latest figures. */
export type ListedPost = {
  id: string;
  campaignId: string;
  creatorId: string;
  platform: Platform;
  kind: string;
  username: string;
  title: string;
  url: string;
  thumbnailUrl: string | null;
  published: string | null;
  asOf: string | null;
  engagements: number | null;
  followers: number | null;
} & { [Count in PostCount]: number | null };

/** Posts of a period that are listed and valued; more are left out. */
const MOST_POSTS = 20_000;

/** Returns posts that went live in a period, those with most engagements first. */
export async function readPosts(pool: pg.Pool, filter: AnalyticsFilter): Promise<ListedPost[]> {
  const { rows } = await pool.query<ListedPost>(
    `select id, campaign_id as "campaignId", creator_id as "creatorId", platform, kind, username, title, url,
        thumbnail_url as "thumbnailUrl", published_at as published, as_of as "asOf", engagements, followers,
        ${POST_COUNTS.join(', ')}
      from (${POSTS}) l order by engagements desc nulls last, id limit ${MOST_POSTS}`,
    postValues(filter),
  );
  return rows;
}
