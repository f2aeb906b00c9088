import type { Platform } from '@troupe/domain/discovery/creator';
import type pg from 'pg';

/** A stored post of a creator. */
export interface CreatorPost {
  id: string;
  url: string;
  title: string;
  publishedAt: string;
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  /** The brand that alone sees the creator; null for shared ones. */
  brandId: string | null;
  platform: Platform;
  socialId: string | null;
  username: string;
  fullname: string;
  profileUrl: string;
  followers: number | null;
}

/**
 * Returns posts of creators that were stored after one, in that order, without those of creators who opted out: their
 * author's ID may have been unknown then.
 * @param after a content ID; empty for the first ones
 */
export async function readCreatorPosts(
  pool: Pick<pg.Pool, 'query'>,
  { after, since, limit }: { after: string; since: Date; limit: number },
): Promise<CreatorPost[]> {
  const { rows } = await pool.query<CreatorPost>(
    `select c.id, c.url, c.title, c.published_at as "publishedAt", c.view_count::float8 as views,
        c.like_count::float8 as likes, c.comment_count::float8 as comments, c.share_count::float8 as shares,
        r.brand_id as "brandId", r.platform, r.social_id as "socialId", r.username, r.fullname,
        r.profile_url as "profileUrl", r.follower_count::float8 as followers
      from content c join creator r on r.id = c.creator_id
      where c.id > coalesce(nullif($1, '')::uuid, '00000000-0000-0000-0000-000000000000')
        and c.published_at > $2 and c.title <> ''
        and not exists (select from author_opt_out o where o.source_kind = 'content'
          and o.handle = r.platform || ':' || lower(r.username))
      order by c.id limit $3`,
    [after, since.toISOString(), limit],
  );
  return rows;
}
