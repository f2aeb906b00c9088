import type { SavedReply as SavedReplySchema } from '@troupe/domain/inbox/conversation';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { savedReplyTable } from './conversation.table.ts';

const MAX_REPLIES = 500;
const COLUMNS = { id: savedReplyTable.id, label: savedReplyTable.label, text: savedReplyTable.text };

type SavedReply = z.output<typeof SavedReplySchema>;
type Content = Pick<SavedReply, 'label' | 'text'>;

/** Returns a brand's saved replies by label, at most 500. */
export function readSavedReplies(db: Database, brandId: string): Promise<SavedReply[]> {
  return db
    .select(COLUMNS)
    .from(savedReplyTable)
    .where(eq(savedReplyTable.brandId, brandId))
    .orderBy(sql`lower(${savedReplyTable.label})`)
    .limit(MAX_REPLIES);
}

/** Inserts a saved reply or replaces the one with this label, case-insensitive. */
export async function upsertSavedReply(
  db: Database,
  brandId: string,
  { label, text }: Content,
  now: Date,
): Promise<SavedReply | null> {
  const { rows } = await db.execute<{ id: string; label: string; text: string }>(sql`
    insert into saved_reply (id, brand_id, label, text, updated_at)
    values (${newId()}, ${brandId}, ${label.trim()}, ${text}, ${now.toISOString()})
    on conflict (brand_id, lower(label))
      do update set label = excluded.label, text = excluded.text, updated_at = excluded.updated_at
    returning id, label, text`);
  return rows[0] ?? null;
}

/** Returns whether another saved reply of the brand uses this label. */
export async function isLabelTaken(
  db: Database,
  brandId: string,
  id: string,
  label: string,
): Promise<boolean> {
  const others = await db
    .select({ id: savedReplyTable.id })
    .from(savedReplyTable)
    .where(
      and(
        eq(savedReplyTable.brandId, brandId),
        ne(savedReplyTable.id, id),
        sql`lower(${savedReplyTable.label}) = lower(${label.trim()})`,
      ),
    );
  return others.length > 0;
}

/** Updates a saved reply; null if not found. */
export async function updateSavedReply(
  db: Database,
  brandId: string,
  id: string,
  { label, text }: Content,
  now: Date,
): Promise<SavedReply | null> {
  const [changed] = await db
    .update(savedReplyTable)
    .set({ label: label.trim(), text, updatedAt: now.toISOString() })
    .where(and(eq(savedReplyTable.brandId, brandId), eq(savedReplyTable.id, id)))
    .returning(COLUMNS);
  return changed ?? null;
}

/** Deletes a saved reply; returns whether it existed. */
export async function removeSavedReply(db: Database, brandId: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(savedReplyTable)
    .where(and(eq(savedReplyTable.brandId, brandId), eq(savedReplyTable.id, id)))
    .returning({ id: savedReplyTable.id });
  return removed.length > 0;
}
