import {
  type AudienceReport,
  type AudienceSubsetName,
  type PurchasedReport,
  reportAgeDays,
} from '@troupe/domain/discovery/audience-report';
import type { Platform } from '@troupe/domain/discovery/creator';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, desc, eq } from 'drizzle-orm';
import type pg from 'pg';
import { containing, type Database } from '../../../platform/database.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import {
  type CreatorRow,
  creatorColumnsSql,
  creatorTable,
  toCreator,
  visibleTo,
} from '../creator/creator.table.ts';
import { audienceReportTable } from './audience-report.table.ts';

/** Storage key of the provider's PDF of a report. */
export const reportFileKey = (reportId: string): string => `audience-report/${reportId}.pdf`;

/** A stored report without the provider's raw response. */
export interface StoredReport {
  id: string;
  brandId: string;
  providerReportId: string;
  createdAt: string;
  purchasedAt: string;
  report: AudienceReport;
}

const stored = {
  id: audienceReportTable.id,
  brandId: audienceReportTable.brandId,
  providerReportId: audienceReportTable.providerReportId,
  createdAt: audienceReportTable.createdAt,
  purchasedAt: audienceReportTable.purchasedAt,
  report: audienceReportTable.report,
};

/**
 * Returns a creator visible to the brand, with what buying a report requires; null if there is
 * none.
 */
export async function readReportCreator(db: Database, brandId: string, creatorId: string) {
  const [row] = await db
    .select({
      id: creatorTable.id,
      platform: creatorTable.platform,
      username: creatorTable.username,
      sample: creatorTable.sample,
    })
    .from(creatorTable)
    .where(and(eq(creatorTable.id, creatorId), visibleTo(brandId)));
  return row ?? null;
}

/** Returns a brand's newest report on a creator, or null. */
export async function readHeldReport(
  db: Database,
  brandId: string,
  creatorId: string,
): Promise<StoredReport | null> {
  const [row] = await db
    .select(stored)
    .from(audienceReportTable)
    .where(and(eq(audienceReportTable.brandId, brandId), eq(audienceReportTable.creatorId, creatorId)))
    .orderBy(desc(audienceReportTable.createdAt), desc(audienceReportTable.id))
    .limit(1);
  return row ?? null;
}

/** Returns a report of a brand, or null. */
export async function readReport(db: Database, brandId: string, id: string): Promise<StoredReport | null> {
  const [row] = await db
    .select(stored)
    .from(audienceReportTable)
    .where(and(eq(audienceReportTable.brandId, brandId), eq(audienceReportTable.id, id)));
  return row ?? null;
}

/** Returns the creator a report is about. */
export async function readReported(db: Database, reportId: string) {
  const [row] = await db
    .select({
      platform: creatorTable.platform,
      username: creatorTable.username,
      fullname: creatorTable.fullname,
    })
    .from(audienceReportTable)
    .innerJoin(creatorTable, eq(creatorTable.id, audienceReportTable.creatorId))
    .where(eq(audienceReportTable.id, reportId));
  return row ?? null;
}

/** Stores a report. */
export async function insertReport(
  db: Database,
  report: typeof audienceReportTable.$inferInsert,
): Promise<void> {
  await db.insert(audienceReportTable).values(report);
}

// A named statement, planned once per connection. Uses the newest report per creator, and reads
// profiles and report data only for the requested page.
const PAGE = {
  name: 'audience-report-page',
  text: `
  with held as (
    select r.id, r.creator_id, r.created_at, r.purchased_at, r.purchased_by,
      row_number() over (partition by r.creator_id order by r.created_at desc, r.id desc) as place,
      count(*) over (partition by r.creator_id) as reports
    from audience_report r where r.brand_id = $1
  ), found as (
    select held.* from held join creator c on c.id = held.creator_id and (c.brand_id is null or c.brand_id = $1)
    where held.place = 1
      and ($3::text is null or c.username ilike $3 or c.fullname ilike $3)
      and (cardinality($4::text[]) = 0 or c.platform = any($4))
  ), page as (
    select * from found order by purchased_at desc, id desc limit $2 offset $5
  )
  select counted.total, p.id as "reportId", p.created_at as created, p.purchased_at as purchased,
    (p.reports - 1)::int as updates,
    ${personLabelSql('u')} as "purchasedBy",
    array(select subset from unnest(array['audience_followers', 'audience_likers', 'audience_commenters']) as subset
      where (r.report -> subset ->> 'success')::boolean) as subsets,
    exists (select from creator_contact k where k.creator_id = c.id and k.brand_id = $1) as "ownContact",
    ${creatorColumnsSql('c')}
  from (select count(*)::int as total from found) counted
  left join page p on true
  left join audience_report r on r.id = p.id
  left join creator c on c.id = p.creator_id
  left join person u on u.id = p.purchased_by
  order by p.purchased_at desc, p.id desc`,
};

interface PageRow extends CreatorRow {
  total: number;
  reportId: string | null;
  created: string;
  purchased: string;
  purchasedBy: string | null;
  updates: number;
  subsets: AudienceSubsetName[];
  ownContact: boolean;
}

/**
 * Returns a page of creators the brand has reports on, most recent purchase first, with the total.
 */
export async function readReportPage(
  pool: pg.Pool,
  brandId: string,
  { page, search, platform }: { page: number; search: string; platform: readonly Platform[] },
  now: Date,
): Promise<{ reports: PurchasedReport[]; total: number }> {
  const { rows } = await pool.query<PageRow>({
    ...PAGE,
    values: [brandId, PAGE_SIZE, search.trim() ? containing(search) : null, platform, (page - 1) * PAGE_SIZE],
  });
  return {
    total: rows[0]?.total ?? 0,
    // Beyond the last page there is a single row with only the total.
    reports: rows.flatMap((row) => (row.reportId === null ? [] : [toPurchased(row.reportId, row, now)])),
  };
}

const toPurchased = (id: string, row: PageRow, now: Date): PurchasedReport => ({
  id,
  created: row.created,
  purchased: row.purchased,
  purchasedBy: row.purchasedBy,
  ageDays: reportAgeDays(row.created, now),
  updates: row.updates,
  subsets: row.subsets,
  socialProfile: toCreator(row, row.ownContact),
});
