import type { ReportChanges, ReportSnapshot } from '@troupe/domain/analytics/report';
import type { ReportRun } from '@troupe/domain/analytics/report-run';
import type { ReportFormat } from '@troupe/domain/analytics/report-schedule';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { type RunItems, reportMailTable, reportRunTable } from './report.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

const COLUMNS = `x.id, x.report_id as "reportId", x.version, x.slot, ${personNameSql('u')} as by, x.as_of as "asOf",
  to_char(x.from_day, 'YYYY-MM-DD') as "from", to_char(x.to_day, 'YYYY-MM-DD') as "to", x.zone, x.sha256, x.outcome, x.corrections,
  x.previous_run_id as "previousRunId",
  (select count(*)::int from report_mail m where m.run_id = x.id) as recipients,
  (select count(*)::int from report_mail m join mail e on e.id = m.mail_id
    where m.run_id = x.id and e.sent_at is not null) as delivered`;
const FROM = 'from report_run x left join person u on u.id = x.user_id';

/** Returns one page of a report's runs, newest first, with how many there are. */
export async function readRunPage(
  pool: Connection,
  { brandId, reportId, page }: { brandId: string; reportId: string; page: number },
): Promise<{ runs: ReportRun[]; total: number }> {
  const of = [reportId, brandId];
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<ReportRun>(
      `select ${COLUMNS} ${FROM} where x.report_id = $1 and x.brand_id = $2
        order by x.created_at desc, x.id desc limit $3 offset $4`,
      [...of, PAGE_SIZE, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ n: number }>(
      'select count(*)::int as n from report_run where report_id = $1 and brand_id = $2',
      of,
    ),
  ]);
  return { runs: rows, total: counts[0]?.n ?? 0 };
}

/** Returns a run with its frozen report; null if the report has no such one. */
export async function readRun(
  pool: Connection,
  { brandId, reportId, runId }: { brandId: string; reportId: string; runId: string },
): Promise<{ run: ReportRun; snapshot: ReportSnapshot } | null> {
  const { rows } = await pool.query<ReportRun & { snapshot: ReportSnapshot }>(
    `select ${COLUMNS}, x.snapshot ${FROM} where x.id = $1 and x.report_id = $2 and x.brand_id = $3`,
    [runId, reportId, brandId],
  );
  const [row] = rows;
  if (!row) return null;
  const { snapshot, ...run } = row;
  return { run, snapshot };
}

/** Returns the run of a request that was made before; null for a new one. */
export async function findRunOfRequest(
  pool: Connection,
  reportId: string,
  requestKey: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from report_run where report_id = $1 and request_key = $2',
    [reportId, requestKey],
  );
  return rows[0]?.id ?? null;
}

/** A run to compare with. */
export interface EarlierRun {
  id: string;
  asOf: string;
  snapshot: ReportSnapshot;
  items: RunItems;
}

/** Returns the latest run of a report; of a schedule, the latest that was sent if there is one. */
export async function readLatestRun(
  pool: Connection,
  reportId: string,
  isScheduled: boolean,
): Promise<EarlierRun | null> {
  const { rows } = await pool.query<EarlierRun>(
    `select id, as_of as "asOf", snapshot, items from report_run where report_id = $1
      order by ($2 and outcome = 'sent') desc, created_at desc, id desc limit 1`,
    [reportId, isScheduled],
  );
  return rows[0] ?? null;
}

/** Adds a run. Returns false if there is one of the same slot or request. */
export async function insertRun(tx: Database, run: typeof reportRunTable.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(reportRunTable)
    .values(run)
    .onConflictDoNothing()
    .returning({ id: reportRunTable.id });
  return added.length > 0;
}

/** Notes the emails of a run. */
export async function linkRunMails(
  tx: Database,
  {
    mailIds,
    brandId,
    runId,
    formats,
  }: { mailIds: readonly string[]; brandId: string; runId: string; formats: ReportFormat[] },
): Promise<void> {
  if (mailIds.length === 0) return;
  await tx.insert(reportMailTable).values(mailIds.map((mailId) => ({ mailId, brandId, runId, formats })));
}

/** Counts the emails with a brand's reports to people outside its team since a time. One at a time for a brand. */
export async function countOutsideMails(
  connection: Connection,
  brandId: string,
  since: Date,
): Promise<number> {
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`report-mail:${brandId}`]);
  const { rows } = await connection.query<{ n: number }>(
    `select count(*)::int as n from report_mail m join mail e on e.id = m.mail_id
      where m.brand_id = $1 and e.created_at > $2 and not exists (select from person u
        join brand_member b on b.user_id = u.id and b.brand_id = $1 where lower(u.email) = lower(e.to_address))`,
    [brandId, since.toISOString()],
  );
  return rows[0]?.n ?? 0;
}

/** A run that is attached to an email. */
export interface MailedRun {
  brandId: string;
  address: string;
  formats: ReportFormat[];
  runId: string;
  sha256: string;
  snapshot: ReportSnapshot;
}

/** Returns the run that is attached to an email; null for other emails. */
export async function readMailRun(pool: Connection, mailId: string): Promise<MailedRun | null> {
  const { rows } = await pool.query<MailedRun>(
    `select m.brand_id as "brandId", e.to_address as address, m.formats, x.id as "runId", x.sha256, x.snapshot
      from report_mail m join mail e on e.id = m.mail_id join report_run x on x.id = m.run_id where m.mail_id = $1`,
    [mailId],
  );
  return rows[0] ?? null;
}

/** Returns what changed at a run since the one before. */
export async function readRunChanges(
  pool: Connection,
  { brandId, reportId, runId }: { brandId: string; reportId: string; runId: string },
): Promise<ReportChanges | null> {
  const { rows } = await pool.query<{ changes: ReportChanges }>(
    `select snapshot -> 'changes' as changes from report_run where id = $1 and report_id = $2 and brand_id = $3`,
    [runId, reportId, brandId],
  );
  return rows[0]?.changes ?? null;
}

/** Returns what the figures of a run were summed from; empty without such a run. */
export async function readRunItems(
  pool: Connection,
  { brandId, reportId, runId }: { brandId: string; reportId: string; runId: string },
): Promise<RunItems> {
  const { rows } = await pool.query<{ items: RunItems }>(
    'select items from report_run where id = $1 and report_id = $2 and brand_id = $3',
    [runId, reportId, brandId],
  );
  return rows[0]?.items ?? {};
}
