import { escapeHtml } from '@troupe/domain/html-text';
import { inLanguage } from '@troupe/i18n/language';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { emailHtml, readerLanguage, written } from '../../platform/language.ts';
import { readLanguages } from '../account/user/user.queries.ts';
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
import { t } from './messages/messages.gen.ts';
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
  const language = (await readLanguages(tx, [held.creatorUserId])).get(held.creatorUserId) ?? 'en';
  const about = { brandName, creatorName: held.creatorName, campaignTitle, messages, link };
  const { subject, ...content } = inLanguage(language, () => renderMessageEmail(about));
  const mail: NewMail = {
    brandId: held.brandId,
    kind: own ? 'message' : 'notice',
    to: { address, name: held.creatorName },
    subject: `${previous ? 'Re: ' : ''}${subject}`,
    ...content,
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
  campaignTitle: string;
  messages: readonly { text: string; authorName: string; files: number }[];
  link: string;
}

/** Renders the email in the current language. What people wrote stays as it is. */
function renderMessageEmail({
  brandName,
  creatorName,
  campaignTitle,
  messages,
  link,
}: UnreadMessages): Pick<NewMail, 'subject' | 'html' | 'plain'> {
  const quoted = messages.map(({ text, authorName, files }) => ({
    by: `${authorName || brandName} (${brandName})`,
    text: [text.trim(), files > 0 && `[${t('message.files', { count: files })}]`].filter(Boolean).join('\n'),
  }));
  const hello = t('mail.hello', { name: creatorName });
  const footer = t('message.footer');
  return {
    subject: t('message.subject', { campaign: campaignTitle, brand: brandName }),
    plain: [hello, ...quoted.map(({ by, text }) => `${by}:\n${text}`), footer, `${link}\n`].join('\n\n'),
    html: emailHtml([
      `<p>${escapeHtml(hello)}</p>`,
      ...quoted.map(
        ({ by, text }) =>
          `<p><strong>${written(escapeHtml(by))}</strong></p>\n<p>${written(escapeHtml(text).replaceAll('\n', '<br>'))}</p>`,
      ),
      `<p>${escapeHtml(footer)}</p>`,
      `<p><a href="${escapeHtml(link)}">${escapeHtml(t('message.open'))}</a></p>`,
    ]),
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
  const lines = notices.map(({ title, text, href }) => ({ title, text, link: `${origin}${href}` }));
  const content = inLanguage(readerLanguage(first), () => renderNotices(first.brandName, lines));
  const mail: NewMail = {
    brandId: first.brandId,
    kind: 'notice',
    to: { address: first.address, name: first.name },
    ...content,
    dueAt: null,
    domain: noticeDomain(api),
    unsubscribable: false,
  };
  const [mailId] = await queueMails(tx, [mail], now);
  const optInId = conversationOf(first);
  const place = optInId && (await conversationOfOptIn(tx, optInId));
  if (mailId && place) await linkMail(tx, mailId, place);
}

/** Renders an email of notifications in the current language; they are in the one their reader had before. */
function renderNotices(
  brandName: string,
  lines: readonly { title: string; text: string; link: string }[],
): Pick<NewMail, 'subject' | 'html' | 'plain'> {
  const footer = t('notices.footer');
  const [first] = lines;
  return {
    subject:
      lines.length === 1 && first
        ? t('notices.one', { title: first.title, brand: brandName })
        : t('notices.many', { count: lines.length, brand: brandName }),
    plain: [...lines.map(({ title, text, link }) => `${title}\n${text}\n${link}`), `${footer}\n`].join(
      '\n\n',
    ),
    html: emailHtml([
      ...lines.map(
        ({ title, text, link }) =>
          `<p><a href="${escapeHtml(link)}"><strong>${escapeHtml(title)}</strong></a><br>${written(escapeHtml(text))}</p>`,
      ),
      `<p>${escapeHtml(footer)}</p>`,
    ]),
  };
}
