import type { AudienceReport } from '@troupe/domain/discovery/audience-report';
import type { AudienceCode } from '@troupe/domain/discovery/creator-search';
import { AUDIENCE_SHARES_VERSION, audienceSharesOf } from '@troupe/domain/discovery/insight/audience-shares';
import type pg from 'pg';
import { withTransaction } from '../../../platform/database.ts';

/** A report whose shares searches shall find. */
export interface IndexedReport {
  reportId: string;
  brandId: string;
  creatorId: string;
  createdAt: string;
  report: AudienceReport;
}

/**
 * Keeps a report's shares of followers for searches, in the place of those of an older report. False if a newer report
 * is kept. Call it in a transaction: the row of the creator is locked, so that of two reports the newer one stays.
 */
export async function indexAudience(
  connection: Pick<pg.ClientBase, 'query'>,
  { reportId, brandId, creatorId, createdAt, report }: IndexedReport,
): Promise<boolean> {
  const shares = audienceSharesOf(report);
  const { rowCount } = await connection.query(
    `insert into creator_audience (brand_id, creator_id, report_id, created_at, known, version)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (brand_id, creator_id) do update set report_id = excluded.report_id,
        created_at = excluded.created_at, known = excluded.known, version = excluded.version
      where (excluded.created_at, excluded.report_id) >= (creator_audience.created_at, creator_audience.report_id)`,
    [brandId, creatorId, reportId, createdAt, shares !== null, AUDIENCE_SHARES_VERSION],
  );
  if (rowCount === 0) return false;
  await connection.query('delete from audience_share where brand_id = $1 and creator_id = $2', [
    brandId,
    creatorId,
  ]);
  if (!shares || shares.length === 0) return true;
  await connection.query(
    `insert into audience_share (brand_id, creator_id, kind, code, weight)
      select $1, $2, * from unnest($3::text[], $4::text[], $5::float8[])`,
    [
      brandId,
      creatorId,
      shares.map(({ kind }) => kind),
      shares.map(({ code }) => code),
      shares.map(({ weight }) => weight),
    ],
  );
  return true;
}

const AT_ONCE = 100;

// The newest report of each creator that isn't kept, or was kept by an earlier version.
const OUTDATED = `
  select newest.id as "reportId", newest.brand_id as "brandId", newest.creator_id as "creatorId",
    to_char(newest.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", r.report
  from (select distinct on (brand_id, creator_id) id, brand_id, creator_id, created_at
    from audience_report order by brand_id, creator_id, created_at desc, id desc) newest
  join audience_report r on r.id = newest.id
  left join creator_audience kept on kept.brand_id = newest.brand_id and kept.creator_id = newest.creator_id
  where kept.report_id is distinct from newest.id or kept.version is distinct from $1
  limit ${AT_ONCE}`;

/** Indexes reports that aren't yet: those bought before searches used them, and all after a change of the reading. */
export async function indexOutdatedAudiences(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<IndexedReport>(OUTDATED, [AUDIENCE_SHARES_VERSION]);
    let indexed = 0;
    for (const report of rows) {
      if (signal?.aborted) return;
      if (await withTransaction(pool, (_tx, connection) => indexAudience(connection, report))) indexed += 1;
    }
    // One that isn't indexed would be found again and again.
    if (indexed < AT_ONCE) return;
  }
}

/** Codes that are offered per kind, the most common. */
const MOST_CODES = 100;

/** Returns the values in a brand's newest reports with their creators, the most common of each kind first. */
export async function readAudienceCodes(pool: pg.Pool, brandId: string): Promise<AudienceCode[]> {
  const { rows } = await pool.query<AudienceCode>({
    name: 'audience-codes',
    text: `select kind, code, creators from (
        select kind, code, count(*)::int as creators,
          row_number() over (partition by kind order by count(*) desc, code) as place
        from audience_share where brand_id = $1 group by kind, code) counted
      where place <= ${MOST_CODES} order by kind, place`,
    values: [brandId],
  });
  return rows;
}
