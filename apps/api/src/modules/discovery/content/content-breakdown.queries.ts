import {
  breakdownOf,
  type ContentItem,
  type ContentTotals,
  type EngagementBreakdown,
  engagementWindow,
  knownWindow,
  type MeasuredProfile,
} from '@troupe/domain/discovery/engagement';
import type pg from 'pg';
import { isoMoment } from '../../../platform/column.ts';

// Named statement, planned once per connection: used for every page of a list.
const BREAKDOWN = {
  name: 'content-breakdown',
  text: `select profile.id, total.*, newest.content
    from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as profile(id, starts, ends)
    cross join lateral (
      select count(*) filter (where published_at <= profile.ends) as "contentCount",
        count(*) filter (where published_at > profile.ends) as "tooRecentCount",
        ${['like', 'dislike', 'comment', 'save', 'share']
          .map(
            (name) =>
              `coalesce(sum(${name}_count) filter (where published_at <= profile.ends), 0)::float8 as "total${name[0]?.toUpperCase()}${name.slice(1)}s"`,
          )
          .join(', ')}
      from content where content.creator_id = profile.id and content.published_at >= profile.starts
    ) total
    cross join lateral (
      select json_agg(json_build_object('url', url, 'published_at', published_at, 'title', title, 'type', type,
        'format', format, 'persistent_thumbnail_url', thumbnail_url, 'engagement', json_build_object(
          'like_count', like_count, 'dislike_count', dislike_count, 'comment_count', comment_count,
          'save_count', save_count, 'share_count', share_count)) order by published_at desc, id desc) as content
      from (
        select * from content
        where content.creator_id = profile.id and content.published_at between profile.starts and profile.ends
        order by content.published_at desc, content.id desc limit $4
      ) item
    ) newest
    where total."contentCount" > 0`,
};

/**
 * Returns engagement breakdowns by profile, with at most the `most` newest content items of the
 * window. Profiles without content or followers are absent.
 */
export async function readBreakdowns(
  pool: pg.Pool,
  profiles: readonly MeasuredProfile[],
  now: Date,
  most: number,
): Promise<Map<string, EngagementBreakdown>> {
  const found = new Map<string, EngagementBreakdown>();
  if (profiles.length === 0) return found;
  const windows = new Map(
    profiles.map(({ id, connectedAt, contentFrom }) => {
      const window = engagementWindow(now, connectedAt ? new Date(connectedAt) : null);
      return [id, { window, known: knownWindow(window, contentFrom ? new Date(contentFrom) : null) }];
    }),
  );
  const values = [
    [...windows.keys()],
    [...windows.values()].map(({ known }) => known.from.toISOString()),
    [...windows.values()].map(({ known }) => known.to.toISOString()),
  ];
  const { rows } = await pool.query<ContentTotals & { id: string; content: ContentItem[] | null }>({
    ...BREAKDOWN,
    values: [...values, most],
  });
  const followers = new Map(profiles.map(({ id, followerCount }) => [id, followerCount]));
  for (const { id, content, ...totals } of rows) {
    const range = windows.get(id);
    const breakdown =
      range &&
      breakdownOf({
        followerCount: followers.get(id) ?? null,
        totals,
        ...range,
        content: (content ?? []).map(withMoment),
      });
    if (breakdown) found.set(id, breakdown);
  }
  return found;
}

const withMoment = (item: ContentItem): ContentItem =>
  Object.assign(item, { published_at: isoMoment(item.published_at) });
