import {
  type Collaboration,
  lastDays,
  lastMonths,
  USAGE_DAYS,
  USAGE_MONTHS,
} from '@troupe/domain/campaigns/usage';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { type AnyColumn, and, count, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';

/** Joins the campaigns whose approvals use up the plan: all but the brand's sample data. */
const COUNTED = and(eq(campaignTable.id, optInTable.campaignId), eq(campaignTable.sample, false));

/** Returns opt-ins approved in each of the last months, including months with none. */
export async function collaborationsByMonth(
  db: Database,
  brandId: string,
  now: Date,
): Promise<{ month: string; count: number }[]> {
  const months = lastMonths(now, USAGE_MONTHS);
  const month = sql<string>`to_char(${optInTable.approvedAt} at time zone 'UTC', 'YYYY-MM')`;
  const rows = await db
    .select({ month, count: count() })
    .from(optInTable)
    .innerJoin(campaignTable, COUNTED)
    .where(and(eq(optInTable.brandId, brandId), gte(optInTable.approvedAt, `${months[0]}-01T00:00:00.000Z`)))
    .groupBy(month);
  const counted = new Map(rows.map((row) => [row.month, row.count]));
  return months.map((each) => ({ month: each, count: counted.get(each) ?? 0 }));
}

/** Returns credits spent on reports on each of the last days; reservations count unless refunded. */
export async function creditsByDay(
  db: Database,
  brandId: string,
  now: Date,
): Promise<{ day: string; spent: number }[]> {
  const days = lastDays(now, USAGE_DAYS);
  const { rows } = await db.execute<{ day: string; spent: number }>(sql`
    select to_char(spent.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, (-sum(spent.amount))::int as spent
    from credit_entry spent
    where spent.brand_id = ${brandId} and spent.kind = 'reserve' and spent.created_at >= ${`${days[0]}T00:00:00.000Z`}
      and not exists (select from credit_entry back where back.brand_id = spent.brand_id
        and back.kind = 'release' and back.reference = spent.reference)
    group by 1`);
  const counted = new Map(rows.map((row) => [row.day, row.spent]));
  return days.map((day) => ({ day, spent: counted.get(day) ?? 0 }));
}

/** SQL for a creator's name; `otherwise` once they deleted their account. */
const unlessRemoved = (name: AnyColumn, otherwise: string) =>
  sql<string>`case when ${optInTable.removedAt} is null then ${name} else ${otherwise} end`;

/** Returns one page of the opt-ins approved within a time range, newest first. */
export async function readCollaborations(
  db: Database,
  brandId: string,
  { from, to }: { from: Date; to: Date },
  page: number,
): Promise<{ collaborations: Collaboration[]; total: number }> {
  const within = and(
    eq(optInTable.brandId, brandId),
    gte(optInTable.approvedAt, from.toISOString()),
    lt(optInTable.approvedAt, to.toISOString()),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        optInId: optInTable.id,
        campaignId: optInTable.campaignId,
        campaignTitle: campaignTable.title,
        platform: creatorTable.platform,
        username: unlessRemoved(creatorTable.username, 'removed'),
        fullname: unlessRemoved(creatorTable.fullname, 'Removed creator'),
        approved: sql<string>`${optInTable.approvedAt}`.mapWith(optInTable.approvedAt),
      })
      .from(optInTable)
      .innerJoin(campaignTable, COUNTED)
      .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
      .where(within)
      .orderBy(desc(optInTable.approvedAt), desc(optInTable.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.select({ total: count() }).from(optInTable).innerJoin(campaignTable, COUNTED).where(within),
  ]);
  return { collaborations: rows, total: counted?.total ?? 0 };
}
