import { mailDay, nextSendAt, retryAt, sentToday } from '@troupe/domain/outreach/mail';
import { and, asc, eq, inArray, isNull, lte, min, ne, or, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { emailDomainTable } from '../email-domain/email-domain.table.ts';
import { mailboxTable } from '../mailbox/mailbox.table.ts';
import { stopUnhealthySender } from './domain-health.queries.ts';
import { suppressAddress } from './mail.queries.ts';
import { mailPaceTable, mailTable } from './mail.table.ts';
import { AHEAD_OF_INVITES } from './mail-queue.queries.ts';

/** A stored outbox email. */
export type StoredMail = typeof mailTable.$inferSelect;

const WAITING = ['queued', 'deferred'] as const;
const waitingOf = (brandId: string) =>
  and(eq(mailTable.brandId, brandId), inArray(mailTable.status, [...WAITING]), ne(mailTable.kind, 'notice'));
/** Literal values, so that the partial index on waiting notices is used. */
const waitingNotice = sql`${mailTable.status} in ('queued', 'deferred') and ${mailTable.kind} = 'notice'`;

/** Suppressed emails skipped per query. */
const SET_ASIDE_AT_ONCE = 200;

/** Lets a later module veto sending a due email. */
export interface MailVeto {
  /** SQL condition on `mail`: this email must not be sent. */
  dropped: SQL;
  /**
   * Cancels such an email in the transaction that locked it; false while someone else holds the lock on its content.
   */
  cancel(tx: Database, mailId: string, moment: string): Promise<boolean>;
}

/** The result of polling a brand's outbox: an email now `sending`, or when to poll again (null if empty). */
export type Claimed = { mail: StoredMail } | { lookAt: Date | null } | 'busy';

/**
 * Returns brands with queued email and when their first one is due, with one index lookup per brand. The product's own
 * emails have no brand.
 */
export async function findWaitingMail(pool: pg.Pool): Promise<{ brandId: string | null; due: string }[]> {
  const { rows } = await pool.query<{ brandId: string | null; due: string }>(
    `select brand.id as "brandId", first.due from brand cross join lateral (
       select mail.due_at as due from mail
       where mail.brand_id = brand.id and mail.status in ('queued', 'deferred') and mail.kind <> 'notice'
       order by mail.due_at, mail.id limit 1
     ) first
     union all
     (select null, due_at from mail where status in ('queued', 'deferred') and kind = 'notice'
      order by due_at, id limit 1)`,
  );
  return rows;
}

/**
 * Takes a brand's next email that cap and spacing allow, marks it `sending` and commits. Locks the brand's pace row,
 * so that only one process takes it.
 */
export async function claimMail(
  pool: pg.Pool,
  brandId: string,
  sender: number,
  limits: { dailyCap: number; spacingSeconds: number },
  vetoes: readonly MailVeto[],
  now: Date,
): Promise<Claimed> {
  const moment = now.toISOString();
  return withTransaction(pool, async (tx) => {
    const [row] = await tx
      .select()
      .from(mailPaceTable)
      .where(eq(mailPaceTable.brandId, brandId))
      .for('update', { skipLocked: true });
    if (!row) {
      // Another process holds the lock, or this is the brand's first email.
      await tx
        .insert(mailPaceTable)
        .values({ brandId, nextAt: moment, day: mailDay(now), sent: 0 })
        .onConflictDoNothing();
      return 'busy';
    }
    const pace = { ...limits, day: row.day, sent: row.sent, nextAt: new Date(row.nextAt) };
    const from = nextSendAt(pace, now);
    if (from > now) return { lookAt: from };
    const stopped = await isOutreachStopped(tx, brandId);
    const waiting = stopped ? and(waitingOf(brandId), ne(mailTable.kind, 'invite')) : waitingOf(brandId);
    const mail = await firstInTurn(tx, waiting, row.followUpNext && !stopped, vetoes, moment);
    if (mail === 'busy') return 'busy';
    if (!mail) return { lookAt: await firstDue(tx, waiting) };
    const taken = await markSending(tx, mail.id, sender, moment);
    await tx
      .update(mailPaceTable)
      .set({
        nextAt: new Date(now.getTime() + limits.spacingSeconds * 1000).toISOString(),
        day: mailDay(now),
        sent: sentToday(pace, now) + 1,
        ...(taken?.kind === 'invite' ? { followUpNext: taken.purpose !== 'follow-up' } : {}),
      })
      .where(eq(mailPaceTable.brandId, brandId));
    return taken ? { mail: taken } : 'busy';
  });
}

/** Whether bounces, complaints or test emails in spam stopped the email domain, or the mailbox that the brand sends from. */
async function isOutreachStopped(tx: Database, brandId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ stopped: boolean }>(sql`
    select exists (select from ${emailDomainTable} d where d.brand_id = ${brandId} and d.stopped is not null)
      or exists (select from ${mailboxTable} x where x.brand_id = ${brandId} and x.is_sender and x.stopped is not null)
      as stopped`);
  return rows[0]?.stopped ?? false;
}

/** Takes the next of the product's own emails; they have no pace. */
export async function claimNotice(
  pool: pg.Pool,
  sender: number,
  vetoes: readonly MailVeto[],
  now: Date,
): Promise<Claimed> {
  const moment = now.toISOString();
  return withTransaction(pool, async (tx) => {
    const mail = await firstAllowed(tx, waitingNotice, vetoes, moment);
    if (mail === 'busy') return 'busy';
    if (!mail) return { lookAt: await firstDue(tx, waitingNotice) };
    const taken = await markSending(tx, mail.id, sender, moment);
    return taken ? { mail: taken } : 'busy';
  });
}

async function markSending(
  tx: Database,
  mailId: string,
  sender: number,
  moment: string,
): Promise<StoredMail | undefined> {
  const [taken] = await tx
    .update(mailTable)
    .set({
      status: 'sending',
      statusReason: null,
      sendingAt: moment,
      sender,
      attempts: sql`${mailTable.attempts} + 1`,
    })
    .where(eq(mailTable.id, mailId))
    .returning();
  return taken;
}

/** Literal values, so that the partial index on waiting follow-ups is used. */
const followUps = sql`${mailTable.status} in ('queued', 'deferred') and ${mailTable.purpose} = 'follow-up'`;

/**
 * Returns the first due email that may be sent. While first invites and follow-ups both wait they take turns, so that
 * neither a long list of invites nor a long sequence uses up the daily limit alone. Emails by people go before both.
 */
async function firstInTurn(
  tx: Database,
  waiting: SQL | undefined,
  followUpNext: boolean,
  vetoes: readonly MailVeto[],
  moment: string,
): Promise<{ id: string } | 'busy' | null> {
  const ahead = await firstAllowed(tx, and(waiting, lte(mailTable.dueAt, AHEAD_OF_INVITES)), vetoes, moment);
  if (ahead) return ahead;
  const turn = followUpNext
    ? and(waiting, followUps)
    : and(waiting, sql`${mailTable.purpose} is distinct from 'follow-up'`);
  return (await firstAllowed(tx, turn, vetoes, moment)) ?? firstAllowed(tx, waiting, vetoes, moment);
}

/** Returns the first due email that may be sent. Sets suppressed and vetoed ones aside. */
async function firstAllowed(
  tx: Database,
  waiting: SQL | undefined,
  vetoes: readonly MailVeto[],
  moment: string,
): Promise<{ id: string } | 'busy' | null> {
  for (let n = 0; n < SET_ASIDE_AT_ONCE; n++) {
    const [mail] = await tx
      .select({
        id: mailTable.id,
        // Literal SQL: Drizzle drops the table name of columns in single-table selects, which would refer to the
        // wrong table here.
        suppressed: sql<boolean>`exists (select from suppression
          where suppression.brand_id = mail.brand_id and lower(suppression.address) = lower(mail.to_address))`,
        veto: firstVeto(vetoes),
      })
      .from(mailTable)
      .where(and(waiting, lte(mailTable.dueAt, moment)))
      .orderBy(asc(mailTable.dueAt), asc(mailTable.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!mail) return null;
    const veto = mail.veto === null ? undefined : vetoes[mail.veto];
    if (veto) {
      if (!(await veto.cancel(tx, mail.id, moment))) return 'busy';
      continue;
    }
    if (!mail.suppressed) return mail;
    await tx
      .update(mailTable)
      .set({ status: 'suppressed', statusReason: 'The recipient unsubscribed, or email to them bounced.' })
      .where(eq(mailTable.id, mail.id));
  }
  return 'busy';
}

/** SQL for the place of the first veto that applies; null if none does. */
const firstVeto = (vetoes: readonly MailVeto[]) =>
  vetoes.length === 0
    ? sql<number | null>`null`
    : sql<number | null>`case ${sql.join(
        vetoes.map(({ dropped }, place) => sql`when ${dropped} then ${sql.raw(String(place))}`),
        sql` `,
      )} end`;

async function firstDue(db: Database, waiting: SQL | undefined): Promise<Date | null> {
  const [row] = await db
    .select({ due: min(mailTable.dueAt) })
    .from(mailTable)
    .where(waiting);
  return row?.due ? new Date(row.due) : null;
}

/** Sets the reason why a brand's due emails are waiting. */
export async function setWaitingReason(
  db: Database,
  brandId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await db
    .update(mailTable)
    .set({ statusReason: reason })
    .where(
      and(
        waitingOf(brandId),
        lte(mailTable.dueAt, now.toISOString()),
        or(isNull(mailTable.statusReason), ne(mailTable.statusReason, reason)),
      ),
    );
}

/** Marks an email as accepted by the mail server, unless its bounce was recorded first. */
export async function markSent(
  db: Database,
  mailId: string,
  {
    answer,
    messageId,
    fromAddress,
    now,
  }: { answer: string; messageId: string | undefined; fromAddress: string | null; now: Date },
): Promise<void> {
  await db
    .update(mailTable)
    .set({
      status: sql`case when ${mailTable.status} in ('sending', 'uncertain') then 'sent' else ${mailTable.status} end`,
      statusReason: sql`case when ${mailTable.status} in ('sending', 'uncertain') then null else ${mailTable.statusReason} end`,
      sentAt: now.toISOString(),
      answer,
      messageId,
      fromAddress,
      sender: null,
    })
    .where(eq(mailTable.id, mailId));
}

/** Marks an email as permanently rejected; with `suppress`, suppresses its address. */
export async function markRefused(
  pool: pg.Pool,
  mail: StoredMail,
  { answer, suppress, now }: { answer: string; suppress: boolean; now: Date },
): Promise<void> {
  await withTransaction(pool, async (tx) => {
    await tx
      .update(mailTable)
      .set({
        status: 'bounced',
        statusReason: `Rejected by the mail server: ${answer}`,
        bouncedAt: now.toISOString(),
        answer,
        sender: null,
      })
      .where(eq(mailTable.id, mail.id));
    const { id, brandId, toAddress } = mail;
    if (suppress && brandId) await suppressAddress(tx, { id, brandId, toAddress }, 'bounce', answer);
    if (!brandId) return;
    await publish(tx, { type: 'mail.bounced', brandId, data: { mailId: id, reason: answer } }, now);
    await stopUnhealthySender(tx, brandId, now);
  });
}

/**
 * Reschedules a failed attempt, or gives up after three days. Doesn't count toward the daily cap. `retryMs`: the server
 * accepts none of the brand's emails for that long.
 */
export async function markLater(
  pool: pg.Pool,
  mail: StoredMail,
  { answer, retryMs = 0, now }: { answer: string; retryMs?: number | undefined; now: Date },
): Promise<void> {
  const retry = retryAt(mail.attempts, now);
  const earliest = new Date(now.getTime() + retryMs);
  const next = retry && (retry > earliest ? retry : earliest);
  await withTransaction(pool, async (tx) => {
    await tx
      .update(mailTable)
      .set({
        ...(next
          ? {
              status: 'deferred',
              dueAt: next.toISOString(),
              statusReason: `We'll try again: ${answer}`,
            }
          : { status: 'failed', statusReason: `Failed after three days of attempts: ${answer}` }),
        answer,
        sender: null,
      })
      .where(and(eq(mailTable.id, mail.id), inArray(mailTable.status, ['sending', 'uncertain'])));
    if (mail.kind === 'notice' || !mail.brandId) return;
    await tx
      .update(mailPaceTable)
      .set({ sent: sql`greatest(${mailPaceTable.sent} - 1, 0)` })
      .where(
        and(
          eq(mailPaceTable.brandId, mail.brandId),
          eq(mailPaceTable.day, mailDay(new Date(mail.sendingAt ?? now))),
        ),
      );
    if (retryMs === 0) return;
    await tx
      .update(mailPaceTable)
      .set({ nextAt: sql`greatest(${mailPaceTable.nextAt}, ${earliest.toISOString()}::timestamptz)` })
      .where(eq(mailPaceTable.brandId, mail.brandId));
  });
}

/** Marks an email whose delivery can't be confirmed, to be settled by a person. */
export async function markUncertain(db: Database, mailId: string, answer: string): Promise<void> {
  await db
    .update(mailTable)
    .set({
      status: 'uncertain',
      statusReason: `The connection was lost before the mail server responded: ${answer}`,
      answer,
      sender: null,
    })
    .where(and(eq(mailTable.id, mailId), eq(mailTable.status, 'sending')));
}

/** Marks an email that couldn't be composed; nothing was sent. */
export async function markFailed(db: Database, mailId: string, reason: string): Promise<void> {
  await db
    .update(mailTable)
    .set({ status: 'failed', statusReason: reason, sender: null })
    .where(eq(mailTable.id, mailId));
}

/** The first half of a sender's lock; the second is the process number. */
const SENDER_LOCK = 7_401_003;

/** Takes the lock of a sending process on this connection; false if the number is in use. */
export async function lockSender(connection: pg.ClientBase, sender: number): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
    SENDER_LOCK,
    sender,
  ]);
  return rows[0]?.held ?? false;
}

/** Returns the numbers of other processes with emails in progress; null for an email without a number. */
export async function otherSenders(connection: pg.ClientBase, sender: number): Promise<(number | null)[]> {
  const { rows } = await connection.query<{ sender: number | null }>(
    `select distinct sender from mail where status = 'sending' and sender is distinct from $1`,
    [sender],
  );
  return rows.map((row) => row.sender);
}

/** Marks emails of a dead process as uncertain. Returns how many; 0 while the process is alive. */
export async function settleSender(connection: pg.ClientBase, sender: number | null): Promise<number> {
  const { rowCount } = await connection.query(
    `update mail set status = 'uncertain', sender = null,
       status_reason = 'The server stopped while sending this email.'
     where status = 'sending' and sender is not distinct from $2
       and ($2::integer is null or pg_try_advisory_xact_lock($1, $2))`,
    [SENDER_LOCK, sender],
  );
  return rowCount ?? 0;
}
