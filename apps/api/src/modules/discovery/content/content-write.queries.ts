import type { SocialContent } from '@troupe/domain/discovery/creator-refresh';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { contentTable } from './content.table.ts';

/** A content item with the picture that we keep of it. */
export type KeptContent = Omit<SocialContent, 'coverUrl'> & { thumbnailUrl: string | null };

/** The pictures kept of these items of a creator, by the address of the item; items without one are absent. */
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
 * Adds or renews content items of a creator, in the transaction of `db`. Counts become what the platform says now,
 * null where it says nothing; a kept picture stays when there is no newer one. Items it no longer lists stay.
 */
export async function upsertContent(
  db: Database,
  creatorId: string,
  items: readonly KeptContent[],
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
