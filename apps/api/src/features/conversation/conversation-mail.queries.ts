import { and, asc, desc, eq, gt, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { brandTable } from '../brand/brand.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { inviteTable } from '../invite/invite.table.ts';
import { mailTable } from '../mail/mail.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import { userTable } from '../user/user.table.ts';
import { conversationMailTable, conversationTable, messageTable } from './conversation.table.ts';

/** Messages that one mail tells of. */
const MOST_IN_A_MAIL = 20;

/** The conversation that an answer to a mail belongs to: one that told of messages, or an invite that was taken. */
export async function conversationOfMail(db: Database, mailId: string): Promise<string | null> {
  const [told] = await db
    .select({ optInId: conversationMailTable.optInId })
    .from(conversationMailTable)
    .where(eq(conversationMailTable.mailId, mailId));
  if (told) return told.optInId;
  const [taken] = await db
    .select({ optInId: optInTable.id })
    .from(inviteTable)
    .innerJoin(
      optInTable,
      and(eq(optInTable.campaignId, inviteTable.campaignId), eq(optInTable.creatorId, inviteTable.creatorId)),
    )
    .where(eq(inviteTable.mailId, mailId));
  return taken?.optInId ?? null;
}

/** Conversations with messages that their creators did not read in time and were not told of by mail. */
export async function untoldConversations(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const rows = await db
    .select({ optInId: messageTable.optInId })
    .from(messageTable)
    .innerJoin(conversationTable, eq(conversationTable.optInId, messageTable.optInId))
    .innerJoin(optInTable, eq(optInTable.id, messageTable.optInId))
    .where(
      and(
        isNotNull(optInTable.userId),
        isNull(messageTable.readAt),
        sql`${messageTable.kind} = 'brand'`,
        gt(messageTable.createdAt, from.toISOString()),
        lte(messageTable.createdAt, until.toISOString()),
        gt(messageTable.creatorNumber, conversationTable.creatorMailed),
      ),
    )
    .groupBy(messageTable.optInId)
    .orderBy(min(messageTable.createdAt))
    .limit(500);
  return rows.map(({ optInId }) => optInId);
}

/** What a mail to the creator of a conversation that is held says: the messages they have not read, oldest first. */
export async function readUntold(db: Database, optInId: string) {
  const [about] = await db
    .select({
      brandName: brandTable.name,
      campaignTitle: campaignTable.title,
      address: userTable.email,
      mailed: conversationTable.creatorMailed,
    })
    .from(conversationTable)
    .innerJoin(optInTable, eq(optInTable.id, conversationTable.optInId))
    .innerJoin(brandTable, eq(brandTable.id, conversationTable.brandId))
    .innerJoin(campaignTable, eq(campaignTable.id, conversationTable.campaignId))
    .innerJoin(userTable, eq(userTable.id, optInTable.userId))
    .where(eq(conversationTable.optInId, optInId));
  if (!about) return null;
  const messages = await db
    .select({
      text: messageTable.text,
      authorName: messageTable.authorName,
      creatorNumber: sql<number>`${messageTable.creatorNumber}`.mapWith(Number),
      files: sql<number>`(select count(*) from attachment a where a.message_id = ${messageTable.id})`.mapWith(
        Number,
      ),
    })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.optInId, optInId),
        eq(messageTable.kind, 'brand'),
        isNull(messageTable.readAt),
        gt(messageTable.creatorNumber, about.mailed),
      ),
    )
    .orderBy(asc(messageTable.creatorNumber))
    .limit(MOST_IN_A_MAIL);
  const [previous] = await db
    .select({ messageId: mailTable.messageId })
    .from(conversationMailTable)
    .innerJoin(mailTable, eq(mailTable.id, conversationMailTable.mailId))
    .where(eq(conversationMailTable.optInId, optInId))
    .orderBy(desc(mailTable.id))
    .limit(1);
  return { ...about, messages, previousMessageId: previous?.messageId ?? null };
}

/** Notes up to which message a creator was told by mail, and by which one; without one, that they want none. */
export async function markTold(
  db: Database,
  optInId: string,
  upTo: number,
  mailId: string | null,
): Promise<void> {
  await db
    .update(conversationTable)
    .set({ creatorMailed: upTo })
    .where(eq(conversationTable.optInId, optInId));
  if (mailId) await linkMail(db, mailId, optInId);
}

/** What is answered to a mail from now on belongs into this conversation. */
export async function linkMail(db: Database, mailId: string, optInId: string): Promise<void> {
  await db.insert(conversationMailTable).values({ mailId, optInId });
}
