import {
  type DomainHealth,
  type DomainHealthPeriod,
  type DomainStop,
  healthLevel,
  STOP_DAYS,
  stopReason,
} from '@troupe/domain/outreach/domain-health';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { emailDomainTable } from '../email-domain/email-domain.table.ts';
import { inboundMailTable, mailTable } from './mail.table.ts';
import { announceMail } from './mail-queue.queries.ts';

const DAY = 86_400_000;
/** The periods that screens show. */
const PERIODS = [7, 30] as const;
const WAITING_REASON = 'Waiting because too many emails bounced or were reported as spam.';

/**
 * Counts what happened to emails to creators that a brand sent from a domain since a time. A rejected email counts when
 * it was rejected. Emails before a change of the domain don't count.
 */
async function countOutcomes(
  db: Database,
  { brandId, domain }: { brandId: string; domain: string },
  since: Date,
): Promise<Omit<DomainHealthPeriod, 'days'>> {
  const from = since.toISOString();
  const { rows } = await db.execute<{ sent: string; bounced: string; complaints: string }>(sql`
    with tried as (
      select e.id, e.bounced_at from mail e
      where e.brand_id = ${brandId} and e.kind in ('invite', 'email') and e.sent_at >= ${from}
        and lower(e.message_id) like ${`%@${likeText(domain)}>`}
      union
      select e.id, e.bounced_at from mail e
      where e.brand_id = ${brandId} and e.kind in ('invite', 'email') and e.bounced_at >= ${from}
        and lower(e.message_id) like ${`%@${likeText(domain)}>`}
    )
    select count(*) as sent, count(bounced_at) as bounced,
      count(*) filter (where exists (select from inbound_mail b where b.mail_id = tried.id and b.kind = 'complaint'))
        as complaints
    from tried`);
  const { sent = '0', bounced = '0', complaints = '0' } = rows[0] ?? {};
  return { sent: Number(sent), bounced: Number(bounced), complaints: Number(complaints) };
}

const likeText = (text: string) => text.toLowerCase().replace(/[%_\\]/g, (found) => `\\${found}`);

/**
 * Stops a brand's invites and follow-ups if bounces or complaints reach a limit; call it in the transaction that
 * records one. Emails that people write are still sent. Nothing is lost: the queue waits until a person resumes it.
 */
export async function stopUnhealthyDomain(tx: Database, brandId: string, now: Date): Promise<void> {
  const [domain] = await tx
    .select()
    .from(emailDomainTable)
    .where(and(eq(emailDomainTable.brandId, brandId), isNull(emailDomainTable.stopped)))
    .for('update');
  if (!domain) return;
  const from = Math.max(now.getTime() - STOP_DAYS * DAY, Date.parse(domain.resumedAt ?? '') || 0);
  const found = stopReason(await countOutcomes(tx, domain, new Date(from)));
  if (!found) return;
  const stopped: DomainStop = {
    reason: found.reason,
    sent: found.sent,
    count: found.count,
    at: now.toISOString(),
  };
  await tx.update(emailDomainTable).set({ stopped }).where(eq(emailDomainTable.id, domain.id));
  await tx.update(mailTable).set({ statusReason: WAITING_REASON }).where(waitingOutreach(brandId));
  const data = {
    domain: domain.domain,
    reason: found.reason,
    sent: found.sent,
    count: found.count,
    at: stopped.at,
  };
  await publish(tx, { type: 'email_domain.stopped', brandId, data }, now);
}

const waitingOutreach = (brandId: string) =>
  and(
    eq(mailTable.brandId, brandId),
    inArray(mailTable.status, ['queued', 'deferred']),
    eq(mailTable.kind, 'invite'),
  );

/** Resumes a brand's invites and follow-ups; false if they weren't stopped. Earlier bounces don't stop them again. */
export async function resumeDomain(
  tx: Database,
  brandId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(emailDomainTable)
    .set({ stopped: null, resumedAt: now.toISOString(), resumedBy: userId })
    .where(and(eq(emailDomainTable.brandId, brandId), isNotNull(emailDomainTable.stopped)))
    .returning({ id: emailDomainTable.id });
  if (rows.length === 0) return false;
  await tx
    .update(mailTable)
    .set({ statusReason: null })
    .where(and(waitingOutreach(brandId), eq(mailTable.statusReason, WAITING_REASON)));
  await announceMail(tx);
  return true;
}

/** Returns the bounces and complaints of a brand's domain; null without a domain. */
export async function readDomainHealth(
  db: Database,
  brandId: string,
  now: Date,
): Promise<DomainHealth | null> {
  const [domain] = await db
    .select({
      domain: emailDomainTable.domain,
      stopped: emailDomainTable.stopped,
      resumedAt: emailDomainTable.resumedAt,
      resumedBy: sql<string | null>`(select ${sql.raw(personLabelSql())} from person
        where person.id = ${emailDomainTable.resumedBy})`,
    })
    .from(emailDomainTable)
    .where(eq(emailDomainTable.brandId, brandId));
  if (!domain) return null;
  const since = (days: number) => new Date(now.getTime() - days * DAY);
  const [counts, [last], waiting] = await Promise.all([
    Promise.all(PERIODS.map((days) => countOutcomes(db, { brandId, domain: domain.domain }, since(days)))),
    db
      .select({
        at: sql<string | null>`max(${inboundMailTable.receivedAt})`,
      })
      .from(inboundMailTable)
      .where(
        and(eq(inboundMailTable.brandId, brandId), inArray(inboundMailTable.kind, ['bounce', 'complaint'])),
      ),
    db.$count(mailTable, waitingOutreach(brandId)),
  ]);
  const periods = counts.map(({ sent, bounced, complaints }, place) => ({
    days: PERIODS[place] ?? 0,
    sent,
    bounced,
    complaints,
  }));
  const { sent = 0, bounced = 0, complaints = 0 } = periods[0] ?? {};
  return {
    domain: domain.domain,
    periods,
    bounces: healthLevel('bounces', bounced, sent),
    complaints: healthLevel('complaints', complaints, sent),
    stopped: domain.stopped,
    waiting,
    resumed: domain.resumedAt,
    resumedBy: domain.resumedBy,
    lastReport: last?.at ? new Date(last.at).toISOString() : null,
    counted: now.toISOString(),
  };
}
