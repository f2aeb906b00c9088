import type { Report, ReportForm, ReportSummary, ReportVersion } from '@troupe/domain/analytics/report';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { reportTable, reportVersionTable } from './report.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;
type Row = ReportForm & Pick<Report, 'id' | 'version' | 'created' | 'changed' | 'changedBy'>;

/** Returns one page of a brand's reports, the last changed first, with how many there are. */
export async function readReportPage(
  pool: Connection,
  brandId: string,
  page: number,
  now: Date,
): Promise<{ reports: ReportSummary[]; total: number }> {
  const { rows } = await pool.query<
    ReportSummary & { total: number; runId: string | null; asOf: string | null }
  >(
    `select r.id, v.form ->> 'name' as name, v.form ->> 'subtitle' as subtitle, r.version,
        jsonb_array_length(v.form -> 'widgets') as widgets, r.changed_at as changed, ${personNameSql('u')} as "changedBy",
        s.next_at as next,
        case when s.id is null then 'none' when s.next_at is null then 'paused' else 'active' end as schedule,
        l.id as "runId", l.as_of as "asOf",
        (select count(*)::int from report_run x where x.report_id = r.id) as runs,
        (select count(*)::int from report_share h where h.report_id = r.id and h.revoked_at is null
          and (h.expires_at is null or h.expires_at > $4)
          and (h.view_limit is null or h.views < h.view_limit)) as shares,
        count(*) over ()::int as total
      from report r
      join report_version v on v.report_id = r.id and v.version = r.version
      left join person u on u.id = v.user_id
      left join report_schedule s on s.report_id = r.id
      left join lateral (select x.id, x.as_of from report_run x where x.report_id = r.id
        order by x.created_at desc, x.id desc limit 1) l on true
      where r.brand_id = $1 order by r.changed_at desc, r.id desc limit $2 offset $3`,
    [brandId, PAGE_SIZE, (page - 1) * PAGE_SIZE, now.toISOString()],
  );
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countReports(pool, brandId));
  return {
    total,
    reports: rows.map(({ runId, asOf, total: _, ...row }) =>
      Object.assign(row, { lastRun: runId && asOf ? { id: runId, asOf } : null }),
    ),
  };
}

/** Returns how many reports a brand has. */
export async function countReports(pool: Connection, brandId: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from report where brand_id = $1',
    [brandId],
  );
  return rows[0]?.n ?? 0;
}

/** Locks a brand for adding reports: two people together must not exceed the limit. */
export async function lockBrandReports(connection: Connection, brandId: string): Promise<void> {
  await connection.query('select from brand where id = $1 for no key update', [brandId]);
}

/** Returns a report; null if the brand has no such one. */
export async function readReport(
  pool: Connection,
  brandId: string,
  reportId: string,
): Promise<Report | null> {
  const { rows } = await pool.query<Omit<Row, keyof ReportForm> & { form: ReportForm }>(
    `select r.id, r.version, r.created_at as created, r.changed_at as changed, ${personNameSql('u')} as "changedBy", v.form
      from report r join report_version v on v.report_id = r.id and v.version = r.version
      left join person u on u.id = v.user_id
      where r.id = $1 and r.brand_id = $2`,
    [reportId, brandId],
  );
  const [row] = rows;
  if (!row) return null;
  const { form, ...rest } = row;
  return Object.assign(rest, form);
}

/** Returns whether a brand has a report. */
export async function hasReport(pool: Connection, brandId: string, reportId: string): Promise<boolean> {
  const { rows } = await pool.query('select from report where id = $1 and brand_id = $2', [
    reportId,
    brandId,
  ]);
  return rows.length > 0;
}

/** What is written of a report. */
export interface WrittenReport {
  id: string;
  brandId: string;
  form: ReportForm;
  userId: string | null;
}

/** Adds a report with its first version. */
export async function insertReport(
  tx: Database,
  { id, brandId, form, userId }: WrittenReport,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await tx.insert(reportTable).values({ id, brandId, version: 1, createdAt: at, changedAt: at });
  await tx.insert(reportVersionTable).values({ reportId: id, version: 1, brandId, form, at, userId });
}

/** Adds the version after `version`. Returns the current one if that is another, null if there is no such report. */
export async function changeReport(
  tx: Database,
  { id, brandId, form, userId }: WrittenReport,
  version: number,
  now: Date,
): Promise<number | null> {
  const of = and(eq(reportTable.id, id), eq(reportTable.brandId, brandId));
  const [known] = await tx
    .select({ version: reportTable.version })
    .from(reportTable)
    .where(of)
    .for('no key update');
  if (!known) return null;
  if (known.version !== version) return known.version;
  const at = now.toISOString();
  await tx
    .insert(reportVersionTable)
    .values({ reportId: id, version: version + 1, brandId, form, at, userId });
  await tx
    .update(reportTable)
    .set({ version: version + 1, changedAt: at })
    .where(of);
  return version;
}

/** Deletes a report with everything about it; false if the brand has no such one. */
export async function deleteReport(tx: Database, brandId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(reportTable)
    .where(and(eq(reportTable.id, id), eq(reportTable.brandId, brandId)))
    .returning({ id: reportTable.id });
  return gone.length > 0;
}

/** Returns the versions of a report, newest first. */
export async function readReportVersions(
  pool: Connection,
  brandId: string,
  reportId: string,
): Promise<ReportVersion[]> {
  const { rows } = await pool.query<ReportVersion>(
    `select v.version, v.at, ${personNameSql('u')} as by, v.form
      from report_version v left join person u on u.id = v.user_id
      where v.report_id = $1 and v.brand_id = $2 order by v.version desc limit 100`,
    [reportId, brandId],
  );
  return rows;
}

/** Returns the names of what a report is limited to. */
export async function readFilterNames(
  pool: Connection,
  brandId: string,
  { campaignId, creatorId }: { campaignId: string | null; creatorId: string | null },
): Promise<{ campaign: string | null; creator: string | null }> {
  const { rows } = await pool.query<{ campaign: string | null; creator: string | null }>(
    `select (select title from campaign where id = $2 and brand_id = $1) as campaign,
        (select coalesce(nullif(fullname, ''), username) from creator
          where id = $3 and (brand_id is null or brand_id = $1)) as creator`,
    [brandId, campaignId, creatorId],
  );
  return rows[0] ?? { campaign: null, creator: null };
}
