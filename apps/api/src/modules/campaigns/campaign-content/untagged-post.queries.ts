import type { HeardPost, UntaggedPost } from '@troupe/domain/campaigns/untagged-post';
import { DISMISSAL_DAYS } from '@troupe/domain/campaigns/untagged-post';
import type { Platform } from '@troupe/domain/discovery/creator';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';
import {
  IS_CONTENT,
  POSTS_SINCE,
  POSTS_UNTIL,
  TAKES_PART,
  UNTAGGED_POST,
  UNTAGGED_SHOWN,
} from '../campaign/campaign.table.ts';
import { CREATOR_NAMES } from '../opt-in/opt-in.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** A post that was heard, and the creators that its author is to the brand. */
export interface AttributedPost {
  mentionId: string;
  /** Canonical. */
  url: string;
  platform: Platform;
  published: string;
  creatorIds: readonly string[];
}

/**
 * Stores posts for all campaigns in which their creators take part; those that a campaign has are kept as they are. Returns how many
 * each campaign is newly offered.
 */
export async function storeUntaggedPosts(
  connection: Connection,
  brandId: string,
  posts: readonly AttributedPost[],
  now: Date,
): Promise<{ campaignId: string; found: number }[]> {
  const { rows: pairs } = await connection.query<{ campaignId: string; optInId: string; url: string }>(
    `select distinct on (i.campaign_id, p.url) i.campaign_id as "campaignId", i.id as "optInId", p.url
      from jsonb_to_recordset($2::jsonb) as p(url text, published timestamptz, "creatorIds" uuid[])
      join opt_in i on i.brand_id = $1 and i.approved_at is not null and i.creator_id = any(p."creatorIds")
      join campaign k on k.id = i.campaign_id
      where ${TAKES_PART} and p.published >= ${POSTS_SINCE}
      order by i.campaign_id, p.url, i.id`,
    [brandId, JSON.stringify(posts)],
  );
  if (pairs.length === 0) return [];
  const byUrl = new Map(posts.map((post) => [post.url, post]));
  const values = pairs.flatMap((pair) => {
    const post = byUrl.get(pair.url);
    return post ? [Object.assign({ id: newId() }, post, pair)] : [];
  });
  const { rows: stored } = await connection.query<{ id: string; isNew: boolean }>(
    `insert into untagged_post as u
        (id, brand_id, campaign_id, opt_in_id, mention_id, platform, url, published_at, created_at)
      select id, $1, "campaignId", "optInId", "mentionId", platform, url, published, $3
      from jsonb_to_recordset($2::jsonb) as p(id uuid, "campaignId" uuid, "optInId" uuid, "mentionId" uuid,
        platform text, url text, published timestamptz)
      on conflict (campaign_id, url) do update set mention_id = excluded.mention_id
      returning id, xmax = 0 as "isNew"`,
    [brandId, JSON.stringify(values), now.toISOString()],
  );
  const added = stored.filter(({ isNew }) => isNew).map(({ id }) => id);
  if (added.length === 0) return [];
  const { rows } = await connection.query<{ campaignId: string; found: number }>(
    `select u.campaign_id as "campaignId", count(*) as found from ${UNTAGGED_POST}
      where u.id = any($1) and ${UNTAGGED_SHOWN} group by u.campaign_id order by u.campaign_id`,
    [added],
  );
  return rows;
}

/** An untagged post as it is stored. */
export type StoredUntaggedPost = Omit<UntaggedPost, keyof HeardPost> & { mentionId: string };

type Row = Omit<StoredUntaggedPost, 'creator' | 'window' | 'dismissed'> &
  UntaggedPost['creator'] &
  UntaggedPost['window'] & {
    postPlatform: Platform;
    dismissedAt: string | null;
    dismissedBy: string | null;
  };

/** Returns a page of a campaign's untagged posts, newest first, and the counts of both states. */
export async function readUntaggedPosts(
  pool: Connection,
  of: { brandId: string; campaignId: string },
  { state, page }: { state: 'offered' | 'dismissed'; page: number },
): Promise<{ posts: StoredUntaggedPost[]; counts: { offered: number; dismissed: number } }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query<Row>(
      `select u.id, u.mention_id as "mentionId", u.url, u.platform as "postPlatform", u.published_at as published,
          u.created_at as found, ${POSTS_SINCE} as "from", ${POSTS_UNTIL} as until, u.dismissed_at as "dismissedAt",
          nullif(trim(d.first_name || ' ' || d.last_name), '') as "dismissedBy",
          i.id as "optInId", c.id as "socialProfileId", c.platform, ${CREATOR_NAMES}
        from ${UNTAGGED_POST} join creator c on c.id = i.creator_id
        left join person d on d.id = u.dismissed_by
        where u.brand_id = $1 and u.campaign_id = $2
          and u.dismissed_at is ${state === 'offered' ? 'null' : 'not null'} and ${UNTAGGED_SHOWN}
        order by coalesce(u.dismissed_at, u.published_at) desc, u.id desc limit ${PAGE_SIZE} offset $3`,
      [of.brandId, of.campaignId, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ offered: number; dismissed: number }>(
      `select count(*) filter (where u.dismissed_at is null) as offered, count(u.dismissed_at) as dismissed
        from ${UNTAGGED_POST} where u.brand_id = $1 and u.campaign_id = $2 and ${UNTAGGED_SHOWN}`,
      [of.brandId, of.campaignId],
    ),
  ]);
  return { posts: rows.map(toPost), counts: counted[0] ?? { offered: 0, dismissed: 0 } };
}

const toPost = (row: Row): StoredUntaggedPost => ({
  id: row.id,
  mentionId: row.mentionId,
  creator: {
    optInId: row.optInId,
    socialProfileId: row.socialProfileId,
    platform: row.platform,
    username: row.username,
    fullname: row.fullname,
    profilePicUrl: row.profilePicUrl,
  },
  url: row.url,
  platform: row.postPlatform,
  published: row.published,
  window: { from: row.from, until: row.until },
  found: row.found,
  dismissed: row.dismissedAt === null ? null : { by: row.dismissedBy, at: row.dismissedAt },
});

/** Locks an untagged post of a campaign; null if there is none or it can't be shown anymore. */
export async function lockUntaggedPost(
  connection: Connection,
  { brandId, campaignId, untaggedPostId }: { brandId: string; campaignId: string; untaggedPostId: string },
): Promise<{ optInId: string; url: string; dismissed: boolean; isContent: boolean } | null> {
  const locked = await connection.query(
    'select from untagged_post where id = $1 and brand_id = $2 and campaign_id = $3 for update',
    [untaggedPostId, brandId, campaignId],
  );
  if (locked.rowCount === 0) return null;
  // A new statement sees what others committed while this one waited.
  const { rows } = await connection.query<{
    optInId: string;
    url: string;
    dismissed: boolean;
    isContent: boolean;
    shown: boolean;
  }>(
    `select u.opt_in_id as "optInId", u.url, u.dismissed_at is not null as dismissed, ${IS_CONTENT} as "isContent",
        ${UNTAGGED_SHOWN} as shown
      from ${UNTAGGED_POST} where u.id = $1`,
    [untaggedPostId],
  );
  const [row] = rows;
  if (!row || !(row.shown || row.isContent)) return null;
  const { optInId, url, dismissed, isContent } = row;
  return { optInId, url, dismissed, isContent };
}

/** Marks an untagged post as dismissed; `by` null offers it again. */
export async function writeDismissal(
  connection: Connection,
  untaggedPostId: string,
  by: { userId: string; now: Date } | null,
): Promise<void> {
  await connection.query('update untagged_post set dismissed_at = $2, dismissed_by = $3 where id = $1', [
    untaggedPostId,
    by?.now.toISOString() ?? null,
    by?.userId ?? null,
  ]);
}

/** Deletes posts that brands don't have anymore; dismissed ones only once no source offers them again. */
export async function forgetUntaggedPosts(pool: Connection, now: Date): Promise<void> {
  await pool.query(
    `delete from untagged_post u
      where (u.dismissed_at is null or u.published_at < $1::timestamptz - interval '${DISMISSAL_DAYS} days')
        and not exists (select from monitor_mention n where n.mention_id = u.mention_id and n.brand_id = u.brand_id)`,
    [now.toISOString()],
  );
}
