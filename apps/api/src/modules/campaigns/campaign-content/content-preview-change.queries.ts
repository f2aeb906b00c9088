import { type ContentKind, englishKindName } from '@troupe/domain/campaigns/campaign-brief';
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

/** A stored content preview. */
export type StoredPreview = typeof contentPreviewTable.$inferSelect;

/** Locks and returns a preview of the brand; null if not found. */
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

/** Returns an opt-in's approved previews of these kinds that aren't live yet, oldest first. */
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

/** Updates a preview after a decision. */
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

/** Adds a comment to a preview. */
export async function addComment(
  db: Database,
  comment: Omit<typeof previewCommentTable.$inferInsert, 'id' | 'createdAt'>,
  now: Date,
): Promise<void> {
  await db.insert(previewCommentTable).values({ id: newId(), ...comment, createdAt: now.toISOString() });
}

/** Inserts a newly submitted preview. */
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

/** Saves the current version with its files before a newer one replaces it. */
export async function saveVersion(
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
    // The version was submitted when it replaced the previous one.
    createdAt: before?.replacedAt ?? createdAt,
    replacedAt: now.toISOString(),
  });
}

const STATUS_TEXTS: Record<ContentStatus, string> = {
  preview: "It's waiting for review.",
  change_requested: 'The brand requested changes, so submit a new version instead.',
  approved: 'The brand approved it.',
  live: "It's live.",
};

/**
 * Sets the files of a preview and detaches the previous ones. A file can belong to several previews of different
 * kinds, such as a reel and a story.
 * @throws invalid, naming the file that is missing, infected, or already submitted as the same kind
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
  if (found.length < ids.length) throw refuse('One of these files no longer exists. Upload it again.');
  for (const { upload, ...of } of found) {
    if (upload.scan === 'infected') throw refuse(`“${upload.name}” contains a virus. Choose another file.`);
    const elsewhere = upload.previewId !== null && upload.previewId !== previewId;
    if (elsewhere && of.kind === kind)
      throw refuse(
        `“${upload.name}” was already submitted as a ${englishKindName(kind)}. ${STATUS_TEXTS[of.status ?? 'preview']}`,
      );
  }
  await detachUploads(db, optInId, previewId, ids);
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

/** Detaches a preview's files, keeping one unattached row for each file that no other preview uses. */
async function detachUploads(
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

/** Sets when usage rights for the files end, counted from going live; null means in perpetuity. */
export async function grantRights(
  db: Database,
  previewId: string,
  usableUntil: string | null,
): Promise<void> {
  await db.update(uploadTable).set({ usableUntil }).where(eq(uploadTable.previewId, previewId));
}
