import {
  countPlacement,
  type DomainHealth,
  type DomainHealthPeriod,
  type DomainStop,
  healthLevel,
  type Placement,
  placementStopReason,
  STOP_DAYS,
  type StopReason,
  stopReason,
} from '@troupe/domain/outreach/domain-health';
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { emailDomainTable, type PlacementTest } from '../email-domain/email-domain.table.ts';
import { mailboxTable } from '../mailbox/mailbox.table.ts';
import { inboundMailTable, mailTable } from './mail.table.ts';
import { announceMail } from './mail-queue.queries.ts';

const DAY = 86_400_000;
/** The periods that screens show. */
const PERIODS = [7, 30] as const;
const REPORTED = 'Waiting because too many emails bounced or were reported as spam.';
const WAITING_REASONS: Record<StopReason, string> = {
  bounces: REPORTED,
  complaints: REPORTED,
  placement: 'Waiting because test emails landed in spam.',
};

/** SQL for emails `e` sent from a domain. Emails before a change of the domain don't count. */
const fromDomain = (domain: string): SQL =>
  sql`e.from_address is null and lower(e.message_id) like ${`%@${likeText(domain)}>`}`;

/** SQL for emails `e` sent from a connected mailbox. */
const fromMailbox = (address: string): SQL => sql`lower(e.from_address) = ${address.toLowerCase()}`;

/**
 * Counts what happened to emails to creators that a brand sent from one sender since a time. A rejected email counts
 * when it was rejected.
 */
async function countOutcomes(
  db: Database,
  { brandId, sentFrom }: { brandId: string; sentFrom: SQL },
  since: Date,
): Promise<Omit<DomainHealthPeriod, 'days'>> {
  const from = since.toISOString();
  const { rows } = await db.execute<{ sent: string; bounced: string; complaints: string }>(sql`
    with tried as (
      select e.id, e.bounced_at from mail e
      where e.brand_id = ${brandId} and e.kind in ('invite', 'email') and e.sent_at >= ${from}
        and ${sentFrom}
      union
      select e.id, e.bounced_at from mail e
      where e.brand_id = ${brandId} and e.kind in ('invite', 'email') and e.bounced_at >= ${from}
        and ${sentFrom}
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
 * Stops a brand's invites and follow-ups if bounces, complaints or test emails in spam reach a limit; call it in the
 * transaction that records one. Emails that people write are still sent. Nothing is lost: the queue waits until a person resumes it.
 */
export async function stopUnhealthySender(tx: Database, brandId: string, now: Date): Promise<void> {
  await stopDomain(tx, brandId, now);
  await stopMailbox(tx, brandId, now);
}

async function stopDomain(tx: Database, brandId: string, now: Date): Promise<void> {
  const [domain] = await tx
    .select()
    .from(emailDomainTable)
    .where(and(eq(emailDomainTable.brandId, brandId), isNull(emailDomainTable.stopped)))
    .for('update');
  if (!domain) return;
  const sender = { brandId, sentFrom: fromDomain(domain.domain) };
  const stopped =
    (await findStop(tx, sender, domain.resumedAt, now)) ??
    placementStop(domain.placement, domain.resumedAt, now);
  if (!stopped) return;
  await tx.update(emailDomainTable).set({ stopped }).where(eq(emailDomainTable.id, domain.id));
  await announceStop(tx, brandId, { domain: domain.domain, mailbox: null, memberId: null, stopped }, now);
}

/** Stops the mailbox that the brand sends from. */
async function stopMailbox(tx: Database, brandId: string, now: Date): Promise<void> {
  const [mailbox] = await tx
    .select()
    .from(mailboxTable)
    .where(and(eq(mailboxTable.brandId, brandId), mailboxTable.isSender, isNull(mailboxTable.stopped)))
    .for('update');
  if (!mailbox) return;
  const { id, address, userId: memberId, resumedAt } = mailbox;
  const stopped = await findStop(tx, { brandId, sentFrom: fromMailbox(address) }, resumedAt, now);
  if (!stopped) return;
  await tx.update(mailboxTable).set({ stopped }).where(eq(mailboxTable.id, id));
  const domain = address.split('@').at(-1) ?? '';
  await announceStop(tx, brandId, { domain, mailbox: address, memberId, stopped }, now);
}

async function findStop(
  tx: Database,
  sender: { brandId: string; sentFrom: SQL },
  resumedAt: string | null,
  now: Date,
): Promise<DomainStop | null> {
  const from = Math.max(now.getTime() - STOP_DAYS * DAY, Date.parse(resumedAt ?? '') || 0);
  const found = stopReason(await countOutcomes(tx, sender, new Date(from)));
  return found && Object.assign({ at: now.toISOString() }, found);
}

/** Returns the stop for a test whose emails landed in spam, unless an owner resumed sending since. */
function placementStop(test: PlacementTest | null, resumedAt: string | null, now: Date): DomainStop | null {
  if (!test || Date.parse(test.sent) <= (Date.parse(resumedAt ?? '') || 0)) return null;
  const found = placementStopReason(test.results);
  return found && Object.assign({ at: now.toISOString() }, found);
}

/** Returns a placement test as screens show it. Disconnected mailboxes can't be searched. */
async function placementView(
  db: Database,
  brandId: string,
  test: PlacementTest | null,
): Promise<Placement | null> {
  if (!test) return null;
  const connected = await db
    .select({ id: mailboxTable.id })
    .from(mailboxTable)
    .where(and(eq(mailboxTable.brandId, brandId), eq(mailboxTable.status, 'connected')));
  const searched = new Set(connected.map(({ id }) => id));
  const { found, spam } = countPlacement(test.results);
  return {
    sent: test.sent,
    level: healthLevel('placement', spam, found),
    results: test.results.map(({ mailboxId, address, folder }) => ({
      address,
      folder: folder ?? (searched.has(mailboxId) ? null : 'missing'),
    })),
  };
}

async function announceStop(
  tx: Database,
  brandId: string,
  {
    stopped,
    ...sender
  }: { domain: string; mailbox: string | null; memberId: string | null; stopped: DomainStop },
  now: Date,
): Promise<void> {
  await tx
    .update(mailTable)
    .set({ statusReason: WAITING_REASONS[stopped.reason] })
    .where(waitingOutreach(brandId));
  const data = Object.assign(sender, stopped);
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
  const resumed = { stopped: null, resumedAt: now.toISOString(), resumedBy: userId };
  const domains = await tx
    .update(emailDomainTable)
    .set(resumed)
    .where(and(eq(emailDomainTable.brandId, brandId), isNotNull(emailDomainTable.stopped)))
    .returning({ id: emailDomainTable.id });
  const mailboxes = await tx
    .update(mailboxTable)
    .set(resumed)
    .where(and(eq(mailboxTable.brandId, brandId), isNotNull(mailboxTable.stopped)))
    .returning({ id: mailboxTable.id });
  if (domains.length + mailboxes.length === 0) return false;
  await tx
    .update(mailTable)
    .set({ statusReason: null })
    .where(and(waitingOutreach(brandId), inArray(mailTable.statusReason, Object.values(WAITING_REASONS))));
  await announceMail(tx);
  return true;
}

/** Counts what happened in 7 days to emails to creators that a brand sent from a mailbox. */
export const countMailboxWeek = (
  db: Database,
  brandId: string,
  address: string,
  now: Date,
): Promise<Omit<DomainHealthPeriod, 'days'>> =>
  countOutcomes(db, { brandId, sentFrom: fromMailbox(address) }, new Date(now.getTime() - STOP_DAYS * DAY));

/** Returns the bounces, complaints and placement of a brand's domain; null without a domain. */
export async function readDomainHealth(
  db: Database,
  brandId: string,
  now: Date,
): Promise<DomainHealth | null> {
  const [domain] = await db
    .select({
      domain: emailDomainTable.domain,
      stopped: emailDomainTable.stopped,
      placement: emailDomainTable.placement,
      resumedAt: emailDomainTable.resumedAt,
      resumedBy: sql<string | null>`(select ${sql.raw(personLabelSql())} from person
        where person.id = ${emailDomainTable.resumedBy})`,
    })
    .from(emailDomainTable)
    .where(eq(emailDomainTable.brandId, brandId));
  if (!domain) return null;
  const since = (days: number) => new Date(now.getTime() - days * DAY);
  const [counts, [last], waiting, placement] = await Promise.all([
    Promise.all(
      PERIODS.map((days) => countOutcomes(db, { brandId, sentFrom: fromDomain(domain.domain) }, since(days))),
    ),
    db
      .select({
        at: sql<string | null>`max(${inboundMailTable.receivedAt})`,
      })
      .from(inboundMailTable)
      .where(
        and(eq(inboundMailTable.brandId, brandId), inArray(inboundMailTable.kind, ['bounce', 'complaint'])),
      ),
    db.$count(mailTable, waitingOutreach(brandId)),
    placementView(db, brandId, domain.placement),
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
    placement,
    stopped: domain.stopped,
    waiting,
    resumed: domain.resumedAt,
    resumedBy: domain.resumedBy,
    lastReport: last?.at ? new Date(last.at).toISOString() : null,
    counted: now.toISOString(),
  };
}
