import type { SocialContent } from '@troupe/domain/discovery/creator-refresh';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { contentTable } from './content.table.ts';

/** A content item with the URL of its stored picture. */
export type StoredContent = Omit<SocialContent, 'coverUrl'> & { thumbnailUrl: string | null };

/** Returns stored picture URLs by item URL; items without one are absent. */
export async function readThumbnails(
  db: Database,
  creatorId: string,
  urls: readonly string[],
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map();
  const rows = await db
    .select({ url: contentTable.url, thumbnailUrl: contentTable.thumbnailUrl })
    .from(contentTable)
    .where(and(eq(contentTable.creatorId, creatorId), inArray(contentTable.url, [...urls])));
  return new Map(
    rows.flatMap(({ url, thumbnailUrl }) => (thumbnailUrl ? [[url, thumbnailUrl] as const] : [])),
  );
}

/**
 * Upserts content items of a creator in the transaction `db`. Counts are replaced, with null if the
 * platform doesn't provide them; a stored picture is kept unless there is a new one. Items no
 * longer listed are kept.
 */
export async function upsertContent(
  db: Database,
  creatorId: string,
  items: readonly StoredContent[],
): Promise<void> {
  const unique = [...new Map(items.map((item) => [item.url, item])).values()];
  if (unique.length === 0) return;
  const incoming = (column: string) => sql.raw(`excluded.${column}`);
  await db
    .insert(contentTable)
    .values(unique.map((item) => ({ id: newId(), creatorId, ...item })))
    .onConflictDoUpdate({
      target: [contentTable.creatorId, contentTable.url],
      set: {
        publishedAt: incoming('published_at'),
        title: incoming('title'),
        type: incoming('type'),
        format: incoming('format'),
        thumbnailUrl: sql`coalesce(excluded.thumbnail_url, ${contentTable.thumbnailUrl})`,
        viewCount: incoming('view_count'),
        likeCount: incoming('like_count'),
        commentCount: incoming('comment_count'),
        saveCount: incoming('save_count'),
        shareCount: incoming('share_count'),
      },
    });
}
