import { buffer } from 'node:stream/consumers';
import { MAX_MESSAGE } from '@troupe/domain/inbox/conversation-limits';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { Files, VirusScan } from '../../platform/files/files.ts';
import { newId } from '../../platform/id.ts';
import type { InboundMail } from '../../platform/incoming/mail-receiving.ts';
import type { MailFile } from '../../platform/outgoing/mail-transport.ts';
import type { AnsweredMail } from '../outreach/mail/inbound-mail.queries.ts';
import { deleteMailboxesOfMember } from '../outreach/mailbox/mailbox.queries.ts';
import type { MailParts } from '../outreach/send-mail.ts';
import { attachments } from './conversation/attachment.ts';
import { conversationJobs } from './conversation/conversation.jobs.ts';
import { conversationRoutes, savedReplyRoutes } from './conversation/conversation.routes.ts';
import { unassignAll } from './conversation/conversation-change.queries.ts';
import {
  conversationOfMail,
  publishEmailChange,
  readFilesOfMail,
  readLinkSecrets,
} from './conversation/conversation-mail.queries.ts';
import {
  type LockedConversation,
  labelConversation,
  lockConversation,
  type Written,
  writeMessage,
} from './conversation/message-write.queries.ts';
import { ownConversationRoutes } from './conversation/own-conversation.routes.ts';
import { conversationEmail, isAccountAddress } from './conversation-email.ts';
import { t } from './notification/messages/messages.gen.ts';
import { notify, removeNotifications } from './notification/notification.queries.ts';
import type { MailboxReaderParts } from './read-mailboxes.ts';
import { unreadEmails } from './unread-emails.ts';

const EXCERPT = 200;

/**
 * Returns why an email reply may not be from the creator, or null: anyone holding a forwarded email can reply, and an
 * unauthenticated sender could be anyone.
 */
function senderDoubt(
  mail: AnsweredMail,
  { from, trust }: Pick<InboundMail, 'from' | 'trust'>,
): string | null {
  const recipient = mail.toAddress;
  // Account addresses stay private; brands know where they sent invites and emails.
  const known = mail.kind === 'invite' || mail.kind === 'email';
  if (from.toLowerCase() !== recipient.toLowerCase())
    return known
      ? `Replied by email from ${from || 'an unknown sender'}, not from ${recipient}`
      : "Replied from an email address that isn't the creator's account address";
  return trust === 'fail'
    ? `We can't confirm that this email came from ${known ? from : 'the creator'}`
    : null;
}

/** Wires conversations; returns their handlers for sending and receiving email. */
export function conversations(
  api: Api,
  files: Files,
  scan: VirusScan,
): MailParts['conversations'] & Pick<MailboxReaderParts, 'attachments' | 'notifyTeam'> {
  const { db, clock, config } = api;
  const kept = attachments(api, files, scan);

  /** Notifies for the first unread message only, not for each one that follows. */
  const notifyTeam = async (
    tx: Database,
    held: LockedConversation,
    { message }: Written,
    repliedToInvite = false,
  ): Promise<void> => {
    if (held.unread !== 1) return;
    const { text } = message;
    await notify(tx, {
      brandId: held.brandId,
      kind: 'message',
      write: () => ({
        title: repliedToInvite
          ? t('message.replied', { name: held.creatorName })
          : t('message.wrote', { name: held.creatorName }),
        text:
          text.length > EXCERPT
            ? `${text.slice(0, EXCERPT).toWellFormed()}…`
            : text || (message.attachments?.length ? t('message.file') : t('message.email')),
      }),
      href: held.optInId
        ? `/inbox/${held.campaignId}/chat/${held.optInId}`
        : `/inbox/conversations/${held.id}`,
      reference: `message:${held.id}:${message.number}`,
      ...(held.assignedTo ? { to: [held.assignedTo] } : {}),
      now: clock.now(),
    });
  };

  conversationRoutes({ api, attachments: kept, ...conversationEmail(api) });
  conversationJobs(api);
  savedReplyRoutes(api);
  ownConversationRoutes({ api, attachments: kept, afterMessage: notifyTeam });
  unreadEmails(api);

  return {
    attachments: kept,
    notifyTeam,
    filesOf: (mailId) => filesOfMail(db, files, mailId),
    linkSecretsOf: readLinkSecrets,
    onChanged: (mailId) => publishEmailChange(db, mailId),
    async afterReply(tx, mail, { id: inboundMailId, visible, whole, files: parts, ...sender }, connection) {
      const place = await conversationOfMail(tx, mail);
      const found = place && (await lockConversation(tx, place.conversationId, mail.brandId));
      if (!found) return;
      const held = await labelConversation(tx, found, place.campaignId);
      // Emails to an address other than the account's stay out of the creator app.
      const own = await isAccountAddress(tx, held.creatorUserId, mail.toAddress);
      const text = visible.trim().slice(0, MAX_MESSAGE).toWellFormed().replaceAll('\u0000', '');
      const owner = {
        brandId: held.brandId,
        conversationId: held.id,
        userId: own ? held.creatorUserId : null,
      };
      const { ids, undo } = await kept.storeFromEmail(tx, connection, parts, owner);
      if (text === '' && ids.length === 0 && whole.trim() === '') return;
      try {
        // Shown to the team only.
        const doubt = senderDoubt(mail, sender);
        const written = await writeMessage(
          tx,
          config,
          held,
          {
            kind: 'creator',
            userId: owner.userId,
            authorName: held.creatorName,
            clientId: newId(),
            byEmail: true,
            text,
            attachments: ids,
            inboundMailId,
            doubt,
            hiddenFromCreator: !own,
          },
          clock.now(),
        );
        await notifyTeam(tx, held, written, mail.kind === 'invite');
      } catch (error) {
        await undo();
        throw error;
      }
    },
  };
}

/** Returns the files attached to an email. */
async function filesOfMail(
  db: Database,
  files: Files,
  mailId: string,
): Promise<MailFile[] | 'waiting' | 'refused'> {
  const found = await readFilesOfMail(db, mailId);
  if (found.some(({ scan }) => scan === 'infected')) return 'refused';
  if (found.some(({ scan }) => scan === 'waiting')) return 'waiting';
  return Promise.all(
    found.map(async ({ name, type, fileKey }) => ({
      name,
      type,
      content: await buffer(files.read(fileKey)),
    })),
  );
}

/** Unassigns the conversations of a former member, disconnects their mailboxes, and deletes their notifications. */
export async function releaseMember(tx: Database, brandId: string, userId: string): Promise<void> {
  await unassignAll(tx, brandId, userId);
  await deleteMailboxesOfMember(tx, brandId, userId);
  await removeNotifications(tx, brandId, userId);
}
