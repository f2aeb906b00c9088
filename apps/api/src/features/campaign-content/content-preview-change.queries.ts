import type { ContentKind } from '@troupe/domain/campaign-brief';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { contentPreviewTable, previewCommentTable, uploadTable } from './campaign-content.table.ts';

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

/**
 * Makes these the files of a piece of content, and lets go of those it had before. Answers false, and must be undone,
 * when one of them is not the opt-in's own, belongs to other content, or carries a virus.
 */
export async function attachUploads(
  db: Database,
  { optInId, previewId }: { optInId: string; previewId: string },
  uploadIds: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(uploadIds.map((id) => id.toLowerCase()))];
  await db.update(uploadTable).set({ previewId: null }).where(eq(uploadTable.previewId, previewId));
  const attached = await db
    .update(uploadTable)
    .set({ previewId })
    .where(
      and(
        inArray(uploadTable.id, ids),
        eq(uploadTable.optInId, optInId),
        or(isNull(uploadTable.previewId), eq(uploadTable.previewId, previewId)),
        sql`${uploadTable.scan} <> 'infected'`,
      ),
    )
    .returning({ id: uploadTable.id });
  return attached.length === ids.length;
}

/** From going live on the files of content may be used until `usableUntil`; null is for good. */
export async function grantRights(
  db: Database,
  previewId: string,
  usableUntil: string | null,
): Promise<void> {
  await db.update(uploadTable).set({ usableUntil }).where(eq(uploadTable.previewId, previewId));
}
