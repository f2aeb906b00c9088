import {
  cancelMessage,
  listConversations,
  listMessages,
  markTyping,
  openConversation,
  readAllMessages,
  readMessages,
  sendMessage,
  updateConversation,
} from '@troupe/contract/inbox/conversation';
import type { EmailSide } from '@troupe/domain/inbox/conversation';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { and, eq, isNull } from 'drizzle-orm';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { tell, tellInPassing } from '../../../platform/live/live.ts';
import { withTransaction } from '../../../platform/transaction.ts';
import { SEND_DUE } from './conversation.jobs.ts';
import { readConversation, readConversationPage } from './conversation.queries.ts';
import { attachmentTable, messageTable } from './conversation.table.ts';
import { changeConversation, isMember, unreadConversations } from './conversation-change.queries.ts';
import {
  type ConversationView,
  readMessagePage,
  readScheduled,
  readView,
  toMessage,
} from './message.queries.ts';
import { markRead, settleNotices } from './message-read.queries.ts';
import {
  ensureConversation,
  holdConversation,
  labelConversation,
  latestJoined,
  nameOf,
  readMessage,
  writeMessage,
} from './message-write.queries.ts';

const YEAR = 366 * 86_400_000;

/** What the email side of conversations adds to their routes. */
export interface EmailParts {
  /** What writing an email in a conversation needs. */
  emailSide(brandId: string, view: ConversationView): Promise<EmailSide>;
  /** Cancels an email that has not left; fails with `invalid_transition` when it has. */
  cancelEmail(tx: Database, brandId: string, mailId: string): Promise<void>;
}

/** The team's side of conversations. */
export function conversationRoutes(api: Api, { emailSide, cancelEmail }: EmailParts): void {
  const { db, pool, clock, config, jobs, implement } = api;

  const mustView = async (brandId: string, id: string) => {
    const view = await readView(pool, brandId, id);
    if (!view) throw problem('not_found');
    return view;
  };
  const mustExist = async (brandId: string, id: string) => {
    const view = await mustView(brandId, id);
    const conversation = await readConversation(api, brandId, view, clock.now());
    if (!conversation) throw problem('not_found');
    return { view, conversation };
  };

  implement(listConversations, async ({ brandId, caller, query }) => {
    const found = await readConversationPage(api, brandId, caller.userId, query, clock.now());
    return { ...found, ...pagesOf(query.page, found.total) };
  });

  implement(openConversation, async ({ brandId, body }) => {
    const id = await db.transaction((tx) => ensureConversation(tx, brandId, body.socialProfileId));
    if (!id) throw problem('not_found');
    return { conversation: (await mustExist(brandId, id)).conversation };
  });

  implement(listMessages, async ({ brandId, params: { optInId }, query }) => {
    const now = clock.now();
    const { view, conversation } = await mustExist(brandId, optInId);
    const newest = query.before === undefined && query.after === undefined;
    const [{ rows, hasMore }, waiting, email] = await Promise.all([
      readMessagePage(pool, view, query),
      newest ? readScheduled(pool, view) : [],
      newest ? emailSide(brandId, view) : null,
    ]);
    const show = (row: (typeof rows)[number]) => toMessage(row, 'brand', config, now);
    return { conversation, messages: rows.map(show), hasMore, scheduled: waiting.map(show), email };
  });

  implement(sendMessage, async ({ brandId, params: { optInId }, body, caller }) => {
    const now = clock.now();
    const { note, sendAt, text, attachments, clientId, campaignId } = body;
    requireContent(text, attachments);
    const later = sendAt !== null && Date.parse(sendAt) > now.getTime() ? sendAt : null;
    if (later && note)
      throw problem('invalid', { fields: { sendAt: 'Notes are kept at once. Leave the time out.' } });
    if (later && Date.parse(later) > now.getTime() + YEAR)
      throw problem('invalid', { fields: { sendAt: 'Choose a time within a year' } });
    const authorName = await nameOf(db, caller.userId);
    const message = await withTransaction(pool, async (tx, connection) => {
      const found = await holdConversation(tx, optInId, brandId);
      if (!found) throw problem('not_found');
      const label = found.campaignId ?? campaignId ?? (note ? null : await latestJoined(tx, found.id));
      const held = await labelConversation(tx, found, label);
      if (!note && held.optInId === null)
        throw problem('invalid_transition', {
          message: "This creator hasn't joined a campaign yet, so they have no chat. Send an email instead.",
        });
      if (!note && !held.creatorUserId)
        throw problem('invalid_transition', {
          message: 'This creator has no account any more. You can still write notes for your team.',
        });
      const written = await writeMessage(
        tx,
        config,
        held,
        {
          kind: note ? 'note' : 'brand',
          userId: caller.userId,
          sendAt: later,
          text,
          authorName,
          clientId,
          attachments,
        },
        now,
      );
      if (later && written.anew) {
        await tell(tx, {
          audience: `brand:${brandId}`,
          type: 'message',
          campaignId: held.campaignId,
          optInId: held.optInId,
          data: { conversationId: held.id, scheduled: true },
        });
        await jobs.send(
          SEND_DUE,
          {},
          { transaction: connection, delaySeconds: Math.ceil((Date.parse(later) - now.getTime()) / 1000) },
        );
      }
      return written.message;
    });
    return { message: toMessage(message, 'brand', config, now) };
  });

  implement(cancelMessage, async ({ brandId, params: { optInId, messageId }, caller }) => {
    await db.transaction(async (tx) => {
      const held = await holdConversation(tx, optInId, brandId);
      const message = held && (await readMessage(tx, held.id, 'id', messageId));
      if (!message) throw problem('not_found');
      if (message.mailId !== null && message.email?.inviteId === null)
        return cancelEmail(tx, brandId, message.mailId);
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
        campaignId: message.campaignId,
        optInId: message.optInId,
        data: { conversationId: held.id, scheduled: false },
      });
    });
    return { success: true };
  });

  implement(readMessages, async ({ brandId, params: { optInId }, body, caller }) => {
    const now = clock.now();
    const left = await db.transaction(async (tx) => {
      const read = await markRead(tx, { id: optInId, brandId, side: 'brand', upTo: body.upTo }, now);
      if (read?.unread === 0)
        await settleNotices(tx, { conversationId: read.conversationId, brandId, userId: caller.userId }, now);
      return read;
    });
    if (left === null) throw problem('not_found');
    return { unread: left.unread };
  });

  implement(readAllMessages, async ({ brandId, body, caller }) => {
    const now = clock.now();
    const waiting = await unreadConversations(db, brandId, body.campaignId);
    // One after the other: nobody else has to wait for all of them.
    for (const { conversationId, campaignId, lastNumber } of waiting)
      await db.transaction(async (tx) => {
        const of = { id: conversationId, brandId, campaignId, side: 'brand' as const, upTo: lastNumber };
        await markRead(tx, of, now);
        await settleNotices(tx, { conversationId, brandId, userId: caller.userId }, now);
      });
    return { conversations: waiting.length };
  });

  implement(markTyping, async ({ brandId, params: { optInId: id }, caller }) => {
    const { conversationId, campaignId, optInId, creatorUserId } = await mustView(brandId, id);
    const name = await nameOf(db, caller.userId);
    const news = { type: 'typing' as const, campaignId, optInId };
    const data = { by: 'brand', userId: caller.userId, name };
    await tellInPassing(db, { ...news, audience: `brand:${brandId}`, data: { ...data, conversationId } });
    if (creatorUserId) await tellInPassing(db, { ...news, audience: `user:${creatorUserId}`, data });
    return { success: true };
  });

  implement(updateConversation, async ({ brandId, params: { optInId }, body }) => {
    const now = clock.now();
    const { assignedTo, snoozedUntil } = body;
    if (snoozedUntil && Date.parse(snoozedUntil) <= now.getTime())
      throw problem('invalid', { fields: { snoozedUntil: 'Choose a time in the future' } });
    if (snoozedUntil && Date.parse(snoozedUntil) > now.getTime() + YEAR)
      throw problem('invalid', { fields: { snoozedUntil: 'Choose a time within a year' } });
    await db.transaction(async (tx) => {
      const held = await holdConversation(tx, optInId, brandId);
      if (!held) throw problem('not_found');
      if (assignedTo && !(await isMember(tx, brandId, assignedTo)))
        throw problem('invalid', { fields: { assignedTo: 'Choose a teammate' } });
      await changeConversation(tx, held, body);
    });
    return { conversation: (await mustExist(brandId, optInId)).conversation };
  });
}

/** @throws invalid when there is nothing to send */
export function requireContent(text: string, attachments: readonly string[]): void {
  if (text.trim() === '' && attachments.length === 0)
    throw problem('invalid', { fields: { text: 'Enter a message first' } });
}
