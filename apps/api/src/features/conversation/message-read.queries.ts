import { and, eq, inArray, isNull, like, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { tell } from '../../platform/live.ts';
import { notificationTable } from '../notification/notification.table.ts';
import { conversationTable, messageTable } from './conversation.table.ts';
import type { Side } from './message.queries.ts';
import { holdConversation } from './message-write.queries.ts';

/**
 * Marks what the other side wrote, up to a number of the reader's own, as read, and tells both sides. Answers how many
 * the brand has not read; null when there is no such conversation.
 */
export async function markRead(
  tx: Database,
  { optInId, brandId, side, upTo }: { optInId: string; brandId?: string; side: Side; upTo: number },
  now: Date,
): Promise<number | null> {
  const held = await holdConversation(tx, optInId, brandId);
  if (!held) return null;
  const at = now.toISOString();
  const number = side === 'brand' ? messageTable.number : messageTable.creatorNumber;
  const read = await tx
    .update(messageTable)
    .set({ readAt: at })
    .where(
      and(
        eq(messageTable.optInId, optInId),
        lte(number, upTo),
        isNull(messageTable.readAt),
        inArray(messageTable.kind, side === 'brand' ? ['creator'] : ['brand', 'event']),
      ),
    )
    .returning({ number: messageTable.number, creatorNumber: messageTable.creatorNumber });
  if (read.length === 0) return held.unread;
  const unread = side === 'brand' ? held.unread - read.length : held.unread;
  const most = (pick: 'number' | 'creatorNumber') => Math.max(...read.map((row) => row[pick] ?? 0));
  const [byBrand, byCreator] = [most('number'), most('creatorNumber')];
  await tx
    .update(conversationTable)
    .set(
      side === 'brand'
        ? { unread, brandRead: sql`greatest(${conversationTable.brandRead}, ${byBrand})` }
        : { creatorRead: sql`greatest(${conversationTable.creatorRead}, ${byCreator})` },
    )
    .where(eq(conversationTable.optInId, optInId));
  const news = { type: 'read' as const, campaignId: held.campaignId, optInId };
  await tell(tx, {
    ...news,
    audience: `brand:${held.brandId}`,
    data: { by: side, upTo: byBrand, at, unread },
  });
  if (held.creatorUserId)
    await tell(tx, {
      ...news,
      audience: `user:${held.creatorUserId}`,
      data: { by: side, upTo: byCreator, at },
    });
  return unread;
}

/**
 * Marks a person's notices of a conversation as read, which they have open, and lets no mail of them go out to
 * teammates: somebody has seen it.
 */
export async function settleNotices(
  tx: Database,
  { optInId, brandId, userId }: { optInId: string; brandId: string; userId: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const ofConversation = and(
    eq(notificationTable.brandId, brandId),
    like(notificationTable.reference, `message:${optInId}:%`),
    isNull(notificationTable.readAt),
  );
  await tx
    .update(notificationTable)
    .set({ mailedAt: at })
    .where(and(ofConversation, isNull(notificationTable.mailedAt)));
  const read = await tx
    .update(notificationTable)
    .set({ readAt: at })
    .where(and(ofConversation, eq(notificationTable.userId, userId)))
    .returning({ id: notificationTable.id });
  if (read.length === 0) return;
  const [left] = await tx
    .select({ unread: sql<number>`count(*)`.mapWith(Number) })
    .from(notificationTable)
    .where(and(eq(notificationTable.userId, userId), isNull(notificationTable.readAt)));
  await tell(tx, {
    audience: `user:${userId}`,
    type: 'notification',
    data: { notification: null, unread: left?.unread ?? 0 },
  });
}

/** Marks a creator's notices of an opt-in as read, which they have open: no mail of them goes out. */
export async function settleOwnNotices(
  tx: Database,
  { optInId, userId }: { optInId: string; userId: string },
  now: Date,
): Promise<void> {
  await tx
    .update(notificationTable)
    .set({ readAt: now.toISOString() })
    .where(
      and(
        eq(notificationTable.userId, userId),
        isNull(notificationTable.readAt),
        eq(notificationTable.href, `/opt-ins/${optInId}`),
      ),
    );
}
