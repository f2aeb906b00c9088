import { randomBytes } from 'node:crypto';
import type { MailKind } from '@troupe/domain/outreach/mail';
import { sql } from 'drizzle-orm';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { type MailPurpose, mailTable } from './mail.table.ts';

/** A rendered email to queue. */
export interface NewMail {
  /** A fixed ID, to queue an email only once. */
  id?: string;
  /** Null for a notice unrelated to a brand. */
  brandId: string | null;
  kind: MailKind;
  /** The purpose, if it has a limit or its own unsubscribing. */
  purpose?: MailPurpose;
  to: { address: string; name: string };
  subject: string;
  html: string;
  plain: string;
  /** Earliest sending time; null sends as soon as the domain's pace allows. */
  dueAt: string | null;
  /** The sending domain; the Message-ID ends in it. */
  domain: string;
  /** Whether it offers one-click unsubscribing. */
  unsubscribable: boolean;
  /** The token of its unsubscribe URL, if its text has the link; see `newMailToken`. */
  unsubscribeToken?: string;
  /** The Message-ID it replies to. */
  inReplyTo?: string;
  /** Earlier Message-IDs, oldest first. */
  references?: readonly string[];
  /** A verified reply address, if replies don't come to us. */
  replyTo?: string;
}

/** The channel that wakes the sending processes. */
export const MAIL_CHANNEL = 'mail_queued';

/** The due time of emails written by people: the outbox is ordered by it, so they go before invites. */
export const AHEAD_OF_INVITES = '2000-01-01T00:00:00.000Z';

const MAX_REFERENCES = 20;

/** Returns a token. Lower case only: tokens are part of addresses, which some mail servers lowercase. */
export const newMailToken = (): string => randomBytes(16).toString('hex');

/** Names and subjects go into headers: strip line breaks to prevent header injection. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();

/** Wakes the sending processes once the transaction commits. */
export async function announceMail(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${MAIL_CHANNEL}, '')`);
}

/** The Message-IDs of a reply: the thread's first and the latest, to keep the header short (RFC 5322, 3.6.4). */
const referencesOf = (inReplyTo: string, references: readonly string[]): string[] => {
  const all = [...new Set([...references.filter((id) => id !== inReplyTo), inReplyTo])];
  return all.length <= MAX_REFERENCES ? all : [...all.slice(0, 1), ...all.slice(1 - MAX_REFERENCES)];
};

/**
 * Queues emails in the transaction of their cause; returns their IDs in the same order. The caller has excluded
 * suppressed addresses; sending checks again.
 */
export async function queueMails(db: Database, mails: readonly NewMail[], now: Date): Promise<string[]> {
  const rows = mails.map(
    ({ to, domain, dueAt, unsubscribable, unsubscribeToken, inReplyTo, references = [], ...mail }) => {
      const id = mail.id ?? newId();
      return {
        ...mail,
        id,
        subject: oneLine(mail.subject),
        toAddress: to.address,
        toName: oneLine(to.name),
        messageId: `<${id}@${domain}>`,
        inReplyTo: inReplyTo ?? null,
        references: inReplyTo ? referencesOf(inReplyTo, references).join(' ') : null,
        replyToken: newMailToken(),
        unsubscribeToken: unsubscribable ? (unsubscribeToken ?? newMailToken()) : null,
        dueAt: dueAt ?? now.toISOString(),
        createdAt: now.toISOString(),
      };
    },
  );
  for (let from = 0; from < rows.length; from += 500)
    await db.insert(mailTable).values(rows.slice(from, from + 500));
  if (rows.length > 0) await announceMail(db);
  return rows.map(({ id }) => id);
}

/** Returns the sending domain of the product's own email; Message-IDs end in it. */
export function noticeDomain({ config }: Pick<Api, 'config'>): string {
  return (
    config.MAIL_FROM.replace(/^.*<|>$/g, '')
      .split('@')
      .at(-1) || 'localhost'
  );
}
