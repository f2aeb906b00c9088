import type { ContentThumbnail } from '@troupe/domain/discovery/creator';
import type { ContentItem } from '@troupe/domain/discovery/engagement';
import { desc, inArray } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { contentTable } from './content.table.ts';

// Named, because it is asked for with every page of creators: planned once a connection.
const RECENT = {
  name: 'content-recent',
  text: `select creator.id, recent.url, recent.title, recent.type, recent.thumbnail_url
    from unnest($1::uuid[]) as creator(id)
    cross join lateral (
      select url, title, type, thumbnail_url, published_at from content
      where content.creator_id = creator.id order by published_at desc limit 4
    ) recent
    order by recent.published_at desc`,
};

/** The four most recent posts of each of these creators, newest first; creators without any are absent. */
export async function recentContent(
  pool: pg.Pool,
  creatorIds: readonly string[],
): Promise<Map<string, ContentThumbnail[]>> {
  const found = new Map<string, ContentThumbnail[]>();
  if (creatorIds.length === 0) return found;
  const { rows } = await pool.query<Thumbnail>({ ...RECENT, values: [creatorIds] });
  for (const { id, url, title, type, thumbnail_url } of rows) {
    const item = { url, title, type, persistent_thumbnail_url: thumbnail_url };
    const items = found.get(id);
    if (items) items.push(item);
    else found.set(id, [item]);
  }
  return found;
}

type Thumbnail = { id: string; url: string; title: string; type: string; thumbnail_url: string | null };

/** All stored content of each of these creators, newest first; creators without any are absent. */
export async function readContent(
  db: Database,
  creatorIds: readonly string[],
): Promise<Map<string, ContentItem[]>> {
  const found = new Map<string, ContentItem[]>();
  if (creatorIds.length === 0) return found;
  const rows = await db
    .select()
    .from(contentTable)
    .where(inArray(contentTable.creatorId, [...creatorIds]))
    .orderBy(desc(contentTable.publishedAt), desc(contentTable.id));
  for (const row of rows) {
    const items = found.get(row.creatorId);
    if (items) items.push(toContentItem(row));
    else found.set(row.creatorId, [toContentItem(row)]);
  }
  return found;
}

function toContentItem(row: typeof contentTable.$inferSelect): ContentItem {
  return {
    url: row.url,
    published_at: row.publishedAt,
    title: row.title,
    type: row.type,
    format: row.format,
    persistent_thumbnail_url: row.thumbnailUrl,
    engagement: {
      like_count: row.likeCount,
      dislike_count: row.dislikeCount,
      comment_count: row.commentCount,
      save_count: row.saveCount,
      share_count: row.shareCount,
    },
  };
}
