import { CONTENT_KIND_NAMES, type ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import type { ContentStatus } from '@troupe/domain/campaigns/campaign-content';
import { problem } from '@troupe/domain/problem';
import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import {
  contentPreviewTable,
  contentVersionTable,
  previewCommentTable,
  uploadTable,
} from './campaign-content.table.ts';

/** Content as it is kept. */
export type StoredPreview = typeof contentPreviewTable.$inferSelect;

/** A brand's content, theirs alone until the transaction ends; null when the brand has none of this id. */
export async function lockPreview(
  db: Database,
  of: { brandId: string } | { optInId: string },
  previewId: string,
): Promise<StoredPreview | null> {
  const [row] = await db
    .select()
    .from(contentPreviewTable)
    .where(
      and(
        eq(contentPreviewTable.id, previewId),
        'brandId' in of
          ? eq(contentPreviewTable.brandId, of.brandId)
          : eq(contentPreviewTable.optInId, of.optInId),
      ),
    )
    .for('update');
  return row ?? null;
}

/** Content of an opt-in that is approved and not live yet, of these kinds, the oldest first. */
export async function readApproved(
  db: Database,
  optInId: string,
  kinds: readonly ContentKind[],
): Promise<Pick<StoredPreview, 'id' | 'kind'>[]> {
  return db
    .select({ id: contentPreviewTable.id, kind: contentPreviewTable.kind })
    .from(contentPreviewTable)
    .where(
      and(
        eq(contentPreviewTable.optInId, optInId),
        eq(contentPreviewTable.status, 'approved'),
        inArray(contentPreviewTable.kind, [...kinds]),
      ),
    )
    .orderBy(asc(contentPreviewTable.createdAt), asc(contentPreviewTable.id));
}

/** Writes what was decided about content. */
export async function writePreview(
  db: Database,
  previewId: string,
  columns: Partial<typeof contentPreviewTable.$inferInsert>,
  now: Date,
): Promise<void> {
  await db
    .update(contentPreviewTable)
    .set({ ...columns, updatedAt: now.toISOString() })
    .where(eq(contentPreviewTable.id, previewId));
}

/** Says something about content. */
export async function addComment(
  db: Database,
  comment: Omit<typeof previewCommentTable.$inferInsert, 'id' | 'createdAt'>,
  now: Date,
): Promise<void> {
  await db.insert(previewCommentTable).values({ id: newId(), ...comment, createdAt: now.toISOString() });
}

/** Content handed in for the first time. */
export async function insertPreview(
  db: Database,
  place: { brandId: string; campaignId: string; optInId: string },
  { kind, caption }: { kind: ContentKind; caption: string },
  now: Date,
): Promise<string> {
  const id = newId();
  const at = now.toISOString();
  await db.insert(contentPreviewTable).values({ id, ...place, kind, caption, createdAt: at, updatedAt: at });
  return id;
}

/** Keeps content as it is, files and all, before a newer version replaces it. */
export async function keepVersion(
  db: Database,
  { id: previewId, version, kind, caption, createdAt }: StoredPreview,
  now: Date,
): Promise<void> {
  const [before] = await db
    .select({ replacedAt: contentVersionTable.replacedAt })
    .from(contentVersionTable)
    .where(eq(contentVersionTable.previewId, previewId))
    .orderBy(desc(contentVersionTable.version))
    .limit(1);
  const files = await db
    .select({ key: uploadTable.fileKey })
    .from(uploadTable)
    .where(eq(uploadTable.previewId, previewId))
    .orderBy(asc(uploadTable.id));
  await db.insert(contentVersionTable).values({
    previewId,
    version,
    kind,
    caption,
    fileKeys: files.map(({ key }) => key),
    // It came in when it replaced the one before it.
    createdAt: before?.replacedAt ?? createdAt,
    replacedAt: now.toISOString(),
  });
}

const STANDING: Record<ContentStatus, string> = {
  preview: 'It waits for the brand.',
  change_requested: 'A change was asked for: hand in a new version of that one.',
  approved: 'The brand has approved it.',
  live: 'It is live.',
};

/**
 * Makes these the files of a piece of content, and lets go of those it had before. A file that is part of other content
 * may be handed in as something else too, a reel as a story, and stands in both.
 * @throws invalid naming the file that is not here any more, carries a virus, or was handed in as the same kind before
 */
export async function attachUploads(
  db: Database,
  { optInId, previewId, kind }: { optInId: string; previewId: string; kind: ContentKind },
  uploadIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(uploadIds.map((id) => id.toLowerCase()))];
  const refuse = (text: string) => problem('invalid', { fields: { uploadIds: text } });
  const found = await db
    .select({ upload: uploadTable, kind: contentPreviewTable.kind, status: contentPreviewTable.status })
    .from(uploadTable)
    .leftJoin(contentPreviewTable, eq(contentPreviewTable.id, uploadTable.previewId))
    .where(and(inArray(uploadTable.id, ids), eq(uploadTable.optInId, optInId)))
    .for('update', { of: uploadTable });
  if (found.length < ids.length) throw refuse('One of these files is not here any more. Choose it again.');
  for (const { upload, ...of } of found) {
    if (upload.scan === 'infected') throw refuse(`“${upload.name}” carries a virus. Choose another file.`);
    const elsewhere = upload.previewId !== null && upload.previewId !== previewId;
    if (elsewhere && of.kind === kind)
      throw refuse(
        `“${upload.name}” was handed in as a ${CONTENT_KIND_NAMES[kind][0]} before. ${STANDING[of.status ?? 'preview']}`,
      );
  }
  await letGo(db, optInId, previewId, ids);
  const free = found.filter(({ upload }) => upload.previewId === null);
  if (free.length > 0)
    await db
      .update(uploadTable)
      .set({ previewId })
      .where(
        inArray(
          uploadTable.id,
          free.map(({ upload }) => upload.id),
        ),
      );
  const taken = found.filter(({ upload }) => upload.previewId !== null && upload.previewId !== previewId);
  if (taken.length > 0)
    await db
      .insert(uploadTable)
      .values(taken.map(({ upload }) => ({ ...upload, id: newId(), previewId, usableUntil: null })));
}

/** Files that content had before are free again, once each: what stands in other content too is left to that. */
async function letGo(
  db: Database,
  optInId: string,
  previewId: string,
  but: readonly string[],
): Promise<void> {
  const had = and(eq(uploadTable.previewId, previewId), notInArray(uploadTable.id, [...but]));
  await db.delete(uploadTable).where(
    and(
      had,
      sql`exists (select from upload other where other.opt_in_id = ${optInId} and other.hash = ${uploadTable.hash}
        and other.id <> ${uploadTable.id})`,
    ),
  );
  await db.update(uploadTable).set({ previewId: null }).where(had);
}

/** From going live on the files of content may be used until `usableUntil`; null is for good. */
export async function grantRights(
  db: Database,
  previewId: string,
  usableUntil: string | null,
): Promise<void> {
  await db.update(uploadTable).set({ usableUntil }).where(eq(uploadTable.previewId, previewId));
}
