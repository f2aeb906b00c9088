import { MAX_MESSAGE } from '@troupe/domain/conversation-limits';
import { attachmentRoutes } from '../features/conversation/attachment.routes.ts';
import { attachments } from '../features/conversation/attachment.ts';
import { conversationJobs } from '../features/conversation/conversation.jobs.ts';
import { conversationRoutes } from '../features/conversation/conversation.routes.ts';
import { conversationOfMail } from '../features/conversation/conversation-mail.queries.ts';
import { writeEvents } from '../features/conversation/message-event.queries.ts';
import { holdConversation, writeMessage } from '../features/conversation/message-write.queries.ts';
import {
  type AfterCreatorMessage,
  ownConversationRoutes,
} from '../features/conversation/own-conversation.routes.ts';
import { savedReplyRoutes } from '../features/conversation/saved-reply.routes.ts';
import type { AfterReply } from '../features/mail/inbound-mail.queries.ts';
import { notify } from '../features/notification/notification.queries.ts';
import type { Api } from '../platform/api.ts';
import type { Files } from '../platform/files.ts';
import { newId } from '../platform/id.ts';
import type { InboundMail } from '../platform/mail-receiving.ts';
import type { VirusScan } from '../platform/scan.ts';
import { messageMails } from './message-mails.ts';

const EXCERPT = 200;

/**
 * What to say of an answer by mail that may not be the creator's own: whoever holds the mail, also forwarded, can
 * answer it, and a sender whose mail server does not vouch for it may be anybody.
 */
function senderDoubt(asked: string, from: string, trust: InboundMail['trust']): string | null {
  if (from.toLowerCase() !== asked.toLowerCase())
    return `Answered by mail from ${from || 'an unknown sender'}, not from ${asked}`;
  return trust === 'fail' ? `It is not certain that this mail came from ${from}` : null;
}

/** Brands and creators talk. Answers what becomes of a reply by mail. */
export function conversations(api: Api, files: Files, scan: VirusScan): { afterReply: AfterReply } {
  const { clock, config } = api;
  const kept = attachments(api, files, scan);

  /** The bell rings for the first message that nobody has read, not for each that follows it. */
  const tellTeam: AfterCreatorMessage = async (tx, held, { message }) => {
    if (held.unread !== 1) return;
    const { text } = message;
    await notify(tx, {
      brandId: held.brandId,
      kind: 'message',
      title: `${held.creatorName} wrote to you`,
      text: text.length > EXCERPT ? `${text.slice(0, EXCERPT).toWellFormed()}…` : text || 'Sent a file',
      href: `/inbox/${held.campaignId}/chat/${held.optInId}`,
      reference: `message:${held.optInId}:${message.number}`,
      ...(held.assignedTo ? { to: [held.assignedTo] } : {}),
      now: clock.now(),
    });
  };

  conversationRoutes(api);
  conversationJobs(api);
  savedReplyRoutes(api);
  attachmentRoutes(api, kept);
  ownConversationRoutes(api, tellTeam);
  messageMails(api);

  return {
    async afterReply(tx, mail, { visible, files: parts, from, trust }, connection) {
      const optInId = await conversationOfMail(tx, mail.id);
      const text = visible.trim().slice(0, MAX_MESSAGE).toWellFormed().replaceAll('\u0000', '');
      const held = optInId && (await holdConversation(tx, optInId, mail.brandId));
      if (!held) return;
      const owner = { brandId: held.brandId, optInId, userId: held.creatorUserId };
      const { ids, undo } = await kept.takeFromMail(tx, connection, parts, owner);
      if (text === '' && ids.length === 0) return;
      try {
        const written = await writeMessage(
          tx,
          config,
          held,
          {
            ...{ kind: 'creator', userId: held.creatorUserId, authorName: held.creatorName },
            ...{ clientId: newId(), byEmail: true, text, attachments: ids },
          },
          clock.now(),
        );
        await tellTeam(tx, held, written);
        const doubt = senderDoubt(mail.toAddress, from, trust);
        if (doubt) await writeEvents(tx, config, [{ optInId: held.optInId, text: doubt }], clock.now());
      } catch (error) {
        await undo();
        throw error;
      }
    },
  };
}
