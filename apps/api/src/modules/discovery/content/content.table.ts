import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { creatorTable } from '../creator/creator.table.ts';

/** Posts, videos and reels of creators. Counts the platform doesn't provide are null. */
export const contentTable = pgTable(
  'content',
  {
    id: uuid().primaryKey(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    publishedAt: instant('published_at').notNull(),
    title: text().notNull().default(''),
    type: text().notNull(),
    format: text().notNull(),
    thumbnailUrl: text('thumbnail_url'),
    viewCount: bigint('view_count', { mode: 'number' }),
    likeCount: bigint('like_count', { mode: 'number' }),
    dislikeCount: bigint('dislike_count', { mode: 'number' }),
    commentCount: bigint('comment_count', { mode: 'number' }),
    saveCount: bigint('save_count', { mode: 'number' }),
    shareCount: bigint('share_count', { mode: 'number' }),
  },
  (table) => [
    index('content_recent').on(table.creatorId, table.publishedAt.desc()),
    uniqueIndex('content_url').on(table.creatorId, table.url),
  ],
);
