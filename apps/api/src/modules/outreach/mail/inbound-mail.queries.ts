import { isAboutRecipient, type MailKind } from '@troupe/domain/outreach/mail';
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { type InboundMail, redactSecretLinks } from '../../../platform/incoming/mail-receiving.ts';
import { suppressAddress, unsubscribe } from './mail.queries.ts';
import { inboundMailTable, mailTable } from './mail.table.ts';

/** The mail that something came back for. */
export interface AnsweredMail {
  id: string;
  brandId: string;
  toAddress: string;
  messageId: string;
  kind: MailKind;
}

const columns = {
  id: mailTable.id,
  brandId: sql<string>`${mailTable.brandId}`,
  toAddress: mailTable.toAddress,
  messageId: mailTable.messageId,
  kind: mailTable.kind,
};

/** What comes back for a mail of no brand is nobody's to keep: those ask for answers elsewhere. */
const ofBrand = (which: SQL) => and(which, isNotNull(mailTable.brandId));

/** The mail whose reply address or envelope sender holds a token. */
export async function mailOfReplyToken(db: Database, token: string): Promise<AnsweredMail | null> {
  const [row] = await db
    .select(columns)
    .from(mailTable)
    .where(ofBrand(eq(mailTable.replyToken, token)));
  return row ?? null;
}

/** The mail whose unsubscribe address holds a token. */
export async function mailOfUnsubscribeToken(db: Database, token: string): Promise<AnsweredMail | null> {
  const [row] = await db.select(columns).from(mailTable).where(eq(mailTable.unsubscribeToken, token));
  return row ?? null;
}

/** The first of the Message-IDs that is one of ours, as a mail. */
export async function mailOfMessageIds(
  db: Database,
  messageIds: readonly string[],
): Promise<AnsweredMail | null> {
  if (messageIds.length === 0) return null;
  const rows = await db
    .select(columns)
    .from(mailTable)
    .where(ofBrand(inArray(mailTable.messageId, [...messageIds])));
  const byId = new Map(rows.map((row) => [row.messageId, row]));
  for (const id of messageIds) {
    const found = byId.get(id);
    if (found) return found;
  }
  return null;
}

/** Returns the secrets of links that a brand sent to the recipient of an email. */
export type LinkSecretsOf = (db: Database, mail: { id: string; brandId: string }) => Promise<string[]>;

/** What else follows, in the same transaction, from a reply that came in. */
export type AfterReply = (
  tx: Database,
  mail: AnsweredMail,
  inbound: InboundMail & { id: string },
  connection: pg.PoolClient,
) => Promise<void>;

/**
 * Keeps what came in and what follows from it for the mail, without the secrets of links it quotes: only their
 * recipient may open them. Answers false when it was kept before.
 */
export async function keepInbound(
  pool: pg.Pool,
  mail: AnsweredMail,
  received: InboundMail,
  {
    rawKey,
    size,
    now,
    unsubscribes,
    linkSecretsOf,
    afterReply,
  }: {
    rawKey: string;
    size: number;
    now: Date;
    unsubscribes: boolean;
    linkSecretsOf: LinkSecretsOf;
    afterReply: AfterReply;
  },
): Promise<boolean> {
  return withTransaction(pool, async (tx, connection) => {
    const id = newId();
    const secrets = await linkSecretsOf(tx, mail);
    const inbound = {
      ...received,
      subject: redactSecretLinks(received.subject, secrets),
      visible: redactSecretLinks(received.visible, secrets),
      whole: redactSecretLinks(received.whole, secrets),
    };
    const kept = await tx
      .insert(inboundMailTable)
      .values({
        id,
        brandId: mail.brandId,
        mailId: mail.id,
        kind: inbound.kind,
        messageId: inbound.messageId,
        fromAddress: inbound.from,
        subject: inbound.subject,
        visible: inbound.visible,
        body: inbound.whole.trim() === inbound.visible.trim() ? null : inbound.whole,
        trust: inbound.trust,
        rawKey,
        size,
        receivedAt: now.toISOString(),
      })
      .onConflictDoNothing()
      .returning({ id: inboundMailTable.id });
    if (kept.length === 0) return false;
    if (unsubscribes) await unsubscribe(tx, mail, 'unsubscribe', now);
    else if (inbound.kind === 'complaint') await unsubscribe(tx, mail, 'complaint', now);
    else if (inbound.kind === 'bounce') await bounce(tx, mail, inbound, now);
    else await arrived(tx, mail, inbound.kind === 'reply', now);
    if (inbound.kind === 'reply' && !unsubscribes) await afterReply(tx, mail, { ...inbound, id }, connection);
    return true;
  });
}

/** Whoever answers has got the mail, also where it was uncertain whether it left. */
async function arrived(tx: Database, mail: AnsweredMail, isReply: boolean, now: Date): Promise<void> {
  const moment = now.toISOString();
  await tx
    .update(mailTable)
    .set({
      ...(isReply ? { repliedAt: sql`coalesce(${mailTable.repliedAt}, ${moment})` } : {}),
      status: sql`case when ${mailTable.status} = 'uncertain' then 'sent' else ${mailTable.status} end`,
      statusReason: sql`case when ${mailTable.status} = 'uncertain' then null else ${mailTable.statusReason} end`,
      sentAt: sql`coalesce(${mailTable.sentAt}, ${mailTable.sendingAt})`,
    })
    .where(eq(mailTable.id, mail.id));
}

async function bounce(tx: Database, mail: AnsweredMail, { report }: InboundMail, now: Date): Promise<void> {
  if (report && !report.failed) {
    await tx
      .update(mailTable)
      .set({ statusReason: `It is late: ${report.reason}` })
      .where(eq(mailTable.id, mail.id));
    return;
  }
  const reason = report?.reason ?? 'Their mail server sent it back.';
  await tx
    .update(mailTable)
    .set({
      status: 'bounced',
      statusReason: `It came back: ${reason}`,
      bouncedAt: now.toISOString(),
      sentAt: sql`coalesce(${mailTable.sentAt}, ${mailTable.sendingAt})`,
    })
    .where(eq(mailTable.id, mail.id));
  if (report && isForGood(report.status)) await suppressAddress(tx, mail, 'bounce', reason);
}

/** 5.x.x is for good; 5.3.4 (too large) and 5.6.x, 5.7.x (content, policy) are about the mail, not the person. */
function isForGood(status: string): boolean {
  if (!status.startsWith('5.')) return false;
  return isAboutRecipient('recipient', 550, status) || !/^5\.(?:3\.4|6\.|7\.)/.test(status);
}
