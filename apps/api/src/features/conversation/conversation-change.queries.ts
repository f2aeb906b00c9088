import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { tell } from '../../platform/live.ts';
import { brandMemberTable } from '../brand/brand.table.ts';
import { conversationTable, messageTable } from './conversation.table.ts';
import type { HeldConversation } from './message-write.queries.ts';

/** What a team sets for a conversation; what is left out stays. */
export interface ConversationChange {
  starred?: boolean | undefined;
  snoozedUntil?: string | null | undefined;
  assignedTo?: string | null | undefined;
}

/** Changes a conversation that is held, and tells the team. */
export async function changeConversation(
  tx: Database,
  { optInId, brandId, campaignId }: HeldConversation,
  change: ConversationChange,
): Promise<void> {
  const columns = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(columns).length === 0) return;
  await tx.update(conversationTable).set(columns).where(eq(conversationTable.optInId, optInId));
  await tell(tx, {
    audience: `brand:${brandId}`,
    type: 'message',
    campaignId,
    optInId,
    data: { optInId, ...columns },
  });
}

/** Whether a person belongs to a brand. */
export async function isMember(db: Database, brandId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: brandMemberTable.userId })
    .from(brandMemberTable)
    .where(and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.userId, userId)));
  return rows.length > 0;
}

/** Conversations of a brand, or of one campaign, with messages it has not read, last written first; at most 500. */
export async function unreadConversations(
  db: Database,
  brandId: string,
  campaignId: string | undefined,
): Promise<{ optInId: string; lastNumber: number }[]> {
  return db
    .select({ optInId: conversationTable.optInId, lastNumber: conversationTable.lastNumber })
    .from(conversationTable)
    .where(
      and(
        eq(conversationTable.brandId, brandId),
        campaignId === undefined ? undefined : eq(conversationTable.campaignId, campaignId),
        gt(conversationTable.unread, 0),
      ),
    )
    .orderBy(desc(conversationTable.lastAt))
    .limit(500);
}

/** Wakes what was put aside until now; answers how many. */
export async function wakeConversations(db: Database, now: Date): Promise<number> {
  const woken = await db
    .update(conversationTable)
    .set({ snoozedUntil: null })
    .where(lte(conversationTable.snoozedUntil, now.toISOString()))
    .returning({
      optInId: conversationTable.optInId,
      brandId: conversationTable.brandId,
      campaignId: conversationTable.campaignId,
    });
  for (const { optInId, brandId, campaignId } of woken)
    await tell(db, {
      audience: `brand:${brandId}`,
      type: 'message',
      campaignId,
      optInId,
      data: { optInId, snoozedUntil: null },
    });
  return woken.length;
}

/** Messages that are to be sent by now, the oldest first. */
export async function dueMessages(db: Database, now: Date): Promise<{ id: string; optInId: string }[]> {
  return db
    .select({ id: messageTable.id, optInId: messageTable.optInId })
    .from(messageTable)
    .where(and(isNull(messageTable.number), lte(messageTable.sendAt, now.toISOString())))
    .orderBy(messageTable.sendAt, messageTable.id)
    .limit(500);
}

/** Removes events that are older than a day; the newest stays, so that numbers can be compared with it. */
export async function removeOldEvents(db: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  await db.execute(sql`
    delete from live_event
    where created_at < ${dayAgo} and id < (select max(id) from live_event)`);
}
