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

// Named, because they are asked for with every page of a list: planned once a connection.
const WINDOWS = 'unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as profile(id, starts, ends)';

const TOTALS = {
  name: 'content-totals',
  text: `select profile.id, total.* from ${WINDOWS}
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
    where total."contentCount" > 0`,
};

const NEWEST = {
  name: 'content-newest-in-window',
  text: `select profile.id as "creatorId", newest.* from ${WINDOWS}
    cross join lateral (
      select url, published_at as "publishedAt", title, type, format, thumbnail_url as "thumbnailUrl",
        like_count, dislike_count, comment_count, save_count, share_count
      from content
      where content.creator_id = profile.id and content.published_at between profile.starts and profile.ends
      order by content.published_at desc, content.id desc limit $4
    ) newest`,
};

type NewestRow = Omit<ContentItem, 'published_at' | 'persistent_thumbnail_url' | 'engagement'> &
  ContentItem['engagement'] & { creatorId: string; publishedAt: string; thumbnailUrl: string | null };

/**
 * Returns the breakdown of the rate of each profile, with at most the `most` newest content items of its window;
 * profiles without content in it, or without followers, are absent.
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
  const [totals, newest] = await Promise.all([
    pool.query<ContentTotals & { id: string }>({ ...TOTALS, values }),
    pool.query<NewestRow>({ ...NEWEST, values: [...values, most] }),
  ]);
  const followers = new Map(profiles.map(({ id, followerCount }) => [id, followerCount]));
  const content = Map.groupBy(newest.rows, ({ creatorId }) => creatorId);
  for (const { id, ...sums } of totals.rows) {
    const range = windows.get(id);
    const breakdown =
      range &&
      breakdownOf({
        followerCount: followers.get(id) ?? null,
        totals: sums,
        ...range,
        content: (content.get(id) ?? []).map(toContentItem),
      });
    if (breakdown) found.set(id, breakdown);
  }
  return found;
}

function toContentItem(row: NewestRow): ContentItem {
  const { url, publishedAt, title, type, format, thumbnailUrl, creatorId: _, ...engagement } = row;
  return {
    url,
    published_at: publishedAt,
    title,
    type,
    format,
    persistent_thumbnail_url: thumbnailUrl,
    engagement,
  };
}
