import { randomBytes } from 'node:crypto';
import type { MailKind } from '@troupe/domain/outreach/mail';
import { sql } from 'drizzle-orm';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { type MailPurpose, mailTable } from './mail.table.ts';

/** A mail to be sent, already rendered. */
export interface NewMail {
  /** Its id, where one that is asked for twice has to be one mail. */
  id?: string;
  /** Null for a notice that is about no brand. */
  brandId: string | null;
  kind: MailKind;
  /** What of its kind it is for, where that is counted. */
  purpose?: MailPurpose;
  to: { address: string; name: string };
  subject: string;
  html: string;
  plain: string;
  /** Not before this moment; null is as soon as the pace of the domain allows. */
  dueAt: string | null;
  /** The domain the mail is sent from; its Message-ID ends in it. */
  domain: string;
  /** Offers one-click unsubscribing. */
  unsubscribable: boolean;
  /** The Message-ID it answers. */
  inReplyTo?: string;
  /** Message-IDs before that one, oldest first. */
  references?: readonly string[];
  /** Where answers go, where it is not to us: an address that was checked. */
  replyTo?: string;
}

/** The channel on which the sending processes hear that there is something to do. */
export const MAIL_CHANNEL = 'mail_queued';

/** When emails that people write are due: the outbox is ordered by this moment, and invites wait for their pace. */
export const AHEAD_OF_INVITES = '2000-01-01T00:00:00.000Z';

const MOST_REFERENCES = 20;

/** Lower case only: it stands in addresses, which some mail servers write in lower case. */
const token = () => randomBytes(16).toString('hex');

/** Names and subjects stand in headers: on one line, without signs that begin another header. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();

/** Wakes the sending processes, once the transaction commits. */
export async function announceMail(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${MAIL_CHANNEL}, '')`);
}

/** Message-IDs a reply names: the first of its thread and the latest, so that the header stays short (RFC 5322, 3.6.4). */
const referencesOf = (inReplyTo: string, references: readonly string[]): string[] => {
  const all = [...new Set([...references.filter((id) => id !== inReplyTo), inReplyTo])];
  return all.length <= MOST_REFERENCES ? all : [...all.slice(0, 1), ...all.slice(1 - MOST_REFERENCES)];
};

/**
 * Puts mails into the outbox, in the transaction of what causes them; they leave when it commits. Answers their ids
 * in the same order. The caller has made sure that nobody in it is suppressed; the sending looks again.
 */
export async function queueMails(db: Database, mails: readonly NewMail[], now: Date): Promise<string[]> {
  const rows = mails.map(({ to, domain, dueAt, unsubscribable, inReplyTo, references = [], ...mail }) => {
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
      replyToken: token(),
      unsubscribeToken: unsubscribable ? token() : null,
      dueAt: dueAt ?? now.toISOString(),
      createdAt: now.toISOString(),
    };
  });
  for (let from = 0; from < rows.length; from += 500)
    await db.insert(mailTable).values(rows.slice(from, from + 500));
  if (rows.length > 0) await announceMail(db);
  return rows.map(({ id }) => id);
}

/** Returns the domain that emails of the product itself are sent from; their Message-IDs end in it. */
export function noticeDomain({ config }: Pick<Api, 'config'>): string {
  return (
    config.MAIL_FROM.replace(/^.*<|>$/g, '')
      .split('@')
      .at(-1) || 'localhost'
  );
}
