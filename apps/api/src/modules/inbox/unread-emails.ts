import { escapeHtml } from '@troupe/domain/html-text';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { readEmailDomain } from '../outreach/email-domain/email-domain.queries.ts';
import { suppressedAmong } from '../outreach/mail/mail.queries.ts';
import {
  AHEAD_OF_INVITES,
  type NewMail,
  noticeDomain,
  queueMails,
} from '../outreach/mail/mail-queue.queries.ts';
import {
  conversationOfOptIn,
  linkMail,
  markNotified,
  readUnnotified,
  unnotifiedConversations,
} from './conversation/conversation-mail.queries.ts';
import { lockConversation } from './conversation/message-write.queries.ts';
import { readPreferences } from './notification/notification.queries.ts';
import {
  lockUnmailed,
  markMailed,
  readUnmailed,
  type UnmailedNotice,
} from './notification/notification-mail.queries.ts';

const MINUTE = 60_000;
/** How long something stays unread before we email about it. */
const UNREAD_MS = 5 * MINUTE;
/** Anything older was emailed already or is no longer useful. */
const TOO_OLD_MS = 24 * 60 * MINUTE;

/** Registers the job that emails people about anything unread after five minutes. */
export function unreadEmails(api: Api): void {
  api.jobs.every('* * * * *', 'message.mail', () => sendUnreadEmails(api));
}

/** Sends the emails that are due, each once even when run concurrently. */
export async function sendUnreadEmails(api: Api): Promise<void> {
  const now = api.clock.now();
  const span = {
    from: new Date(now.getTime() - TOO_OLD_MS),
    until: new Date(now.getTime() - UNREAD_MS),
  };
  await oneByOne(
    api.log,
    'failed to email unread messages',
    await unnotifiedConversations(api.db, span),
    (optInId) => api.db.transaction((tx) => emailCreator(api, tx, optInId, now)),
  );
  const pending = (notice: UnmailedNotice) =>
    [notice.userId, notice.brandId, conversationOf(notice)].join(' ');
  const groups = Map.groupBy(await readUnmailed(api.db, span), pending);
  await oneByOne(api.log, 'failed to email notifications', groups.values(), (group) =>
    api.db.transaction(async (tx) => {
      const ids = group.map(({ id }) => id);
      await emailMember(api, tx, await lockUnmailed(tx, span, ids), now);
    }),
  );
}

async function emailCreator(api: Api, tx: Database, optInId: string, now: Date): Promise<void> {
  const held = await lockConversation(tx, optInId);
  const untold = held && (await readUnnotified(tx, optInId));
  const last = untold?.messages.at(-1);
  if (!held?.creatorUserId || !untold || !last) return;
  const { address, brandName, campaignTitle, messages, previous, conversationId, campaignId } = untold;
  const { message: channel } = await readPreferences(tx, held.creatorUserId);
  const wanted =
    channel === 'mail' &&
    address !== '' &&
    (await suppressedAmong(tx, held.brandId, [address.toLowerCase()])).size === 0;
  if (!wanted) return markNotified(tx, optInId, last.creatorNumber, null);
  const domain = await readEmailDomain(tx, held.brandId);
  const own = domain?.status === 'verified' ? domain.domain : null;
  const link = `${api.config.PORTAL_ORIGIN}/opt-ins/${optInId}`;
  const mail: NewMail = {
    brandId: held.brandId,
    kind: own ? 'message' : 'notice',
    to: { address, name: held.creatorName },
    subject: `${previous ? 'Re: ' : ''}${campaignTitle}: ${brandName} wrote to you`,
    ...renderMessageEmail({ brandName, creatorName: held.creatorName, messages, link }),
    dueAt: AHEAD_OF_INVITES,
    domain: own ?? noticeDomain(api),
    unsubscribable: false,
    ...(previous ? { inReplyTo: previous.messageId, references: previous.references?.split(' ') ?? [] } : {}),
  };
  const [mailId] = await queueMails(tx, [mail], now);
  await markNotified(
    tx,
    optInId,
    last.creatorNumber,
    mailId ? { id: mailId, conversationId, campaignId } : null,
  );
}

interface UnreadMessages {
  brandName: string;
  creatorName: string;
  messages: readonly { text: string; authorName: string; files: number }[];
  link: string;
}

function renderMessageEmail({
  brandName,
  creatorName,
  messages,
  link,
}: UnreadMessages): Pick<NewMail, 'html' | 'plain'> {
  const files = (count: number) => (count === 0 ? '' : count === 1 ? '1 file' : `${count} files`);
  const quoted = messages.map(({ text, authorName, files: count }) => ({
    by: `${authorName || brandName} (${brandName})`,
    text: [text.trim(), files(count) && `[${files(count)}]`].filter(Boolean).join('\n'),
  }));
  const footer =
    'Reply to this email, or open the conversation. You can turn off these emails in your account.';
  return {
    plain: [
      `Hello ${creatorName},`,
      ...quoted.map(({ by, text }) => `${by}:\n${text}`),
      footer,
      `${link}\n`,
    ].join('\n\n'),
    html: [
      `<p>Hello ${escapeHtml(creatorName)},</p>`,
      ...quoted.map(
        ({ by, text }) =>
          `<p><strong>${escapeHtml(by)}</strong></p>\n<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
      ),
      `<p>${footer}</p>`,
      `<p><a href="${escapeHtml(link)}">Open the conversation</a></p>`,
    ].join('\n'),
  };
}

/** Returns the opt-in of a creator's notification: replies go to its conversation. */
const conversationOf = ({ isCreator, href }: UnmailedNotice): string | undefined =>
  isCreator ? /^\/opt-ins\/([\da-f-]{36})/.exec(href)?.[1] : undefined;

async function emailMember(api: Api, tx: Database, notices: UnmailedNotice[], now: Date): Promise<void> {
  const [first] = notices;
  if (!first) return;
  const ids = notices.map(({ id }) => id);
  await markMailed(tx, ids, now);
  if ((await suppressedAmong(tx, first.brandId, [first.address.toLowerCase()])).size > 0) return;
  const { WEB_ORIGIN, PORTAL_ORIGIN } = api.config;
  const origin = first.isCreator ? PORTAL_ORIGIN : WEB_ORIGIN;
  const footer = 'You can change email notifications in your account.';
  const lines = notices.map(({ title, text, href }) => ({ title, text, link: `${origin}${href}` }));
  const mail: NewMail = {
    brandId: first.brandId,
    kind: 'notice',
    to: { address: first.address, name: first.name },
    subject:
      notices.length === 1
        ? `${first.title} - ${first.brandName}`
        : `${notices.length} notifications - ${first.brandName}`,
    plain: [...lines.map(({ title, text, link }) => `${title}\n${text}\n${link}`), `${footer}\n`].join(
      '\n\n',
    ),
    html: [
      ...lines.map(
        ({ title, text, link }) =>
          `<p><a href="${escapeHtml(link)}"><strong>${escapeHtml(title)}</strong></a><br>${escapeHtml(text)}</p>`,
      ),
      `<p>${footer}</p>`,
    ].join('\n'),
    dueAt: null,
    domain: noticeDomain(api),
    unsubscribable: false,
  };
  const [mailId] = await queueMails(tx, [mail], now);
  const optInId = conversationOf(first);
  const place = optInId && (await conversationOfOptIn(tx, optInId));
  if (mailId && place) await linkMail(tx, mailId, place);
}
