import { isAboutRecipient, type MailKind } from '@troupe/domain/outreach/mail';
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { type InboundMail, redactSecretLinks } from '../../../platform/incoming/mail-receiving.ts';
import { stopUnhealthySender } from './domain-health.queries.ts';
import { suppressAddress, unsubscribe } from './mail.queries.ts';
import { inboundMailTable, mailTable } from './mail.table.ts';

/** The sent email that something came back for. */
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

/** Emails without a brand use their own reply address, so nothing that comes back is kept. */
const ofBrand = (which: SQL) => and(which, isNotNull(mailTable.brandId));

/** Returns the email whose reply address or envelope sender contains a token. */
export async function mailOfReplyToken(db: Database, token: string): Promise<AnsweredMail | null> {
  const [row] = await db
    .select(columns)
    .from(mailTable)
    .where(ofBrand(eq(mailTable.replyToken, token)));
  return row ?? null;
}

/** Returns the email whose unsubscribe address contains a token. */
export async function mailOfUnsubscribeToken(db: Database, token: string): Promise<AnsweredMail | null> {
  const [row] = await db.select(columns).from(mailTable).where(eq(mailTable.unsubscribeToken, token));
  return row ?? null;
}

/** Returns the email with the first of these Message-IDs that is ours, or one brand's. */
export async function mailOfMessageIds(
  db: Database,
  messageIds: readonly string[],
  brandId?: string,
): Promise<AnsweredMail | null> {
  if (messageIds.length === 0) return null;
  const rows = await db
    .select(columns)
    .from(mailTable)
    .where(
      ofBrand(
        sql`${inArray(mailTable.messageId, [...messageIds])} and (${brandId ?? null}::uuid is null or ${mailTable.brandId} = ${brandId ?? null})`,
      ),
    );
  const byId = new Map(rows.map((row) => [row.messageId, row]));
  for (const id of messageIds) {
    const found = byId.get(id);
    if (found) return found;
  }
  return null;
}

/** Returns the secrets of links that a brand sent to the recipient of an email. */
export type LinkSecretsOf = (db: Database, mail: { id: string; brandId: string }) => Promise<string[]>;

/** Follow-up work of a reply, in the same transaction. */
export type AfterReply = (
  tx: Database,
  mail: AnsweredMail,
  inbound: InboundMail & { id: string },
  connection: pg.PoolClient,
) => Promise<void>;

/**
 * Stores an incoming email and updates the sent one. Redacts link secrets in quotes: only their recipient may open
 * them. Returns false if it was stored before.
 */
export async function storeInbound(
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
    if (inbound.kind === 'bounce' || inbound.kind === 'complaint')
      await stopUnhealthySender(tx, mail.brandId, now);
    if (inbound.kind === 'reply' && !unsubscribes) await afterReply(tx, mail, { ...inbound, id }, connection);
    return true;
  });
}

/** A reply proves delivery, even of an email whose sending was uncertain. */
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
  // A reply to a follow-up answers its invite.
  if (isReply)
    await tx.execute(sql`
      update mail set replied_at = coalesce(replied_at, ${moment})
      where id in (select i.mail_id from follow_up_step s join follow_up f on f.id = s.follow_up_id
        join invite i on i.id = f.invite_id where s.mail_id = ${mail.id})`);
}

async function bounce(tx: Database, mail: AnsweredMail, { report }: InboundMail, now: Date): Promise<void> {
  if (report && !report.failed) {
    await tx
      .update(mailTable)
      .set({ statusReason: `Delayed: ${report.reason}` })
      .where(eq(mailTable.id, mail.id));
    return;
  }
  const reason = report?.reason ?? 'Their mail server returned it.';
  await tx
    .update(mailTable)
    .set({
      status: 'bounced',
      statusReason: `Bounced: ${reason}`,
      bouncedAt: now.toISOString(),
      sentAt: sql`coalesce(${mailTable.sentAt}, ${mailTable.sendingAt})`,
    })
    .where(eq(mailTable.id, mail.id));
  if (report && isPermanent(report.status)) await suppressAddress(tx, mail, 'bounce', reason);
  const { id: mailId, brandId } = mail;
  await publish(tx, { type: 'mail.bounced', brandId, data: { mailId, reason } }, now);
}

/**
 * 5.x.x is permanent, but 5.3.4 (too large), 5.6.x and 5.7.x (content, policy) concern the email, not the recipient.
 */
function isPermanent(status: string): boolean {
  if (!status.startsWith('5.')) return false;
  return isAboutRecipient('recipient', 550, status) || !/^5\.(?:3\.4|6\.|7\.)/.test(status);
}
