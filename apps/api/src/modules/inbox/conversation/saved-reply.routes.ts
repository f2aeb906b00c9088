import { deleteSavedReply, listSavedReplies, saveReply } from '@troupe/contract/inbox/conversation';
import { problem } from '@troupe/domain/problem';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Api } from '../../../platform/api.ts';
import { newId } from '../../../platform/id.ts';
import { savedReplyTable } from './conversation.table.ts';

/** Answers a team keeps. */
export function savedReplyRoutes({ db, clock, implement }: Api): void {
  const columns = { id: savedReplyTable.id, label: savedReplyTable.label, text: savedReplyTable.text };

  implement(listSavedReplies, async ({ brandId }) => ({
    savedReplies: await db
      .select(columns)
      .from(savedReplyTable)
      .where(eq(savedReplyTable.brandId, brandId))
      .orderBy(sql`lower(${savedReplyTable.label})`)
      .limit(500),
  }));

  implement(saveReply, async ({ brandId, body }) => {
    if (body.savedReplyId) return change(brandId, body.savedReplyId, body);
    const { rows } = await db.execute<{ id: string; label: string; text: string }>(sql`
      insert into saved_reply (id, brand_id, label, text, updated_at)
      values (${newId()}, ${brandId}, ${body.label.trim()}, ${body.text}, ${clock.now().toISOString()})
      on conflict (brand_id, lower(label))
        do update set label = excluded.label, text = excluded.text, updated_at = excluded.updated_at
      returning id, label, text`);
    const [saved] = rows;
    if (!saved) throw problem('not_found');
    return saved;
  });

  async function change(brandId: string, id: string, { label, text }: { label: string; text: string }) {
    const mine = eq(savedReplyTable.brandId, brandId);
    return db.transaction(async (tx) => {
      const [other] = await tx
        .select(columns)
        .from(savedReplyTable)
        .where(
          and(
            mine,
            ne(savedReplyTable.id, id),
            sql`lower(${savedReplyTable.label}) = lower(${label.trim()})`,
          ),
        );
      if (other)
        throw problem('invalid', {
          fields: { label: 'Another reply has this name. Choose a different one.' },
        });
      const [changed] = await tx
        .update(savedReplyTable)
        .set({ label: label.trim(), text, updatedAt: clock.now().toISOString() })
        .where(and(mine, eq(savedReplyTable.id, id)))
        .returning(columns);
      if (!changed) throw problem('not_found');
      return changed;
    });
  }

  implement(deleteSavedReply, async ({ brandId, params: { savedReplyId } }) => {
    const removed = await db
      .delete(savedReplyTable)
      .where(and(eq(savedReplyTable.brandId, brandId), eq(savedReplyTable.id, savedReplyId)))
      .returning({ id: savedReplyTable.id });
    if (removed.length === 0) throw problem('not_found');
    return { success: true };
  });
}
