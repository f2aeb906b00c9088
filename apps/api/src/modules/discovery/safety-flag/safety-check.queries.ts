import type { FigureDay } from '@troupe/domain/discovery/insight/figure-history';
import type pg from 'pg';

type Pool = Pick<pg.Pool, 'query'>;

/** Older posts and more than this many aren't checked; no rule looks further back. */
const MOST_DAYS = 730;
const MOST_POSTS = 500;
/** Days after which a creator is checked again even if nothing seems to have changed. */
const AGAIN_AFTER_DAYS = 7;

/** What Troupe has read of a creator. */
export interface CheckedCreator {
  id: string;
  username: string;
  bio: string;
  posts: { id: string; url: string; title: string; published: string }[];
  contentHash: string | null;
  rulesHash: string | null;
}

// Creators the brand works with, or asked to check. Those who deleted their account are left alone.
const OF_BRAND = `select w.creator_id from (
    select creator_id from creator_list_item where brand_id = $1 and archived_at is null
    union select creator_id from invite where brand_id = $1
    union select creator_id from opt_in where brand_id = $1
    union select id from creator where brand_id = $1
    union select creator_id from safety_check where brand_id = $1) w
  where not exists (select from opt_in gone where gone.creator_id = w.creator_id and gone.removed_at is not null)`;

/** Returns creators whose texts, figures, campaign posts or rules changed since the brand's last check. */
export async function readDueCreators(
  pool: Pool,
  brandId: string,
  rulesHash: string,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with mine as materialized (${OF_BRAND})
      select c.id from mine join creator c on c.id = mine.creator_id
      left join safety_check k on k.brand_id = $1 and k.creator_id = c.id
      left join creator_refresh r on r.creator_id = c.id
      where k.creator_id is null or k.rules_hash <> $2 or c.updated_at > k.checked_at or r.read_at > k.checked_at
        or k.checked_at < $3::timestamptz - interval '${AGAIN_AFTER_DAYS} days'
        or exists (select from opt_in o join live_post p on p.opt_in_id = o.id
          where o.brand_id = $1 and o.creator_id = c.id and greatest(p.created_at, p.as_of) > k.checked_at)
      order by k.checked_at nulls first, c.id limit $4`,
    [brandId, rulesHash, now.toISOString(), limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns creators of a brand, those on lists and in campaigns; one more than `limit` if there are more. */
export async function readBrandCreators(pool: Pool, brandId: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select creator_id as id from (${OF_BRAND}) mine order by 1 limit $2`,
    [brandId, limit + 1],
  );
  return rows.map(({ id }) => id);
}

/** Returns what is known of creators that a brand can see, with the hashes of its last check. */
export async function readCheckedCreators(
  pool: Pool,
  brandId: string,
  creatorIds: readonly string[],
  now: Date,
): Promise<CheckedCreator[]> {
  const { rows } = await pool.query<CheckedCreator>(
    `select c.id, c.username, c.bio, k.content_hash as "contentHash", k.rules_hash as "rulesHash",
        (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'url', p.url, 'title', p.title, 'published',
            to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
          from (select * from content p where p.creator_id = c.id
              and p.published_at > $3::timestamptz - interval '${MOST_DAYS} days'
            order by p.published_at desc, p.id limit ${MOST_POSTS}) p) as posts
      from creator c left join safety_check k on k.brand_id = $1 and k.creator_id = c.id
      where c.id = any($2::uuid[]) and (c.brand_id is null or c.brand_id = $1)
        and not exists (select from opt_in gone where gone.creator_id = c.id and gone.removed_at is not null)
      order by c.id`,
    [brandId, [...creatorIds], now.toISOString()],
  );
  return rows;
}

/** Remembers a check. */
export async function saveCheck(
  connection: Pool,
  check: {
    brandId: string;
    creatorId: string;
    contentHash: string;
    rulesHash: string;
    posts: number;
    withoutText: number;
    hasBio: boolean;
  },
  now: Date,
): Promise<void> {
  const { brandId, creatorId, contentHash, rulesHash, posts, withoutText, hasBio } = check;
  await connection.query(
    `insert into safety_check (brand_id, creator_id, checked_at, content_hash, rules_hash, posts, without_text, has_bio)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (brand_id, creator_id) do update set checked_at = excluded.checked_at,
        content_hash = excluded.content_hash, rules_hash = excluded.rules_hash, posts = excluded.posts,
        without_text = excluded.without_text, has_bio = excluded.has_bio`,
    [brandId, creatorId, now.toISOString(), contentHash, rulesHash, posts, withoutText, hasBio],
  );
}

/** Keeps today's figures of creators, dated when they were read, and how their followers grew. */
export async function keepFigureDays(pool: Pool, creatorIds: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into creator_figure_day (creator_id, day, source, followers, engagement, avg_views)
      select c.id, ((c.figures -> 'followerCount' ->> 'asOf')::timestamptz at time zone 'UTC')::date,
        c.figures -> 'followerCount' ->> 'source', c.follower_count, c.engagement, c.avg_views
      from creator c where c.id = any($1::uuid[]) and c.follower_count is not null
        and c.figures -> 'followerCount' ->> 'asOf' is not null
        and c.figures -> 'followerCount' ->> 'source' is not null
      order by c.id
      on conflict (creator_id, day) do update set source = excluded.source, followers = excluded.followers,
        engagement = excluded.engagement, avg_views = excluded.avg_views
      where (creator_figure_day.source, creator_figure_day.followers, creator_figure_day.engagement,
          creator_figure_day.avg_views)
        is distinct from (excluded.source, excluded.followers, excluded.engagement, excluded.avg_views)
      returning creator_id as id`,
    [[...creatorIds]],
  );
  if (rows.length > 0)
    await keepGrowth(
      pool,
      rows.map(({ id }) => id),
    );
}

/** The reading closest to some days before the newest one, as `followerGrowth` of the domain chooses it. */
const growthOver = (days: number, tolerance: number) => `
  select case when f.followers > 0 then (newest.followers - f.followers)::float8 / f.followers * 100 end as percent
  from creator_figure_day f where f.creator_id = newest.creator_id and f.source = newest.source and f.followers is not null
    and f.day between newest.day - ${days + tolerance} and newest.day - ${days - tolerance}
  order by abs(newest.day - f.day - ${days}), f.day limit 1`;

/** Keeps how followers of creators grew, for searches to filter by. */
export async function keepGrowth(pool: Pool, creatorIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into creator_growth (creator_id, days30, days90)
      select newest.creator_id, month.percent, quarter.percent
      from (select distinct on (creator_id) creator_id, day, source, followers from creator_figure_day
        where creator_id = any($1::uuid[]) and followers is not null order by creator_id, day desc) newest
      left join lateral (${growthOver(30, 7)}) month on true
      left join lateral (${growthOver(90, 22)}) quarter on true
      order by 1
      on conflict (creator_id) do update set days30 = excluded.days30, days90 = excluded.days90
      where (creator_growth.days30, creator_growth.days90) is distinct from (excluded.days30, excluded.days90)`,
    [[...creatorIds]],
  );
}

/** Deletes how figures of a person's profiles changed. Call it before the account is deleted. */
export async function eraseFigureDays(connection: Pool, userId: string): Promise<void> {
  const own = `select creator_id from creator_claim where user_id = $1 and claimed_at is not null
    union select creator_id from opt_in where user_id = $1`;
  await connection.query(`delete from creator_figure_day where creator_id in (${own})`, [userId]);
  await connection.query(`delete from creator_growth where creator_id in (${own})`, [userId]);
}

/** Returns a creator's figures by day, oldest first, of the last year that is known. */
export async function readFigureDays(pool: Pool, creatorId: string): Promise<FigureDay[]> {
  const { rows } = await pool.query<FigureDay>(
    `select * from (select day::text, source, followers::float8, engagement, avg_views::float8 as views
      from creator_figure_day
      where creator_id = $1 order by day desc limit 366) recent order by day`,
    [creatorId],
  );
  return rows;
}

/** Returns which handles are those of creators that a brand can see, in lowercase. */
export async function readKnownHandles(
  pool: Pool,
  { brandId, platform, handles }: { brandId: string; platform: string; handles: readonly string[] },
): Promise<Set<string>> {
  if (handles.length === 0) return new Set();
  const { rows } = await pool.query<{ handle: string }>(
    `select handle from unnest($2::text[]) handle
      where exists (select from creator c where c.brand_id is null and c.platform = $3 and lower(c.username) = handle)
        or exists (select from creator c where c.brand_id = $1 and c.platform = $3 and lower(c.username) = handle)`,
    [brandId, [...handles], platform],
  );
  return new Set(rows.map(({ handle }) => handle));
}
