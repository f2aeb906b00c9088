import type { CreatorTexts } from '@troupe/domain/discovery/topics/derive-topics';
import type pg from 'pg';
import type { TopicColumns } from './topic-columns.ts';

/** A creator whose topics are outdated, with its texts. `xmin` shows whether it changed since. */
export interface OutdatedCreator extends CreatorTexts {
  id: string;
  xmin: string;
  lastPostAt: string | null;
}

/** Posts that topics are derived from. */
const POSTS = 12;

/** Returns creators whose topics were derived from other texts or with another vocabulary. */
export async function readOutdated(
  pool: pg.Pool,
  version: number,
  limit: number,
): Promise<OutdatedCreator[]> {
  const { rows } = await pool.query<OutdatedCreator>(
    `with outdated as materialized (
      select id from creator where topics_version is null or topics_version < $1 or topics_version > $1 limit $2
    )
    select creator.id, creator.xmin::text, username, fullname, bio, categories, language,
      coalesce(posts.titles, '{}') as titles, posts.last_post_at as "lastPostAt"
    from outdated join creator on creator.id = outdated.id, lateral (
      select array_agg(title) as titles, max(published_at)::text as last_post_at from (
        select title, published_at from content where creator_id = creator.id
        order by published_at desc nulls last limit ${POSTS}) newest) posts`,
    [version, limit],
  );
  return rows;
}

/** Saves topics, except of creators that have changed since they were read. Returns how many it saved. */
export async function writeTopics(
  pool: pg.Pool,
  rows: readonly (TopicColumns & Pick<OutdatedCreator, 'id' | 'xmin' | 'lastPostAt'>)[],
): Promise<number> {
  const { rowCount } = await pool.query(
    `update creator set topics = string_to_array(derived.topics, ' '), topic_words = derived.words::tsvector,
      topics_version = derived.version, last_post_at = derived.last_post_at::timestamptz
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[])
      as derived(id, xmin, topics, words, version, last_post_at)
    where creator.id = derived.id and creator.xmin::text = derived.xmin`,
    [
      rows.map(({ id }) => id),
      rows.map(({ xmin }) => xmin),
      rows.map(({ topics }) => topics.join(' ')),
      rows.map(({ topicWords }) => topicWords),
      rows.map(({ topicsVersion }) => topicsVersion),
      rows.map(({ lastPostAt }) => lastPostAt),
    ],
  );
  return rowCount ?? 0;
}

/** Classes with fewer creators have no typical engagement. */
const FEWEST_PEERS = 30;

/** Counts the typical engagement of shared creators by platform and size. */
export async function countPeers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into creator_peer (platform, size, engagement, creators, updated_at)
    select platform, creator_size(follower_count), percentile_cont(0.5) within group (order by engagement), count(*), now()
    from creator where brand_id is null and engagement > 0 group by 1, 2 having count(*) >= ${FEWEST_PEERS}
    on conflict (platform, size) do update
      set engagement = excluded.engagement, creators = excluded.creators, updated_at = excluded.updated_at`,
  );
}

/** Sorts creators again whose peers' engagement has changed, up to `limit`. Returns how many. */
export async function refreshFit(pool: pg.Pool, limit: number, after: string | null): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    `with batch as materialized (
      select id from creator where $2::uuid is null or id > $2::uuid order by id limit $1
    ), changed as (
      update creator set fit_key = 0 where id = any(array(
        select creator.id from batch join creator on creator.id = batch.id
        where abs(fit_key - creator_fit_key(platform, follower_count, engagement, coalesce(last_post_at, updated_at),
          case when user_id is not null or contact_email is not null then 1
            when contacts_error is not null or contacts_fetched_at is not null then 0.5 else 0.8 end)) > 0.1))
    )
    select id from batch order by id desc limit 1`,
    [limit, after],
  );
  return rows[0]?.id ?? null;
}

/** Updates the statistics of creators, unless another process is already doing so. */
export async function analyzeCreators(pool: pg.Pool): Promise<void> {
  await pool.query('analyze (skip_locked) creator');
}

/**
 * Moves new entries of the search indexes from the lists where PostgreSQL collects them to their places. Every lookup
 * reads these lists: with 5 million creators and 20,000 of them just changed, the hundreds of lookups that correct a
 * misspelled name took 357 to 648 ms instead of 9 to 13.
 */
export async function mergeIndexEntries(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select gin_clean_pending_list(index.oid)
    from pg_index join pg_class index on index.oid = indexrelid join pg_am method on method.oid = index.relam
    where indrelid = 'creator'::regclass and method.amname = 'gin' and pg_has_role(index.relowner, 'USAGE')`);
}
