import type { FollowUpStop } from '@troupe/domain/campaigns/follow-up';
import { type FieldValue, fieldText, type ListField } from '@troupe/domain/discovery/list-field';
import { fieldVariable, firstNameOf, type GapVariable } from '@troupe/domain/outreach/email-template';
import type { MailStatus } from '@troupe/domain/outreach/mail';
import type { SequenceStep } from '@troupe/domain/outreach/sequence';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { connectionOf, type Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { STOP_JOINS, STOP_SQL } from '../invite/invite.table.ts';
import { followUpStepTable, followUpTable } from './follow-up.table.ts';

/** SQL condition on a step `s` of an invite `i`: its condition is no longer met. */
const UNMET = `(s.condition = 'no-open' and i.visited_at is not null
  or s.condition = 'no-opt-in' and i.visited_at is null)`;

/** SQL condition on `mail`: it is a queued follow-up that must not be sent now, or at all. */
export const followUpWithheld = sql`case when mail.purpose = 'follow-up' then not exists (
    select from follow_up_step s join follow_up f on f.id = s.follow_up_id ${sql.raw(STOP_JOINS)}
    where s.mail_id = mail.id and f.state = 'running' and g.status = 'publish' and not ${sql.raw(UNMET)}
      and (${sql.raw(STOP_SQL)}) is null) else false end`;

/**
 * Takes a queued follow-up back, so that its step is decided again: then it is skipped, waits or stops. False while
 * another transaction holds the follow-ups.
 */
export async function withdrawStep(tx: Database, mailId: string, moment: string): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string; followUpId: string }>(sql`
    select s.id, f.id as "followUpId" from follow_up_step s join follow_up f on f.id = s.follow_up_id
    where s.mail_id = ${mailId} for update of f skip locked`);
  const [held] = rows;
  if (!held) {
    const known = await tx.$count(followUpStepTable, eq(followUpStepTable.mailId, mailId));
    if (known > 0) return false;
  }
  await tx
    .update(mailTable)
    .set({ status: 'cancelled', statusReason: 'This follow-up was no longer needed when it was due.' })
    .where(eq(mailTable.id, mailId));
  if (!held) return true;
  await tx.delete(followUpStepTable).where(eq(followUpStepTable.id, held.id));
  await tx.execute(sql`
    update follow_up f set next_at = ${moment}, last_mail_id = coalesce(
      (select s.mail_id from follow_up_step s where s.follow_up_id = f.id and s.mail_id is not null
        order by s.decided_at desc, s.number desc limit 1),
      (select i.mail_id from invite i where i.id = f.invite_id))
    where f.id = ${held.followUpId}`);
  return true;
}

/** How many follow-ups one query returns of each kind. */
export const AT_ONCE = 500;

/**
 * Returns the IDs of follow-ups to look at: those whose next step is due, and those whose last email was sent, bounced
 * or failed since. Leaves out brands that can't send and paused campaigns.
 */
export async function readDueFollowUps(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'follow-ups-due',
    text: `
      (select f.id from follow_up f join campaign g on g.id = f.campaign_id
        where f.state = 'running' and f.next_at <= $1 and g.status <> 'paused'
          and (exists (select from email_domain d where d.brand_id = f.brand_id and d.status = 'verified')
            or exists (select from mailbox x where x.brand_id = f.brand_id and x.is_sender and x.status = 'connected'))
        order by f.next_at limit ${AT_ONCE})
      union all
      (select f.id from follow_up f join mail last on last.id = f.last_mail_id
        where f.state = 'running' and f.next_at is null
          and (last.status in ('sent', 'bounced', 'failed', 'cancelled', 'suppressed')
            or last.status = 'uncertain' and last.purpose = 'follow-up'
              and not exists (select from message said where said.mail_id = last.id))
        limit ${AT_ONCE})`,
    values: [now.toISOString()],
  });
  return rows.map(({ id }) => id);
}

/** Follow-ups held for a decision about their next step. */
export interface HeldFollowUp {
  id: string;
  brandId: string;
  brandName: string;
  inviteId: string;
  campaignId: string;
  campaignTitle: string;
  campaignStatus: string;
  creatorId: string;
  username: string;
  listId: string | null;
  sequenceId: string;
  steps: SequenceStep[];
  weekdaysOnly: boolean;
  zone: string;
  nextAt: string | null;
  skippedAt: string | null;
  stop: FollowUpStop | null;
  visited: boolean;
  token: string;
  /** The invite's subject and recipient, which all follow-ups keep. */
  subject: string;
  toAddress: string;
  toName: string;
  /** The last email, and the Message-IDs before it. */
  lastMailId: string;
  lastStatus: MailStatus;
  lastSentAt: string | null;
  messageId: string;
  references: string | null;
  isFollowUp: boolean;
  decided: string[];
}

/** Locks running follow-ups and returns what their next step depends on; null if they are locked or not running. */
export async function lockFollowUp(tx: Database, id: string): Promise<HeldFollowUp | null> {
  const connection = connectionOf(tx);
  // Lock first, then read: facts may have changed while the lock was taken.
  const locked = await connection.query(
    `select from follow_up where id = $1 and state = 'running' for update skip locked`,
    [id],
  );
  if (locked.rowCount === 0) return null;
  const { rows } = await connection.query<HeldFollowUp>({
    name: 'follow-up-hold',
    text: `
      select f.id, f.brand_id as "brandId", b.name as "brandName", f.invite_id as "inviteId",
        f.campaign_id as "campaignId", g.title as "campaignTitle", g.status as "campaignStatus",
        f.creator_id as "creatorId", c.username, i.list_id as "listId", f.sequence_id as "sequenceId", q.steps,
        q.weekdays_only as "weekdaysOnly", f.zone, f.next_at as "nextAt", f.skipped_at as "skippedAt",
        ${STOP_SQL} as stop, i.visited_at is not null as visited, i.token, m.subject, m.to_address as "toAddress",
        m.to_name as "toName", last.id as "lastMailId", last.status as "lastStatus", last.sent_at as "lastSentAt",
        last.message_id as "messageId", last.message_references as "references",
        last.purpose is not distinct from 'follow-up' as "isFollowUp",
        array(select s.step_id from follow_up_step s where s.follow_up_id = f.id order by s.number) as decided
      from follow_up f ${STOP_JOINS} join brand b on b.id = f.brand_id join sequence q on q.id = f.sequence_id
        join mail last on last.id = f.last_mail_id join creator c on c.id = f.creator_id
      where f.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Ends follow-ups: stopped for a reason, or finished without one. */
export async function endFollowUp(
  tx: Database,
  id: string,
  stop: FollowUpStop | null,
  now: Date,
): Promise<void> {
  await tx
    .update(followUpTable)
    .set({
      state: stop === null ? 'finished' : 'stopped',
      stop,
      nextAt: null,
      changedBy: null,
      changedAt: now.toISOString(),
    })
    .where(eq(followUpTable.id, id));
}

/** Sets when the next step is due. */
export async function scheduleStep(tx: Database, id: string, nextAt: Date): Promise<void> {
  await tx.update(followUpTable).set({ nextAt: nextAt.toISOString() }).where(eq(followUpTable.id, id));
}

/** Records that a step is skipped or, with `mailId`, queued. Fails if it was decided before. */
export async function decideStep(
  tx: Database,
  { id, brandId }: HeldFollowUp,
  step: SequenceStep,
  number: number,
  mailId: string | null,
  now: Date,
): Promise<void> {
  const moment = now.toISOString();
  await tx.insert(followUpStepTable).values({
    id: newId(),
    brandId,
    followUpId: id,
    stepId: step.id,
    number,
    condition: step.condition,
    mailId,
    decidedAt: moment,
  });
  await tx
    .update(followUpTable)
    .set(mailId === null ? { skippedAt: moment, nextAt: null } : { lastMailId: mailId, nextAt: null })
    .where(eq(followUpTable.id, id));
}

/** Adds a queued follow-up to the conversation with its creator, so that replies arrive there. */
export async function linkFollowUp(tx: Database, held: HeldFollowUp, mailId: string): Promise<void> {
  await tx.execute(sql`
    insert into conversation_mail (mail_id, conversation_id, campaign_id)
    select ${mailId}, v.id, ${held.campaignId} from conversation v
    where v.brand_id = ${held.brandId} and v.creator_id = ${held.creatorId} on conflict do nothing`);
}

/**
 * Returns values of variables that may be empty, by creator. Notes and custom fields come from the list of the invite, and where
 * it has none, from the list on which the creator was updated last.
 */
export async function readOptionalValues(
  connection: Pick<pg.ClientBase, 'query'>,
  { brandId, listId, creatorIds }: { brandId: string; listId: string | null; creatorIds: readonly string[] },
): Promise<Map<string, OptionalValues>> {
  const { rows } = await connection.query<{
    id: string;
    fullname: string;
    post: string;
    note: string;
    lists: { fields: ListField[]; custom: Record<string, FieldValue> }[] | null;
  }>({
    name: 'optional-values',
    text: `
      select c.id, c.fullname,
        coalesce((select p.title from content p where p.creator_id = c.id order by p.published_at desc limit 1), '') as post,
        coalesce((select item.feedback from creator_list_item item
          where item.brand_id = $1 and item.creator_id = c.id and item.archived_at is null and item.feedback <> ''
          order by item.list_id is not distinct from $2 desc, item.updated_at desc limit 1), '') as note,
        (select jsonb_agg(jsonb_build_object('fields', list.fields, 'custom', item.custom)
            order by item.list_id is not distinct from $2, item.updated_at)
          from creator_list_item item join creator_list list on list.id = item.list_id
          where item.brand_id = $1 and item.creator_id = c.id and item.archived_at is null and item.custom <> '{}'
            and list.archived_at is null and list.fields <> '[]') as lists
      from creator c where c.id = any($3::uuid[]) and (c.brand_id is null or c.brand_id = $1)`,
    values: [brandId, listId, creatorIds],
  });
  return new Map(
    rows.map(({ id, fullname, post, note, lists }) => {
      const values: OptionalValues = {
        'First Name': firstNameOf(fullname),
        'Latest Post': postTitle(post),
        'List Note': note.trim(),
      };
      for (const { fields, custom } of lists ?? [])
        for (const field of fields) {
          const value = fieldText(field, custom[field.id]);
          if (value !== undefined) values[fieldVariable(field.name)] = String(value).trim();
        }
      return [id, values];
    }),
  );
}

/** Values of variables that may be empty, for one creator. */
export type OptionalValues = Partial<Record<GapVariable, string>>;

const MAX_TITLE = 80;

/** A caption's first line without hashtags at its end, shortened at a word. */
function postTitle(caption: string): string {
  const line = (caption.trim().split('\n')[0] ?? '').replace(/(?:\s*#[\p{L}\p{N}_]+)+\s*$/u, '').trim();
  if (line.length <= MAX_TITLE) return line;
  return `${line
    .slice(0, MAX_TITLE)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…`;
}
