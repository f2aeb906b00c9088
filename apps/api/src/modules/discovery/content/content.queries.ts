import { NEWEST_POSTS, type PostCounts } from '@troupe/domain/discovery/creator-refresh';
import type { ContentItem } from '@troupe/domain/discovery/engagement';
import { desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { contentTable } from './content.table.ts';

/** Returns the stored content of creators, newest first; creators without content are absent. */
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

/** Returns a creator's newest content with its counts, newest first: as much as averages are made of. */
export const readNewestPosts = (
  db: Database,
  creatorId: string,
): Promise<(PostCounts & { url: string; title: string; published: string })[]> =>
  db
    .select({
      url: contentTable.url,
      title: contentTable.title,
      published: contentTable.publishedAt,
      viewCount: contentTable.viewCount,
      likeCount: contentTable.likeCount,
      commentCount: contentTable.commentCount,
      shareCount: contentTable.shareCount,
    })
    .from(contentTable)
    .where(eq(contentTable.creatorId, creatorId))
    .orderBy(desc(contentTable.publishedAt), desc(contentTable.id))
    .limit(NEWEST_POSTS);

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
