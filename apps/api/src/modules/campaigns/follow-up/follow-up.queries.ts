import type { FollowUpState, FollowUpStop } from '@troupe/domain/campaigns/follow-up';
import type { MailStatus } from '@troupe/domain/outreach/mail';
import type { ZoneSource } from '@troupe/domain/outreach/send-time';
import type { SequenceStep, StepCondition } from '@troupe/domain/outreach/sequence';
import type pg from 'pg';
import { personLabelSql } from '../../account/user/user.table.ts';
import { STOP_JOINS, STOP_SQL } from '../invite/invite.table.ts';

/** A sent or skipped step with its email. */
export interface DecidedStep {
  stepId: string;
  number: number;
  condition: StepCondition;
  decidedAt: string;
  status: MailStatus | null;
  statusReason: string | null;
  sentAt: string | null;
  dueAt: string | null;
  subject: string;
  html: string;
  plain: string;
}

/** The follow-ups of an invite with their sent and skipped steps. */
export interface StoredFollowUp {
  id: string;
  inviteId: string;
  campaignId: string;
  creatorId: string;
  listId: string | null;
  sequenceId: string;
  sequenceName: string;
  steps: SequenceStep[];
  weekdaysOnly: boolean;
  state: FollowUpState;
  stop: FollowUpStop | null;
  changedBy: string | null;
  changed: string;
  opened: string | null;
  token: string;
  zone: string;
  zoneSource: ZoneSource;
  nextAt: string | null;
  skippedAt: string | null;
  /** The invite's email. */
  status: MailStatus;
  statusReason: string | null;
  sentAt: string | null;
  dueAt: string;
  subject: string;
  html: string;
  plain: string;
  decided: DecidedStep[];
}

/** Returns whether the brand has this invite. */
export async function hasInvite(pool: pg.Pool, brandId: string, inviteId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from invite where id = $1 and brand_id = $2', [
    inviteId,
    brandId,
  ]);
  return rowCount === 1;
}

/** Returns the follow-ups of an invite; null if it has none. Facts that stop them count before the next sweep. */
export async function readFollowUp(
  connection: Pick<pg.ClientBase, 'query'>,
  brandId: string,
  inviteId: string,
): Promise<StoredFollowUp | null> {
  const { rows } = await connection.query<StoredFollowUp>({
    name: 'follow-up-one',
    text: `
      select f.id, f.invite_id as "inviteId", f.campaign_id as "campaignId", f.creator_id as "creatorId",
        i.list_id as "listId", f.sequence_id as "sequenceId", q.name as "sequenceName", q.steps,
        q.weekdays_only as "weekdaysOnly", ${stateSql('f.state')} as state,
        case when f.state in ('running', 'paused') then ${STOP_SQL} else f.stop end as stop,
        case when f.state = 'paused' or f.state = 'stopped' and f.stop in ('person', 'taken-over')
          then ${personLabelSql('u')} end as "changedBy", f.changed_at as changed, i.visited_at as opened, i.token, f.zone,
        f.zone_source as "zoneSource", f.next_at as "nextAt", f.skipped_at as "skippedAt", m.status,
        m.status_reason as "statusReason", m.sent_at as "sentAt", m.due_at as "dueAt", m.subject, m.html, m.plain,
        coalesce((select json_agg(json_build_object('stepId', s.step_id, 'number', s.number, 'condition', s.condition,
          'decidedAt', s.decided_at, 'status', e.status, 'statusReason', e.status_reason, 'sentAt', e.sent_at,
          'dueAt', e.due_at, 'subject', coalesce(e.subject, ''), 'html', coalesce(e.html, ''),
          'plain', coalesce(e.plain, '')) order by s.number, s.decided_at)
          from follow_up_step s left join mail e on e.id = s.mail_id where s.follow_up_id = f.id), '[]') as decided
      from follow_up f ${STOP_JOINS} join sequence q on q.id = f.sequence_id
        left join person u on u.id = f.changed_by
      where f.brand_id = $1 and f.invite_id = $2`,
    values: [brandId, inviteId],
  });
  return rows[0] ?? null;
}

/** SQL for the state of follow-ups, with facts that stop them. */
const stateSql = (state: string) =>
  `case when ${state} in ('running', 'paused') and (${STOP_SQL}) is not null then 'stopped' else ${state} end`;

/** Returns the country of a creator; null if unknown. */
export async function readCountry(pool: pg.Pool, brandId: string, creatorId: string): Promise<string | null> {
  const { rows } = await pool.query<{ country: string | null }>(
    'select country from creator where id = $1 and (brand_id is null or brand_id = $2)',
    [creatorId, brandId],
  );
  return rows[0]?.country ?? null;
}
