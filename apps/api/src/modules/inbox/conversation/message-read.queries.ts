import { and, eq, inArray, isNull, like, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publishLiveEvent } from '../../../platform/live/live.queries.ts';
import { optInTable } from '../../campaigns/opt-in/opt-in.table.ts';
import { notificationTable } from '../notification/notification.table.ts';
import { conversationCampaignTable, conversationTable, messageTable } from './conversation.table.ts';
import type { Side } from './message.queries.ts';
import { lockConversation } from './message-write.queries.ts';

/**
 * Marks the other side's messages as read up to one of the reader's own numbers, and notifies both sides. `id` is an
 * opt-in or, for the brand, a conversation, which `campaignId` can narrow. Returns the brand's remaining unread count
 * and the conversation; null if not found.
 */
export async function markRead(
  tx: Database,
  {
    id,
    brandId,
    campaignId: only,
    side,
    upTo,
  }: { id: string; brandId?: string; campaignId?: string | null; side: Side; upTo: number },
  now: Date,
): Promise<{ conversationId: string; unread: number } | null> {
  const held = await lockConversation(tx, id, brandId);
  if (!held) return null;
  const conversationId = held.id;
  const view = held.campaignId ?? only ?? null;
  const at = now.toISOString();
  const number = side === 'brand' ? messageTable.number : messageTable.creatorNumber;
  const read = await tx
    .update(messageTable)
    .set({ readAt: at })
    .where(
      and(
        eq(messageTable.conversationId, conversationId),
        view === null ? undefined : eq(messageTable.campaignId, view),
        side === 'creator' ? eq(messageTable.optInId, id) : undefined,
        lte(number, upTo),
        isNull(messageTable.readAt),
        inArray(messageTable.kind, side === 'brand' ? ['creator'] : ['brand', 'event']),
      ),
    )
    .returning({
      campaignId: messageTable.campaignId,
      optInId: messageTable.optInId,
      number: messageTable.number,
      creatorNumber: messageTable.creatorNumber,
    });
  const unread = side === 'brand' ? held.unread - read.length : held.unread;
  if (side === 'brand' && read.length > 0)
    await tx.update(conversationTable).set({ unread }).where(eq(conversationTable.id, conversationId));
  for (const [campaignId, rows] of Map.groupBy(read, (row) => row.campaignId)) {
    const most = (pick: 'number' | 'creatorNumber') => Math.max(...rows.map((row) => row[pick] ?? 0));
    const [byBrand, byCreator] = [most('number'), most('creatorNumber')];
    const optInId = rows[0]?.optInId ?? null;
    if (campaignId !== null)
      await tx
        .update(conversationCampaignTable)
        .set(
          side === 'brand'
            ? { unread: sql`${conversationCampaignTable.unread} - ${rows.length}` }
            : { creatorRead: sql`greatest(${conversationCampaignTable.creatorRead}, ${byCreator})` },
        )
        .where(
          and(
            eq(conversationCampaignTable.conversationId, conversationId),
            eq(conversationCampaignTable.campaignId, campaignId),
          ),
        );
    const event = { type: 'read' as const, campaignId, optInId };
    await publishLiveEvent(tx, {
      ...event,
      audience: `brand:${held.brandId}`,
      data: { conversationId, by: side, upTo: byBrand, at, unread },
    });
    for (const userId of await accountsOf(tx, rows))
      await publishLiveEvent(tx, {
        ...event,
        audience: `user:${userId}`,
        data: { by: side, upTo: byCreator, at },
      });
  }
  if (side === 'creator' || view === null) return { conversationId, unread };
  const [left] = await tx
    .select({ unread: conversationCampaignTable.unread })
    .from(conversationCampaignTable)
    .where(
      and(
        eq(conversationCampaignTable.conversationId, conversationId),
        eq(conversationCampaignTable.campaignId, view),
      ),
    );
  return { conversationId, unread: left?.unread ?? 0 };
}

/** Returns the accounts that see some of these messages in the creator app. */
async function accountsOf(
  tx: Database,
  rows: readonly { optInId: string | null; creatorNumber: number | null }[],
): Promise<string[]> {
  const seen = rows.flatMap(({ optInId, creatorNumber }) =>
    creatorNumber !== null && optInId ? [optInId] : [],
  );
  if (seen.length === 0) return [];
  const found = await tx
    .selectDistinct({ userId: optInTable.userId })
    .from(optInTable)
    .where(inArray(optInTable.id, [...new Set(seen)]));
  return found.flatMap(({ userId }) => userId ?? []);
}

/**
 * Marks a user's notifications of an open conversation as read, and stops emails about them to teammates too, since
 * someone has seen it.
 */
export async function settleNotices(
  tx: Database,
  { conversationId, brandId, userId }: { conversationId: string; brandId: string; userId: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const ofConversation = and(
    eq(notificationTable.brandId, brandId),
    like(notificationTable.reference, `message:${conversationId}:%`),
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
  await publishLiveEvent(tx, {
    audience: `user:${userId}`,
    type: 'notification',
    data: { notification: null, unread: left?.unread ?? 0 },
  });
}

/** Marks a creator's notifications of an open opt-in as read and stops emails about them. */
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
