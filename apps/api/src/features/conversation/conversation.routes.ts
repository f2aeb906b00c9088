import {
  cancelMessage,
  listConversations,
  listMessages,
  markTyping,
  readAllMessages,
  readMessages,
  sendMessage,
  updateConversation,
} from '@troupe/contract/conversation';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { and, eq, isNull } from 'drizzle-orm';
import type { Api } from '../../platform/api.ts';
import { tell, tellInPassing } from '../../platform/live.ts';
import { withTransaction } from '../../platform/transaction.ts';
import { SEND_DUE } from './conversation.jobs.ts';
import { readConversation, readConversationPage } from './conversation.queries.ts';
import { attachmentTable, messageTable } from './conversation.table.ts';
import { changeConversation, isMember, unreadConversations } from './conversation-change.queries.ts';
import { readMessagePage, readScheduled, toMessage } from './message.queries.ts';
import { markRead, settleNotices } from './message-read.queries.ts';
import { holdConversation, nameOf, readMessage, writeMessage } from './message-write.queries.ts';

const YEAR = 366 * 86_400_000;

/** The team's side of conversations. */
export function conversationRoutes(api: Api): void {
  const { db, pool, clock, config, jobs, implement } = api;

  const mustExist = async (brandId: string, optInId: string) => {
    const conversation = await readConversation(api, brandId, optInId, clock.now());
    if (!conversation) throw problem('not_found');
    return conversation;
  };

  implement(listConversations, async ({ brandId, caller, query }) => {
    const found = await readConversationPage(api, brandId, caller.userId, query, clock.now());
    return { ...found, ...pagesOf(query.page, found.total) };
  });

  implement(listMessages, async ({ brandId, params: { optInId }, query }) => {
    const now = clock.now();
    const conversation = await mustExist(brandId, optInId);
    const newest = query.before === undefined && query.after === undefined;
    const [{ rows, hasMore }, waiting] = await Promise.all([
      readMessagePage(pool, optInId, 'brand', query),
      newest ? readScheduled(pool, optInId) : [],
    ]);
    const show = (row: (typeof rows)[number]) => toMessage(row, 'brand', config, now);
    return { conversation, messages: rows.map(show), hasMore, scheduled: waiting.map(show) };
  });

  implement(sendMessage, async ({ brandId, params: { optInId }, body, caller }) => {
    const now = clock.now();
    const { note, sendAt, text, attachments, clientId } = body;
    requireContent(text, attachments);
    const later = sendAt !== null && Date.parse(sendAt) > now.getTime() ? sendAt : null;
    if (later && note)
      throw problem('invalid', { fields: { sendAt: 'Notes are kept at once. Leave the time out.' } });
    if (later && Date.parse(later) > now.getTime() + YEAR)
      throw problem('invalid', { fields: { sendAt: 'Choose a time within a year' } });
    const authorName = await nameOf(db, caller.userId);
    const message = await withTransaction(pool, async (tx, connection) => {
      const held = await holdConversation(tx, optInId, brandId);
      if (!held) throw problem('not_found');
      if (!note && !held.creatorUserId)
        throw problem('invalid_transition', {
          message: 'This creator has no account any more. Notes for the team can still be written.',
        });
      const written = await writeMessage(
        tx,
        config,
        held,
        {
          kind: note ? 'note' : 'brand',
          userId: caller.userId,
          sendAt: later,
          ...{ text, authorName, clientId, attachments },
        },
        now,
      );
      if (later && written.anew)
        await tell(tx, {
          audience: `brand:${brandId}`,
          type: 'message',
          ...{ campaignId: held.campaignId, optInId, data: { optInId, scheduled: true } },
        });
      if (later && written.anew)
        await jobs.send(
          SEND_DUE,
          {},
          { transaction: connection, delaySeconds: Math.ceil((Date.parse(later) - now.getTime()) / 1000) },
        );
      return written.message;
    });
    return { message: toMessage(message, 'brand', config, now) };
  });

  implement(cancelMessage, async ({ brandId, params: { optInId, messageId }, caller }) => {
    await db.transaction(async (tx) => {
      const held = await holdConversation(tx, optInId, brandId);
      const message = held && (await readMessage(tx, optInId, 'id', messageId));
      if (!message) throw problem('not_found');
      if (message.number !== null)
        throw problem('invalid_transition', { message: 'This message was sent already.' });
      // Its files wait for the next message, of whoever took this one back, as long as files just added do.
      await tx
        .update(attachmentTable)
        .set({ messageId: null, userId: caller.userId, createdAt: clock.now().toISOString() })
        .where(eq(attachmentTable.messageId, messageId));
      await tx.delete(messageTable).where(and(eq(messageTable.id, messageId), isNull(messageTable.number)));
      await tell(tx, {
        audience: `brand:${brandId}`,
        type: 'message',
        ...{ campaignId: held.campaignId, optInId, data: { optInId, scheduled: false } },
      });
    });
    return { success: true };
  });

  implement(readMessages, async ({ brandId, params: { optInId }, body, caller }) => {
    const now = clock.now();
    const unread = await db.transaction(async (tx) => {
      const left = await markRead(tx, { optInId, brandId, side: 'brand', upTo: body.upTo }, now);
      if (left === 0) await settleNotices(tx, { optInId, brandId, userId: caller.userId }, now);
      return left;
    });
    if (unread === null) throw problem('not_found');
    return { unread };
  });

  implement(readAllMessages, async ({ brandId, body, caller }) => {
    const now = clock.now();
    const waiting = await unreadConversations(db, brandId, body.campaignId);
    // One after the other: nobody else has to wait for all of them.
    for (const { optInId, lastNumber } of waiting)
      await db.transaction(async (tx) => {
        await markRead(tx, { optInId, brandId, side: 'brand', upTo: lastNumber }, now);
        await settleNotices(tx, { optInId, brandId, userId: caller.userId }, now);
      });
    return { conversations: waiting.length };
  });

  implement(markTyping, async ({ brandId, params: { optInId }, caller }) => {
    const { campaignId, creatorUserId } = await typingIn(brandId, optInId);
    const name = await nameOf(db, caller.userId);
    const news = { type: 'typing' as const, campaignId, optInId };
    const data = { by: 'brand', userId: caller.userId, name };
    await tellInPassing(db, { ...news, audience: `brand:${brandId}`, data });
    if (creatorUserId) await tellInPassing(db, { ...news, audience: `user:${creatorUserId}`, data });
    return { success: true };
  });

  async function typingIn(brandId: string, optInId: string) {
    const { rows } = await pool.query<{ campaignId: string; creatorUserId: string | null }>({
      name: 'conversation-typing',
      text: `select v.campaign_id as "campaignId", i.user_id as "creatorUserId"
        from conversation v join opt_in i on i.id = v.opt_in_id where v.opt_in_id = $1 and v.brand_id = $2`,
      values: [optInId, brandId],
    });
    if (!rows[0]) throw problem('not_found');
    return rows[0];
  }

  implement(updateConversation, async ({ brandId, params: { optInId }, body }) => {
    const now = clock.now();
    const { assignedTo, snoozedUntil } = body;
    if (snoozedUntil && Date.parse(snoozedUntil) <= now.getTime())
      throw problem('invalid', { fields: { snoozedUntil: 'Choose a time to come' } });
    if (snoozedUntil && Date.parse(snoozedUntil) > now.getTime() + YEAR)
      throw problem('invalid', { fields: { snoozedUntil: 'Choose a time within a year' } });
    await db.transaction(async (tx) => {
      const held = await holdConversation(tx, optInId, brandId);
      if (!held) throw problem('not_found');
      if (assignedTo && !(await isMember(tx, brandId, assignedTo)))
        throw problem('invalid', { fields: { assignedTo: 'Choose somebody of your team' } });
      await changeConversation(tx, held, body);
    });
    return { conversation: await mustExist(brandId, optInId) };
  });
}

/** @throws invalid when there is nothing to send */
export function requireContent(text: string, attachments: readonly string[]): void {
  if (text.trim() === '' && attachments.length === 0)
    throw problem('invalid', { fields: { text: 'Write something first' } });
}
