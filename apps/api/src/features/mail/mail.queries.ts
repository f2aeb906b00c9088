import type { MailStatus } from '@troupe/domain/mail';
import { problem } from '@troupe/domain/problem';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { announceMail } from './mail.outbox.ts';
import { inboundMailTable, mailTable, suppressionTable } from './mail.table.ts';

/** What became of a mail. */
export interface MailState {
  id: string;
  status: MailStatus;
  /** Why it stands there, in words for people. */
  statusReason: string | null;
  dueAt: string;
  sentAt: string | null;
  bouncedAt: string | null;
  repliedAt: string | null;
  unsubscribedAt: string | null;
  /** What was written back last, without quotes. */
  reply: string | null;
}

/** The states of a brand's mails, by id, in one query. Ids of other brands are left out. */
export async function readMailStates(
  db: Database,
  brandId: string,
  mailIds: readonly string[],
): Promise<Map<string, MailState>> {
  if (mailIds.length === 0) return new Map();
  const reply = db
    .select({ visible: inboundMailTable.visible })
    .from(inboundMailTable)
    .where(and(eq(inboundMailTable.mailId, mailTable.id), eq(inboundMailTable.kind, 'reply')))
    .orderBy(desc(inboundMailTable.receivedAt))
    .limit(1);
  const rows = await db
    .select({
      id: mailTable.id,
      status: mailTable.status,
      statusReason: mailTable.statusReason,
      dueAt: mailTable.dueAt,
      sentAt: mailTable.sentAt,
      bouncedAt: mailTable.bouncedAt,
      repliedAt: mailTable.repliedAt,
      unsubscribedAt: mailTable.unsubscribedAt,
      reply: sql<string | null>`(${reply})`,
    })
    .from(mailTable)
    .where(and(eq(mailTable.brandId, brandId), inArray(mailTable.id, [...mailIds])));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Takes back a mail that has not left. Answers false when it is too late. */
export async function cancelMail(db: Database, brandId: string, mailId: string): Promise<boolean> {
  const rows = await db
    .update(mailTable)
    .set({ status: 'cancelled', statusReason: null })
    .where(
      and(
        eq(mailTable.id, mailId),
        eq(mailTable.brandId, brandId),
        inArray(mailTable.status, ['queued', 'deferred']),
      ),
    )
    .returning({ id: mailTable.id });
  return rows.length > 0;
}

/**
 * A person decides about a mail that is uncertain or failed: it was sent, or it is to be sent again.
 * Fails with `invalid_transition` in any other state.
 */
export async function settleMail(
  db: Database,
  brandId: string,
  mailId: string,
  as: 'sent' | 'again',
  now: Date,
): Promise<void> {
  const moment = now.toISOString();
  const rows = await db
    .update(mailTable)
    .set(
      as === 'sent'
        ? { status: 'sent', statusReason: null, sentAt: sql`coalesce(${mailTable.sendingAt}, ${moment})` }
        : { status: 'queued', statusReason: null, attempts: 0, dueAt: moment },
    )
    .where(
      and(
        eq(mailTable.id, mailId),
        eq(mailTable.brandId, brandId),
        inArray(mailTable.status, ['uncertain', 'failed']),
      ),
    )
    .returning({ id: mailTable.id });
  if (rows.length === 0) throw problem('invalid_transition');
  if (as === 'again') await announceMail(db);
}

/** Those of the addresses that the brand may not write to, in lower case. */
export async function suppressedAmong(
  db: Database,
  brandId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const lower = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const rows = await db
    .select({ address: sql<string>`lower(${suppressionTable.address})` })
    .from(suppressionTable)
    .where(
      and(
        eq(suppressionTable.brandId, brandId),
        sql`lower(${suppressionTable.address}) = any(${sql.param(lower)})`,
      ),
    );
  return new Set(rows.map(({ address }) => address));
}
