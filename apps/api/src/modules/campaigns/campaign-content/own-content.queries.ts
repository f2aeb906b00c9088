import type {
  ContentPreview,
  ContentStatus,
  Shoutout,
  Upload,
} from '@troupe/domain/campaigns/campaign-content';
import { asc, desc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import {
  contentPreviewTable,
  contentVersionTable,
  livePostTable,
  previewCommentTable,
  uploadTable,
} from './campaign-content.table.ts';

/** Returns signed, expiring URLs for an upload; null where no URL may be given out. */
export type FileLinks = (upload: typeof uploadTable.$inferSelect) => {
  url: string | null;
  thumbnailUrl: string | null;
};

type StoredUpload = typeof uploadTable.$inferSelect;
type StoredPreview = typeof contentPreviewTable.$inferSelect;

/** The creator shown with each piece of content. */
type ContentCreator = Upload['creator'];

/** Returns the content and live posts of one opt-in, newest first. */
export async function readOwnContent(
  db: Database,
  optInId: string,
  linksOf: FileLinks,
): Promise<{ contentPreviews: ContentPreview[]; shoutouts: Shoutout[] }> {
  const creator = await readCreator(db, optInId);
  if (!creator) return { contentPreviews: [], shoutouts: [] };
  const { previews, posts, ...parts } = await readRows(db, optInId);
  const toUpload = (upload: StoredUpload, status: ContentStatus): Upload => ({
    id: upload.id,
    creator,
    name: upload.name,
    type: upload.type as Upload['type'],
    bytes: upload.bytes,
    width: upload.width,
    height: upload.height,
    seconds: upload.seconds,
    ...linksOf(upload),
    scan: upload.scan,
    status,
    usableUntil: upload.usableUntil,
    created: upload.createdAt,
  });
  return {
    contentPreviews: previews.map((preview) => toPreview(preview, creator, parts, toUpload)),
    shoutouts: posts.map((post) => toShoutout(post, creator)),
  };
}

async function readCreator(db: Database, optInId: string): Promise<ContentCreator | undefined> {
  const [creator] = await db
    .select({
      optInId: optInTable.id,
      socialProfileId: creatorTable.id,
      platform: creatorTable.platform,
      username: creatorTable.username,
      fullname: creatorTable.fullname,
      profilePicUrl: creatorTable.profilePicUrl,
    })
    .from(optInTable)
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .where(eq(optInTable.id, optInId));
  return creator;
}

/** The rows a preview is assembled from. */
interface PreviewParts {
  versions: { version: typeof contentVersionTable.$inferSelect }[];
  comments: { comment: typeof previewCommentTable.$inferSelect }[];
  uploads: StoredUpload[];
}

async function readRows(
  db: Database,
  optInId: string,
): Promise<PreviewParts & { previews: StoredPreview[]; posts: (typeof livePostTable.$inferSelect)[] }> {
  const [previews, versions, comments, uploads, posts] = await Promise.all([
    db
      .select()
      .from(contentPreviewTable)
      .where(eq(contentPreviewTable.optInId, optInId))
      .orderBy(desc(contentPreviewTable.createdAt), desc(contentPreviewTable.id)),
    db
      .select({ version: contentVersionTable })
      .from(contentVersionTable)
      .innerJoin(contentPreviewTable, eq(contentPreviewTable.id, contentVersionTable.previewId))
      .where(eq(contentPreviewTable.optInId, optInId))
      .orderBy(desc(contentVersionTable.version)),
    db
      .select({ comment: previewCommentTable })
      .from(previewCommentTable)
      .innerJoin(contentPreviewTable, eq(contentPreviewTable.id, previewCommentTable.previewId))
      .where(eq(contentPreviewTable.optInId, optInId))
      .orderBy(asc(previewCommentTable.id)),
    db.select().from(uploadTable).where(eq(uploadTable.optInId, optInId)).orderBy(asc(uploadTable.id)),
    db
      .select()
      .from(livePostTable)
      .where(eq(livePostTable.optInId, optInId))
      .orderBy(desc(livePostTable.createdAt), desc(livePostTable.id)),
  ]);
  return { previews, versions, comments, uploads, posts };
}

function toPreview(
  { id, kind, caption, status, version, liveUrl, createdAt, updatedAt }: StoredPreview,
  creator: ContentCreator,
  { versions, comments, uploads }: PreviewParts,
  toUpload: (upload: StoredUpload, status: ContentStatus) => Upload,
): ContentPreview {
  return {
    id,
    creator,
    kind,
    caption,
    status,
    version,
    liveUrl,
    created: createdAt,
    updated: updatedAt,
    comments: comments
      .filter(({ comment }) => comment.previewId === id)
      .map(({ comment }) => ({
        id: comment.id,
        by: comment.authorName,
        side: comment.side,
        text: comment.text,
        created: comment.createdAt,
      })),
    uploads: uploads.filter(({ previewId }) => previewId === id).map((upload) => toUpload(upload, status)),
    earlier: versions
      .filter(({ version: { previewId } }) => previewId === id)
      .map(({ version: before }) => ({
        version: before.version,
        kind: before.kind,
        caption: before.caption,
        uploads: before.fileKeys
          .flatMap((key) => uploads.find(({ fileKey }) => fileKey === key) ?? [])
          .map((upload) => toUpload(upload, status)),
        created: before.createdAt,
      })),
  };
}

const toShoutout = (post: typeof livePostTable.$inferSelect, creator: ContentCreator): Shoutout => ({
  id: post.id,
  creator,
  url: post.url,
  platform: post.platform,
  kind: post.kind,
  title: post.title,
  thumbnailUrl: post.thumbnailUrl,
  published: post.publishedAt,
  figures: post.figures,
  history: post.history,
  asOf: post.asOf,
  source: post.source,
  failure: post.failure,
});
