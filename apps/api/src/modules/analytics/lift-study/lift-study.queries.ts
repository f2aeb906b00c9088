import type { LiftPost, LiftStudy } from '@troupe/domain/analytics/lift-study';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { personLabelSql } from '../../account/user/user.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Whose posts: of a campaign, or those listed. */
export interface LiftScope {
  campaignId: string | null;
  postIds: readonly string[];
}

/** A post with the wall clock time of its publication, in milliseconds as if it were UTC. */
export interface TimedPost extends LiftPost {
  wall: number | null;
}

const REMOVED_CREATOR = 'Removed creator';

const POST = `
  select l.id as "postId", l.campaign_id as "campaignId", l.title, l.url,
    case when o.removed_at is null then coalesce(nullif(c.fullname, ''), c.username, '')
      else '${REMOVED_CREATOR}' end as "creatorName",
    to_char(l.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt",
    (extract(epoch from l.published_at at time zone $2) * 1000)::float8 as wall
  from live_post l join opt_in o on o.id = l.opt_in_id left join creator c on c.id = o.creator_id`;

/** Returns the title of a brand's campaign; null if it has none of this id. */
export async function readCampaignTitle(
  pool: Connection,
  brandId: string,
  id: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ title: string }>(
    'select title from campaign where brand_id = $1 and id = $2',
    [brandId, id],
  );
  return rows[0]?.title ?? null;
}

/** Returns a brand's posts within a scope, the first published first; at most `most`. */
export async function readLiftPosts(
  pool: Connection,
  brandId: string,
  zone: string,
  { campaignId, postIds }: LiftScope,
  most: number,
): Promise<TimedPost[]> {
  const { rows } = await pool.query<TimedPost>(
    `${POST} where l.brand_id = $1 and (l.campaign_id = $3 or l.id = any($4))
      order by l.published_at nulls last, l.id limit $5`,
    [brandId, zone, campaignId, postIds, most],
  );
  return rows;
}

/** Times of a brand's other posts since a time, on the wall. */
export async function readOtherPosts(
  pool: Connection,
  brandId: string,
  zone: string,
  { known, since }: { known: readonly string[]; since: Date },
): Promise<number[]> {
  const { rows } = await pool.query<{ wall: number }>(
    `select distinct (extract(epoch from published_at at time zone $2) * 1000)::float8 as wall from live_post
      where brand_id = $1 and published_at >= $4 and not id = any($3) order by wall limit 20000`,
    [brandId, zone, known, since],
  );
  return rows.map(({ wall }) => wall);
}

/** Orders of a quarter-hour; its start is wall clock time in milliseconds as if it were UTC. */
export interface OrderQuarter {
  at: number;
  orders: number;
}

/** Counts a brand's orders by quarter-hour of the zone's clock, from one time to before another. */
export async function readOrderQuarters(
  pool: Connection,
  brandId: string,
  zone: string,
  { from, until }: { from: Date; until: Date },
): Promise<OrderQuarter[]> {
  const { rows } = await pool.query<OrderQuarter>(
    `select (floor(extract(epoch from placed_at at time zone $2) / 900) * 900000)::float8 as at,
        count(*)::int as orders
      from store_order where brand_id = $1 and counted and placed_at >= $3 and placed_at < $4
      group by 1 order by 1`,
    [brandId, zone, from, until],
  );
  return rows;
}

/**
 * Returns days on which one general discount code, that is none of a creator, was on more than `share` of the orders, at
 * least 5. A code that is on so many orders on more than half of the days is no promotion.
 */
export async function readPromotionDays(
  pool: Connection,
  brandId: string,
  zone: string,
  { from, until, share }: { from: Date; until: Date; share: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>(
    `with placed as (
        select (placed_at at time zone $2)::date as day, discount_codes as codes from store_order
        where brand_id = $1 and counted and placed_at >= $3 and placed_at < $4
      ), daily as (select day, count(*) as orders from placed group by day),
      used as (
        select day, code, count(*) as orders from placed, unnest(codes) code
        where not exists (select from affiliate_code a where a.brand_id = $1 and (a.folded = code or lower(a.code) = code))
        group by day, code having count(*) >= 5
      ), heavy as (
        select used.day, code from used join daily on daily.day = used.day where used.orders > $5::float8 * daily.orders
      ), common as (
        select code from heavy group by code having count(*) > (select count(*) from daily) / 2
      )
      select distinct day::text from heavy where code not in (select code from common) order by day`,
    [brandId, zone, from, until, share],
  );
  return rows.map(({ day }) => day);
}

/**
 * Returns since when orders may be missing: the oldest time up to which a connected store was read, if that is more than a
 * day ago, or the end of the last connection if none is left. Null if none are missing.
 */
export async function readOutage(
  pool: Connection,
  brandId: string,
  zone: string,
  now: Date,
): Promise<number | null> {
  const { rows } = await pool.query<{ since: number | null }>(
    `select (extract(epoch from since at time zone $2) * 1000)::float8 as since from (
        select case when bool_or(status in ('connected', 'needs_reconnect'))
          then min(synced_to) filter (where status in ('connected', 'needs_reconnect'))
          else max(ended_at) end as since
        from store where brand_id = $1) s
      where since < $3::timestamptz - interval '1 day'
        and not exists (select from store_order o where o.brand_id = $1 and o.placed_at > s.since + interval '1 hour')`,
    [brandId, zone, now],
  );
  return rows[0]?.since ?? null;
}

/** Net revenue within windows, by currency, in minor units. */
export async function readWindowNet(
  pool: Connection,
  brandId: string,
  windows: readonly { from: string; to: string }[],
): Promise<{ currency: string; net: number }[]> {
  const { rows } = await pool.query<{ currency: string; net: number }>(
    `select o.currency, sum(o.net)::float8 as net
      from unnest($2::timestamptz[], $3::timestamptz[]) w(from_at, to_at)
      join store_order o on o.brand_id = $1 and o.placed_at >= w.from_at and o.placed_at < w.to_at
      where o.counted group by o.currency order by net desc, o.currency`,
    [brandId, windows.map(({ from }) => from), windows.map(({ to }) => to)],
  );
  return rows;
}

/** Converts wall clock times of a zone, in milliseconds, to UTC. */
export async function instantsOf(
  pool: Connection,
  zone: string,
  walls: readonly number[],
): Promise<string[]> {
  const { rows } = await pool.query<{ at: string }>(
    `select to_char((to_timestamp(wall / 1000) at time zone 'UTC') at time zone $1 at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from unnest($2::float8[]) with ordinality w(wall, place) order by place`,
    [zone, walls],
  );
  return rows.map(({ at }) => at);
}

const STUDY = `
  select s.id, s.name, s.campaign_id as "campaignId", s.campaign_name as "campaignName", s.posts,
    s.window_hours as "windowHours", s.baseline_weeks as "baselineWeeks", s.excluded, s.zone, 'lift' as formula,
    s.formula_version as version, s.result,
    to_char(s.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "asOf", ${personLabelSql('u')} as "createdBy"
  from lift_study s left join person u on u.id = s.user_id`;

/** Returns a page of a brand's studies, newest first. */
export async function readStudies(
  pool: Connection,
  brandId: string,
  { campaignId, page }: { campaignId: string | null; page: number },
): Promise<{ studies: LiftStudy[]; total: number }> {
  const where = 's.brand_id = $1 and ($2::uuid is null or s.campaign_id = $2)';
  const [{ rows }, counted] = await Promise.all([
    pool.query<LiftStudy>(`${STUDY} where ${where} order by s.as_of desc, s.id desc limit $3 offset $4`, [
      brandId,
      campaignId,
      PAGE_SIZE,
      (page - 1) * PAGE_SIZE,
    ]),
    pool.query<{ n: number }>(`select count(*)::int as n from lift_study s where ${where}`, [
      brandId,
      campaignId,
    ]),
  ]);
  return { studies: rows, total: counted.rows[0]?.n ?? 0 };
}

/** Returns one of a brand's studies, or null. */
export async function readStudy(pool: Connection, brandId: string, id: string): Promise<LiftStudy | null> {
  const { rows } = await pool.query<LiftStudy>(`${STUDY} where s.brand_id = $1 and s.id = $2`, [brandId, id]);
  return rows[0] ?? null;
}

/** Stores a study, and removes all but the newest `kept`. */
export async function insertStudy(
  connection: Connection,
  brandId: string,
  study: Omit<LiftStudy, 'createdBy' | 'formula'>,
  { userId, kept }: { userId: string | null; kept: number },
): Promise<void> {
  await connection.query(
    `insert into lift_study (id, brand_id, name, campaign_id, campaign_name, posts, window_hours, baseline_weeks,
        excluded, zone, formula_version, result, as_of, user_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      study.id,
      brandId,
      study.name,
      study.campaignId,
      study.campaignName,
      JSON.stringify(study.posts),
      study.windowHours,
      study.baselineWeeks,
      JSON.stringify(study.excluded),
      study.zone,
      study.version,
      JSON.stringify(study.result),
      study.asOf,
      userId,
    ],
  );
  await connection.query(
    `delete from lift_study where brand_id = $1 and id in (
      select id from lift_study where brand_id = $1 order by as_of desc, id desc offset $2)`,
    [brandId, kept],
  );
}

/** Deletes a study; returns whether there was one. */
export async function removeStudy(connection: Connection, brandId: string, id: string): Promise<boolean> {
  const { rowCount } = await connection.query('delete from lift_study where brand_id = $1 and id = $2', [
    brandId,
    id,
  ]);
  return rowCount === 1;
}

/** Takes a person's name, captions and links out of the studies that examined their posts. What they found stays. */
export async function anonymizeStudies(connection: Connection, userId: string): Promise<void> {
  await connection.query(
    `with own as (select l.id::text as id, l.brand_id from live_post l join opt_in o on o.id = l.opt_in_id where o.user_id = $1)
      update lift_study s set posts = (
        select jsonb_agg(case when exists (select from own where own.id = post->>'postId')
            then post || jsonb_build_object('title', '', 'url', '', 'creatorName', '${REMOVED_CREATOR}') else post end order by n)
        from jsonb_array_elements(s.posts) with ordinality as p (post, n))
      where s.brand_id in (select brand_id from own)
        and exists (select from jsonb_array_elements(s.posts) post join own on own.id = post->>'postId')`,
    [userId],
  );
}
