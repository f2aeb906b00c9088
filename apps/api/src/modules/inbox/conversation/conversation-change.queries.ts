import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publishLiveEvent } from '../../../platform/live/live.queries.ts';
import { brandMemberTable } from '../../account/brand/brand.table.ts';
import { conversationTable, messageTable } from './conversation.table.ts';
import type { LockedConversation } from './message-write.queries.ts';

/** A change to a conversation by the team; omitted fields stay. */
export interface ConversationChange {
  starred?: boolean | undefined;
  snoozedUntil?: string | null | undefined;
  assignedTo?: string | null | undefined;
}

/** Changes a locked conversation and publishes it to the team. */
export async function changeConversation(
  tx: Database,
  { id, brandId, campaignId, optInId }: LockedConversation,
  change: ConversationChange,
): Promise<void> {
  const columns = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(columns).length === 0) return;
  await tx.update(conversationTable).set(columns).where(eq(conversationTable.id, id));
  await publishLiveEvent(tx, {
    audience: `brand:${brandId}`,
    type: 'message',
    campaignId,
    optInId,
    data: { conversationId: id, ...columns },
  });
}

/** Returns whether a user is a member of a brand. */
export async function isMember(db: Database, brandId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: brandMemberTable.userId })
    .from(brandMemberTable)
    .where(and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.userId, userId)));
  return rows.length > 0;
}

/**
 * Returns a brand's conversations with unread messages, or the parts of them that belong to one campaign, last
 * written first, at most 500. `id` is what `markRead` takes.
 */
export async function unreadConversations(
  db: Database,
  brandId: string,
  campaignId: string | undefined,
): Promise<{ conversationId: string; campaignId: string | null; lastNumber: number }[]> {
  const { rows } = await db.execute<{
    conversationId: string;
    campaignId: string | null;
    lastNumber: number;
  }>(
    campaignId === undefined
      ? sql`select id as "conversationId", null as "campaignId", last_number as "lastNumber" from conversation
          where brand_id = ${brandId} and unread > 0 order by last_at desc nulls last limit 500`
      : sql`select conversation_id as "conversationId", campaign_id as "campaignId", last_number as "lastNumber"
          from conversation_campaign where brand_id = ${brandId} and campaign_id = ${campaignId} and unread > 0
          order by last_at desc nulls last limit 500`,
  );
  return rows;
}

/** Unsnoozes conversations that are due; returns how many. */
export async function unsnoozeDue(db: Database, now: Date): Promise<number> {
  const woken = await db
    .update(conversationTable)
    .set({ snoozedUntil: null })
    .where(lte(conversationTable.snoozedUntil, now.toISOString()))
    .returning({ id: conversationTable.id, brandId: conversationTable.brandId });
  for (const { id, brandId } of woken)
    await publishLiveEvent(db, {
      audience: `brand:${brandId}`,
      type: 'message',
      data: { conversationId: id, snoozedUntil: null },
    });
  return woken.length;
}

/** Returns scheduled messages that are due, oldest first. */
export async function readDueMessages(
  db: Database,
  now: Date,
): Promise<{ id: string; conversationId: string; campaignId: string | null }[]> {
  return db
    .select({
      id: messageTable.id,
      conversationId: messageTable.conversationId,
      campaignId: messageTable.campaignId,
    })
    .from(messageTable)
    .where(and(isNull(messageTable.number), lte(messageTable.sendAt, now.toISOString())))
    .orderBy(messageTable.sendAt, messageTable.id)
    .limit(500);
}

/** Deletes events older than a day. Keeps the newest, so that clients can compare their last event ID with it. */
export async function removeOldEvents(db: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  // Numbers pending events first, so that the newest one is known.
  await db.execute(sql`select number_live_events(1000)`);
  await db.execute(sql`
    delete from live_event
    where created_at < ${dayAgo} and id < (select max(id) from live_event)`);
}

/** Unassigns a user from all conversations of a brand. */
export async function unassignAll(db: Database, brandId: string, userId: string): Promise<void> {
  await db
    .update(conversationTable)
    .set({ assignedTo: null })
    .where(and(eq(conversationTable.brandId, brandId), eq(conversationTable.assignedTo, userId)));
}
