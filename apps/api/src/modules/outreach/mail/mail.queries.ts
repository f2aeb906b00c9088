import {
  lastSendAt,
  type MailQueue,
  mailDay,
  nextSendAt,
  type SuppressionReason,
  sentToday,
} from '@troupe/domain/outreach/mail';
import { problem } from '@troupe/domain/problem';
import { and, count, eq, gte, inArray, max, min, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { emailDomainTable } from '../email-domain/email-domain.table.ts';
import { mailboxTable } from '../mailbox/mailbox.table.ts';
import { type MailPurpose, mailPaceTable, mailTable, suppressionTable } from './mail.table.ts';
import { announceMail } from './mail-queue.queries.ts';

/** Cancels an unsent email. Returns false when it is too late. */
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

/** Restores a canceled email to its schedule; an overdue one is sent immediately. */
export async function uncancelMail(db: Database, brandId: string, mailId: string, now: Date): Promise<void> {
  await db
    .update(mailTable)
    .set({
      status: 'queued',
      statusReason: null,
      dueAt: sql`greatest(${mailTable.dueAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(mailTable.id, mailId), eq(mailTable.brandId, brandId), eq(mailTable.status, 'cancelled')));
  await announceMail(db);
}

/** Settles an uncertain or failed email as sent, or requeues it. Throws `invalid_transition` in any other state. */
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

/** Returns which of these addresses the brand may not email, in lower case. */
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

/** Returns a brand's queue and when it will be sent at its pace. Without a domain nothing is sent and the cap is 0. */
export async function readMailQueue(db: Database, brandId: string, now: Date): Promise<MailQueue> {
  const [[counts], [doubt], [row]] = await Promise.all([
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${mailTable.status} = 'queued')`,
        deferred: sql<number>`count(*) filter (where ${mailTable.status} = 'deferred')`,
        due: min(mailTable.dueAt),
        last: max(mailTable.dueAt),
      })
      .from(mailTable)
      .where(and(eq(mailTable.brandId, brandId), sql`${mailTable.status} in ('queued', 'deferred')`)),
    db
      .select({ uncertain: count() })
      .from(mailTable)
      .where(and(eq(mailTable.brandId, brandId), sql`${mailTable.status} = 'uncertain'`)),
    db
      .select({
        dailyCap: sql<number>`coalesce(${mailboxTable.dailyCap}, ${emailDomainTable.dailyCap}, 0)`.mapWith(
          Number,
        ),
        spacingSeconds:
          sql<number>`coalesce(${mailboxTable.spacingSeconds}, ${emailDomainTable.spacingSeconds}, 0)`.mapWith(
            Number,
          ),
        sends: sql<boolean>`coalesce(${mailboxTable.status} = 'connected', ${emailDomainTable.status} = 'verified')`,
        day: mailPaceTable.day,
        sent: mailPaceTable.sent,
        nextAt: mailPaceTable.nextAt,
      })
      .from(brandTable)
      .leftJoin(emailDomainTable, eq(emailDomainTable.brandId, brandTable.id))
      .leftJoin(mailboxTable, and(eq(mailboxTable.brandId, brandTable.id), mailboxTable.isSender))
      .leftJoin(mailPaceTable, eq(mailPaceTable.brandId, brandTable.id))
      .where(eq(brandTable.id, brandId)),
  ]);
  const { waiting = 0, deferred = 0, due = null, last = null } = counts ?? {};
  const pace = {
    dailyCap: row?.dailyCap ?? 0,
    spacingSeconds: row?.spacingSeconds ?? 0,
    day: row?.day ?? mailDay(now),
    sent: row?.sent ?? 0,
    nextAt: row?.nextAt ? new Date(row.nextAt) : now,
  };
  const leaves = due !== null && row?.sends === true;
  const next = leaves ? nextSendAt(pace, new Date(Math.max(now.getTime(), Date.parse(due)))) : null;
  const end = next && lastSendAt(pace, waiting + deferred, next);
  return {
    waiting,
    deferred,
    uncertain: doubt?.uncertain ?? 0,
    sentToday: sentToday(pace, now),
    dailyCap: pace.dailyCap,
    spacingSeconds: pace.spacingSeconds,
    next: next?.toISOString() ?? null,
    // Emails scheduled for later may leave after the estimate.
    last: end && last ? new Date(Math.max(end.getTime(), Date.parse(last))).toISOString() : null,
  };
}

/** An email whose recipient may unsubscribe. */
export interface UnsubscribableMail {
  id: string;
  brandId: string;
  toAddress: string;
  brandName: string;
  purpose: MailPurpose | null;
  done: boolean;
}

/** Returns the brand and recipient of an unsubscribe token; `done` if already unsubscribed. Null if unknown. */
export async function findUnsubscribe(
  db: Database,
  unsubscribeToken: string,
): Promise<UnsubscribableMail | null> {
  const [row] = await db
    .select({
      id: mailTable.id,
      brandId: brandTable.id,
      toAddress: mailTable.toAddress,
      brandName: brandTable.name,
      purpose: mailTable.purpose,
      done: sql<boolean>`exists (select from ${suppressionTable}
        where ${suppressionTable.brandId} = ${mailTable.brandId}
          and lower(${suppressionTable.address}) = lower(${mailTable.toAddress})
          and ${suppressionTable.reason} in ('unsubscribe', 'complaint'))
        or ${mailTable.unsubscribedAt} is not null`,
    })
    .from(mailTable)
    .innerJoin(brandTable, eq(brandTable.id, mailTable.brandId))
    .where(eq(mailTable.unsubscribeToken, unsubscribeToken));
  return row ?? null;
}

/** Emails that a member asked for: unsubscribing ends them, not all emails of the brand. */
const ENDED_ELSEWHERE: ReadonlySet<MailPurpose> = new Set(['listening-digest', 'search-alert', 'report']);

/**
 * Unsubscribes the recipient of an email from the brand; idempotent. Of a digest, which a member chose, only from the
 * digest: other modules end it.
 */
export async function unsubscribe(
  tx: Database,
  mail: { id: string; brandId: string; toAddress: string },
  reason: 'unsubscribe' | 'complaint',
  now: Date,
): Promise<void> {
  const [of] = await tx
    .update(mailTable)
    .set({
      unsubscribedAt: sql`coalesce(${mailTable.unsubscribedAt}, ${now.toISOString()})`,
      ...(reason === 'complaint' ? { statusReason: 'Reported as spam.' } : {}),
    })
    .where(eq(mailTable.id, mail.id))
    .returning({ purpose: mailTable.purpose });
  if (!of?.purpose || !ENDED_ELSEWHERE.has(of.purpose)) return suppressAddress(tx, mail, reason, null);
  const data = { mailId: mail.id };
  await publish(tx, { type: 'mail.unsubscribed', brandId: mail.brandId, data }, now);
}

/** Adds an address to a brand's suppression list. The first reason stays. */
export async function suppressAddress(
  db: Database,
  mail: { id: string; brandId: string; toAddress: string },
  reason: SuppressionReason,
  detail: string | null,
): Promise<void> {
  await db
    .insert(suppressionTable)
    .values({
      id: newId(),
      brandId: mail.brandId,
      address: mail.toAddress,
      reason,
      detail: detail?.slice(0, 500) ?? null,
      mailId: mail.id,
    })
    .onConflictDoNothing();
}

/** Returns which of these email IDs belong to the brand. */
export async function knownMails(
  db: Database,
  brandId: string,
  mailIds: readonly string[],
): Promise<Set<string>> {
  if (mailIds.length === 0) return new Set();
  const rows = await db
    .select({ id: mailTable.id })
    .from(mailTable)
    .where(and(eq(mailTable.brandId, brandId), inArray(mailTable.id, [...mailIds])));
  return new Set(rows.map(({ id }) => id));
}

/** Returns how often a brand shared something by email since a time; serializes concurrent counts. */
export async function countShares(tx: Database, brandId: string, since: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`share:${brandId}`}, 0))`);
  return tx.$count(
    mailTable,
    and(eq(mailTable.brandId, brandId), eq(mailTable.purpose, 'share'), gte(mailTable.createdAt, since)),
  );
}
