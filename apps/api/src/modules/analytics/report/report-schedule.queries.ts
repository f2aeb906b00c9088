import type { ReportSchedule, ReportScheduleForm } from '@troupe/domain/analytics/report-schedule';
import type { Language } from '@troupe/i18n/language';
import type pg from 'pg';
import { personNameSql } from '../../account/user/user.table.ts';
import { ruleText, slotsAfter } from './report-slots.ts';

type Connection = Pick<pg.ClientBase, 'query'>;
type LastOutcome = NonNullable<ReportSchedule['last']>['outcome'];

/** Times that are shown ahead. */
const SHOWN_SLOTS = 3;

interface Row {
  id: string;
  version: number;
  form: ReportScheduleForm;
  former: string[];
  nextAt: string | null;
  lastSlot: string | null;
  lastOutcome: LastOutcome | null;
}

/** Returns when a report is sent; null without a schedule. */
export async function readSchedule(
  pool: Connection,
  brandId: string,
  reportId: string,
  now: Date,
): Promise<ReportSchedule | null> {
  const { rows } = await pool.query<Row>(
    `select id, version, form, former, next_at as "nextAt", last_slot as "lastSlot", last_outcome as "lastOutcome"
      from report_schedule where report_id = $1 and brand_id = $2`,
    [reportId, brandId],
  );
  const [row] = rows;
  if (!row) return null;
  const { id, version, form, former, nextAt, lastSlot, lastOutcome } = row;
  // A millisecond earlier, so that a slot that is due is among them.
  const after = nextAt === null ? now : new Date(Date.parse(nextAt) - 1);
  return Object.assign({}, form, {
    id,
    version,
    former,
    rule: ruleText(form),
    next: nextAt === null ? [] : slotsAfter(form, after, SHOWN_SLOTS),
    last: lastSlot && lastOutcome ? { slot: lastSlot, outcome: lastOutcome } : null,
  });
}

/** Returns the version of a report's schedule and locks it, 0 without one. The report's row is locked too. */
export async function lockSchedule(
  connection: Connection,
  brandId: string,
  reportId: string,
): Promise<number | null> {
  const { rows } = await connection.query(
    'select from report where id = $1 and brand_id = $2 for no key update',
    [reportId, brandId],
  );
  if (rows.length === 0) return null;
  const { rows: schedules } = await connection.query<{ version: number }>(
    'select version from report_schedule where report_id = $1 for update',
    [reportId],
  );
  return schedules[0]?.version ?? 0;
}

/** Saves a schedule. Slots that have passed aren't run afterwards. Recipients who are members are noted as such. */
export async function writeSchedule(
  connection: Connection,
  given: {
    id: string;
    brandId: string;
    reportId: string;
    version: number;
    form: ReportScheduleForm;
    userId: string;
  },
  now: Date,
): Promise<void> {
  const { id, brandId, reportId, version, form, userId } = given;
  const [next] = form.paused ? [] : slotsAfter(form, now, 1);
  await connection.query(
    `insert into report_schedule as s (id, brand_id, report_id, version, form, next_at, changed_at, user_id, members)
      values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce((
        select jsonb_object_agg(lower(u.email), u.id) from person u join brand_member m on m.user_id = u.id
          where m.brand_id = $2 and $5::jsonb -> 'recipients' ? lower(u.email)), '{}'))
      on conflict (report_id) do update set version = excluded.version, form = excluded.form,
        members = excluded.members, former = '[]', next_at = excluded.next_at, changed_at = excluded.changed_at, user_id = excluded.user_id,
        failure = null, retry_at = null, attempts = 0`,
    [id, brandId, reportId, version, JSON.stringify(form), next?.at ?? null, now.toISOString(), userId],
  );
}

/** Removes a schedule; false without one. */
export async function deleteSchedule(
  connection: Connection,
  brandId: string,
  reportId: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'delete from report_schedule where report_id = $1 and brand_id = $2',
    [reportId, brandId],
  );
  return (rowCount ?? 0) > 0;
}

/** A schedule that is due. */
export interface DueSchedule {
  id: string;
  brandId: string;
  reportId: string;
  version: number;
  nextAt: string;
  form: ReportScheduleForm;
  attempts: number;
}

/** Returns schedules that are due, the longest due first. Closed brands get nothing. */
export async function readDueSchedules(pool: Connection, now: Date): Promise<DueSchedule[]> {
  const { rows } = await pool.query<DueSchedule>(
    `select s.id, s.brand_id as "brandId", s.report_id as "reportId", s.version, s.next_at as "nextAt", s.form, s.attempts
      from report_schedule s join brand b on b.id = s.brand_id and b.closed_at is null
      where s.next_at <= $1 and (s.retry_at is null or s.retry_at <= $1) order by s.next_at, s.id limit 200`,
    [now.toISOString()],
  );
  return rows;
}

/**
 * Takes a slot in the transaction that runs it: moves the schedule on to its next slot. False if another process did,
 * or if the schedule has changed since.
 */
export async function takeSlot(
  connection: Connection,
  due: DueSchedule,
  taken: { slot: Date; outcome: LastOutcome; next: string | null },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update report_schedule set next_at = $4, last_slot = $5, last_outcome = $6, failure = null, retry_at = null, attempts = 0
      where id = $1 and version = $2 and next_at = $3`,
    [due.id, due.version, due.nextAt, taken.next, taken.slot.toISOString(), taken.outcome],
  );
  return (rowCount ?? 0) > 0;
}

/** Corrects how the latest slot ended. */
export async function noteOutcome(connection: Connection, id: string, outcome: LastOutcome): Promise<void> {
  await connection.query('update report_schedule set last_outcome = $2 where id = $1', [id, outcome]);
}

/** Notes that a slot couldn't be run, and when to try again. */
export async function delaySlot(
  connection: Connection,
  due: DueSchedule,
  failure: string,
  retryAt: Date,
): Promise<void> {
  await connection.query(
    `update report_schedule set failure = $3, retry_at = $4, attempts = attempts + 1 where id = $1 and next_at = $2`,
    [due.id, due.nextAt, failure.slice(0, 500), retryAt.toISOString()],
  );
}

/** Takes recipients who unsubscribed off the schedules whose emails these were. */
export async function dropRecipients(connection: Connection, mailIds: readonly string[]): Promise<void> {
  await connection.query(
    `update report_schedule s set version = s.version + 1, form = jsonb_set(s.form, '{recipients}',
        coalesce((select jsonb_agg(r) from jsonb_array_elements(s.form -> 'recipients') r
          where lower(r #>> '{}') <> lower(e.to_address)), '[]'))
      from report_mail m join mail e on e.id = m.mail_id join report_run x on x.id = m.run_id
      where m.mail_id = any($1::uuid[]) and s.report_id = x.report_id`,
    [mailIds],
  );
}

/** A recipient: a member of the team with their language, or anybody else. */
export interface Recipient {
  address: string;
  name: string;
  isMember: boolean;
  language: Language | null;
  browserLanguage: Language | null;
}

/** Returns recipients with what is known of them if they are members of the brand. */
export async function readRecipients(
  pool: Connection,
  brandId: string,
  addresses: readonly string[],
): Promise<Recipient[]> {
  const { rows } = await pool.query<Recipient>(
    `select a.address, coalesce(p.name, '') as name, p.id is not null as "isMember", p.language, p."browserLanguage"
      from unnest($2::text[]) with ordinality a (address, place)
      left join lateral (select u.id, ${personNameSql('u')} as name, u.language, u.browser_language as "browserLanguage"
        from person u join brand_member m on m.user_id = u.id and m.brand_id = $1
        where lower(u.email) = lower(a.address) limit 1) p on true
      order by a.place`,
    [brandId, addresses],
  );
  return rows;
}
