import { createHash } from 'node:crypto';
import * as calls from '@troupe/contract/inbox/conversation';
import type { EmailBlock, EmailSide } from '@troupe/domain/inbox/conversation';
import { MAX_EMAIL_FILES_BYTES, messageLengthError } from '@troupe/domain/inbox/conversation-limits';
import { replySubject } from '@troupe/domain/outreach/mail';
import { problem } from '@troupe/domain/problem';
import type pg from 'pg';
import type { Api, CallContext, Caller } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { readInviteBasis } from '../campaigns/invite/invite-basis.queries.ts';
import { readEmailDomain } from '../outreach/email-domain/email-domain.queries.ts';
import { composeEmail, inHeader } from '../outreach/email-template/email-template.render.ts';
import { cancelMail, settleMail, suppressedAmong } from '../outreach/mail/mail.queries.ts';
import { AHEAD_OF_INVITES, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { readSenderMailbox } from '../outreach/mailbox/mailbox.queries.ts';
import { type EmailParts, requireContent } from './conversation/conversation.routes.ts';
import {
  accountAddress,
  bytesOfAttachments,
  creatorOfConversation,
  type EmailThread,
  emailAddressOf,
  linkMail,
  publishEmailChange,
  readEmailThreads,
  readOriginal,
} from './conversation/conversation-mail.queries.ts';
import { foldQuotes, threadSubject } from './conversation/email-thread.ts';
import { readView, toEmail, toMessage } from './conversation/message.queries.ts';
import {
  type LockedConversation,
  labelConversation,
  lockConversation,
  nameOf,
  readMessage,
  writeMessage,
} from './conversation/message-write.queries.ts';

const REASONS: Record<EmailBlock, string> = {
  subscription_required: 'You need a plan to email creators. Choose one first.',
  email_domain_required: 'Verify your email domain or connect a mailbox to email creators.',
  no_contact: "We don't have an email address for this creator.",
  suppressed: 'This creator unsubscribed, or email to them bounced.',
};

/** Registers the calls for email between brand and creator, as part of their conversation. */
export function conversationEmail(api: Api): EmailParts {
  const { implement } = api;
  implement(calls.sendEmail, (context) => sendEmail(api, context));
  implement(calls.readEmail, (context) => readEmail(api, context));
  implement(calls.settleEmail, (context) => settleEmail(api, context));
  return { emailSide: (brandId, view) => emailSide(api, brandId, view), cancelEmail };
}

async function cancelEmail(tx: Database, brandId: string, mailId: string): Promise<void> {
  if (!(await cancelMail(tx, brandId, mailId)))
    throw problem('invalid_transition', { message: 'This email has already been sent or is being sent.' });
  await publishEmailChange(tx, mailId);
}

/** Returns the recipient of a conversation's email and what blocks sending; `domain` is the verified one. */
async function readSending(
  tx: Database,
  { id, brandId, creatorId }: Pick<LockedConversation, 'id' | 'brandId' | 'creatorId'>,
) {
  const [basis, threads] = await Promise.all([readInviteBasis(tx, brandId), readEmailThreads(tx, id)]);
  const to = await emailAddressOf(tx, { brandId, creatorId, threads });
  const { domain } = basis;
  const suppressed = to !== null && (await suppressedAmong(tx, brandId, [to])).size > 0;
  const blocked: EmailBlock | null = !basis.subscribed
    ? 'subscription_required'
    : !domain
      ? 'email_domain_required'
      : to === null
        ? 'no_contact'
        : suppressed
          ? 'suppressed'
          : null;
  return { basis, threads, to, domain, blocked };
}

async function emailSide(
  { db, pool }: Api,
  brandId: string,
  { conversationId, campaignId }: { conversationId: string; campaignId: string | null },
): Promise<EmailSide> {
  const creatorId = await creatorOfConversation(pool, brandId, conversationId);
  if (!creatorId) throw problem('not_found');
  const { threads, to, blocked } = await readSending(db, { id: conversationId, brandId, creatorId });
  const [domain, mailbox] = await Promise.all([readEmailDomain(db, brandId), readSenderMailbox(db, brandId)]);
  return {
    to,
    from: mailbox?.address ?? (domain?.status === 'verified' ? domain.fromAddress : null),
    blocked,
    blockedReason: blocked && REASONS[blocked],
    subject: replySubject(threadFor(threads, campaignId)?.subject ?? ''),
  };
}

/** An email after sanitizing and validation. */
interface WrittenEmail {
  subject: string;
  /** Empty for plain text. */
  html: string;
  text: string;
  attachments: readonly string[];
  campaignId: string | null | undefined;
}

/** @throws invalid without content or subject, or when the text is too long */
function writtenEmail(body: CallContext<typeof calls.sendEmail>['body']): WrittenEmail {
  const { attachments, campaignId } = body;
  const formatted = body.html?.trim() ? composeEmail(body.html) : null;
  const text = (formatted?.plain ?? body.text).toWellFormed().replaceAll('\u0000', '').trim();
  const subject = inHeader(body.subject).toWellFormed();
  requireContent(text, attachments);
  if (subject === '') throw problem('invalid', { fields: { subject: 'Enter a subject' } });
  const over = messageLengthError(text);
  if (over) throw problem('invalid', { message: over, fields: { text: over } });
  return { subject, html: formatted?.html ?? '', text, attachments, campaignId };
}

async function sendEmail(
  { db, pool, clock, config }: Api,
  { brandId, params: { optInId }, body, caller, idempotencyKey }: CallContext<typeof calls.sendEmail>,
) {
  const now = clock.now();
  const email = writtenEmail(body);
  const clientId = idempotencyKey ? idOfKey(caller, idempotencyKey) : body.clientId;
  const authorName = await nameOf(db, caller.userId);
  const message = await withTransaction(pool, async (tx) => {
    const found = await lockConversation(tx, optInId, brandId);
    if (!found) throw problem('not_found');
    const before = await readMessage(tx, found.id, 'client_id', clientId);
    if (before) {
      if (before.userId !== caller.userId || before.mailId === null)
        throw problem('conflict', { message: 'This email was sent by someone else.' });
      return before;
    }
    const { held, to, mailId } = await queueEmail(tx, found, email, caller, now);
    const content = {
      kind: 'brand' as const,
      userId: caller.userId,
      authorName,
      clientId,
      text: email.text,
      mailId,
      byEmail: true,
      attachments: body.attachments,
      hiddenFromCreator: !(await isAccountAddress(tx, held.creatorUserId, to)),
    };
    return (await writeMessage(tx, config, held, content, now)).message;
  });
  return { message: toMessage(message, 'brand', config, now) };
}

/**
 * Queues an email of a locked conversation in the thread that its subject continues.
 * @returns the conversation with its campaign, the recipient, and the email's ID in the outbox
 */
async function queueEmail(
  tx: Database,
  found: LockedConversation,
  email: WrittenEmail,
  caller: Caller,
  now: Date,
) {
  const { subject, html, text } = email;
  const { brandId } = found;
  const { basis, threads, to, domain, blocked } = await readSending(tx, found);
  if (basis.pastDue && !caller.administrator)
    throw problem('subscription_required', {
      message: 'You have a past-due payment. Pay it to send emails again.',
    });
  if (blocked || to === null || domain === null) {
    const code = blocked ?? 'no_contact';
    throw problem(code, { message: REASONS[code] });
  }
  if ((await bytesOfAttachments(tx, found.id, email.attachments)) > MAX_EMAIL_FILES_BYTES)
    throw problem('too_large', {
      message: 'Attachments can be up to 18 MB in total. Send a link to larger files.',
    });
  const thread = threads.find((one) => threadSubject(one.subject) === threadSubject(subject));
  const campaignId = email.campaignId ?? found.campaignId ?? (thread ?? threads[0])?.campaignId ?? null;
  const held = await labelConversation(tx, found, campaignId);
  const mail = {
    brandId,
    kind: 'email' as const,
    subject,
    domain,
    dueAt: AHEAD_OF_INVITES,
    unsubscribable: false,
    to: { address: to, name: held.creatorName },
    html,
    plain: `${text}\n`,
    ...(thread ? { inReplyTo: thread.messageId, references: thread.references } : {}),
  };
  const [mailId = ''] = await queueMails(tx, [mail], now);
  await linkMail(tx, mailId, { conversationId: held.id, campaignId });
  return { held, to, mailId };
}

/** `connection` is the one of `tx`. */
async function mustReadEmail(
  tx: Database,
  connection: Pick<pg.Pool, 'query'>,
  { brandId, id, messageId }: { brandId: string; id: string; messageId: string },
) {
  const view = await readView(connection, brandId, id);
  const message = view && (await readMessage(tx, view.conversationId, 'id', messageId));
  if (!message?.email) throw problem('not_found');
  return message;
}

async function readEmail(
  { db, pool }: Api,
  { brandId, params: { optInId, messageId } }: CallContext<typeof calls.readEmail>,
) {
  const message = await mustReadEmail(db, pool, { brandId, id: optInId, messageId });
  const email = toEmail(message);
  if (!email) throw problem('not_found');
  const { hasMore: _, ...shown } = email;
  const original = await readOriginal(db, brandId, message);
  const parts = foldQuotes(original?.whole ?? message.text, message.text);
  return { ...shown, parts, html: original?.html ?? null };
}

async function settleEmail(
  { pool, clock, config }: Api,
  { brandId, params: { optInId, messageId }, body }: CallContext<typeof calls.settleEmail>,
) {
  const now = clock.now();
  const message = await withTransaction(pool, async (tx, connection) => {
    const which = { brandId, id: optInId, messageId };
    const { id, mailId, email, conversationId } = await mustReadEmail(tx, connection, which);
    if (mailId === null || email?.inviteId)
      throw problem('invalid_transition', { message: 'You can only resolve emails your team sent.' });
    if (body.as === 'sent' && email?.status === 'failed')
      throw problem('invalid_transition', {
        message: "This email failed to send, so it can't be marked as sent. Try sending it again.",
      });
    if (body.as === 'again') {
      if (!(await readInviteBasis(tx, brandId)).domain) throw problem('email_domain_required');
      if ((await suppressedAmong(tx, brandId, [email?.otherAddress ?? ''])).size > 0)
        throw problem('invalid_transition', { message: REASONS.suppressed });
    }
    await settleMail(tx, brandId, mailId, body.as, now);
    await publishEmailChange(tx, mailId);
    const settled = await readMessage(tx, conversationId, 'id', id);
    if (!settled) throw problem('not_found');
    return settled;
  });
  return { message: toMessage(message, 'brand', config, now) };
}

/** Returns the thread a reply continues: the last one about the campaign, else the last one. */
const threadFor = (threads: readonly EmailThread[], campaignId: string | null): EmailThread | undefined =>
  threads.find((one) => campaignId !== null && one.campaignId === campaignId) ?? threads[0];

/** Returns whether an address belongs to the creator's account: only then may emails to it show in their app. */
export async function isAccountAddress(
  tx: Database,
  userId: string | null,
  address: string,
): Promise<boolean> {
  return userId !== null && (await accountAddress(tx, userId)) === address.trim().toLowerCase();
}

/** Returns a message ID for an idempotency key, scoped to the user: two people may use the same key. */
function idOfKey(caller: Caller, key: string): string {
  const hex = createHash('sha256').update(`email:${caller.userId}:${key}`).digest('hex');
  // A version 8 UUID (RFC 9562: custom format).
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
