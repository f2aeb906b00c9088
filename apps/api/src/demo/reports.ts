import { REPORT_CREDITS } from '@troupe/domain/billing/credit';
import type { AudienceData, AudienceReport, AudienceSubset } from '@troupe/domain/discovery/audience-report';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type pg from 'pg';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { captureCredit, reserveCredit } from '../modules/billing/credit/credit.queries.ts';
import { grantPlanCredits } from '../modules/billing/credit/credit-plan.queries.ts';
import { audienceReportTable } from '../modules/discovery/audience-report/audience-report.table.ts';
import { indexOutdatedAudiences } from '../modules/discovery/audience-report/audience-share.queries.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import {
  creatorListItemTable,
  creatorListTable,
} from '../modules/discovery/creator-list/creator-list.table.ts';
import { type Database, databaseOver, withTransaction } from '../platform/database.ts';
import { Random } from './random.ts';

const DAY = 86_400_000;
const INTERESTS = [
  'Travel, Tourism & Aviation',
  'Beauty & Cosmetics',
  'Restaurants, Food & Grocery',
  'Fitness & Yoga',
];
const BUYER = { brand: 'Larkmoor', email: 'owner@troupe.test' };
/** Ages of the demo reports in days, oldest first. */
const DEMO_REPORTS = [31, 13, 6, 2];
/** When the plan granted its credits, before the oldest report. */
const FIRST_GRANT_DAYS = 40;

/** Inserts reports that a demo brand bought for creators on its lists, paid with an earlier month's credits. */
export async function insertReports(pool: pg.Pool, now: Date): Promise<void> {
  const db = databaseOver(pool);
  const [buyer] = await db
    .select({ brandId: brandTable.id, userId: userTable.id })
    .from(brandTable)
    .innerJoin(brandMemberTable, eq(brandMemberTable.brandId, brandTable.id))
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .where(and(eq(brandTable.name, BUYER.brand), eq(userTable.email, BUYER.email)));
  if (!buyer) return;
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  await grantPlanCredits(pool, db, ago(FIRST_GRANT_DAYS), buyer.brandId);
  const random = new Random(31);
  const creators = await listedCreators(db, buyer.brandId, DEMO_REPORTS.length);
  for (const [place, creator] of creators.entries()) {
    const at = ago(DEMO_REPORTS[place] ?? 1);
    const id = random.id(at.getTime());
    const of = { brandId: buyer.brandId, reference: `demo-report:${id}` };
    const reason = `Deep insights: ${creator.username}`;
    const report = inventReport(random, creator.username, at);
    await withTransaction(pool, async (tx) => {
      await reserveCredit(tx, { ...of, reason, userId: buyer.userId, amount: REPORT_CREDITS }, at);
      await tx.insert(audienceReportTable).values({
        id,
        brandId: buyer.brandId,
        creatorId: creator.id,
        providerReportId: report.report_info.report_id,
        createdAt: at.toISOString(),
        purchasedAt: at.toISOString(),
        purchasedBy: buyer.userId,
        report,
        original: report,
      });
      await captureCredit(tx, of, at);
    });
  }
  await indexOutdatedAudiences(pool);
}

/** Selects shared creators on a brand's lists. */
const listedCreators = (db: Database, brandId: string, count: number) =>
  db
    .selectDistinct({ id: creatorTable.id, username: creatorTable.username })
    .from(creatorTable)
    .innerJoin(creatorListItemTable, eq(creatorListItemTable.creatorId, creatorTable.id))
    .innerJoin(creatorListTable, eq(creatorListTable.id, creatorListItemTable.listId))
    .where(
      and(
        eq(creatorListTable.brandId, brandId),
        isNull(creatorTable.brandId),
        inArray(creatorTable.platform, ['instagram', 'tiktok', 'youtube']),
      ),
    )
    .orderBy(asc(creatorTable.id))
    .limit(count);

function inventReport(random: Random, username: string, at: Date): AudienceReport {
  const none: AudienceSubset = { success: false, error: 'empty_audience', data: null };
  const some = (): AudienceSubset => ({ success: true, error: null, data: inventAudience(random) });
  return {
    report_info: {
      report_id: `demo${random.id(at.getTime()).replaceAll('-', '').slice(0, 20)}`,
      created: at.toISOString(),
    },
    user_profile: { username },
    audience_followers: some(),
    audience_likers: some(),
    audience_commenters: random.chance(0.5) ? some() : none,
  };
}

function inventAudience(random: Random): AudienceData {
  const shares = (codes: string, proportions: readonly number[], names: readonly string[] = []) => {
    const moved = proportions.map((one) => one * (0.75 + random.next() / 2));
    const total = moved.reduce((sum, one) => sum + one, 0);
    return codes.split(' ').map((code, place) => ({
      code,
      name: names[place] ?? null,
      weight: Number(((moved[place] ?? 0) / total).toFixed(6)),
    }));
  };
  return {
    audience_ages: shares('13-17 18-24 25-34 35-44 45-64 65-', [0.06, 0.31, 0.42, 0.14, 0.06, 0.01]),
    audience_geo: {
      countries: shares(
        'PT ES BR GB DE FR',
        [0.38, 0.24, 0.15, 0.1, 0.07, 0.06],
        ['Portugal', 'Spain', 'Brazil', 'United Kingdom', 'Germany', 'France'],
      ),
    },
    audience_genders: shares('MALE FEMALE', [0.45, 0.55]),
    audience_reachability: shares('-500 500-1000 1000-1500 1500-', [0.31, 0.36, 0.19, 0.14]),
    audience_languages: shares(
      'pt es en fr',
      [0.47, 0.26, 0.2, 0.07],
      ['Portuguese', 'Spanish', 'English', 'French'],
    ),
    audience_interests: INTERESTS.map((name, place) => ({ code: name, name, weight: 0.42 - place * 0.06 })),
  };
}
