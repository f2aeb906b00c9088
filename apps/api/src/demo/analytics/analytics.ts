import type { CostKind } from '@troupe/domain/analytics/cost-entry';
import { asc, eq } from 'drizzle-orm';
import type pg from 'pg';
import { brandMemberTable, brandTable } from '../../modules/account/brand/brand.table.ts';
import { countStaleSales } from '../../modules/affiliate/attribution/sales-total.queries.ts';
import { countStaleAnalytics } from '../../modules/analytics/analytics/sales-count.queries.ts';
import { costEntryTable } from '../../modules/analytics/cost-entry/cost-entry.table.ts';
import { campaignTable } from '../../modules/campaigns/campaign/campaign.table.ts';
import { optInTable } from '../../modules/campaigns/opt-in/opt-in.table.ts';
import { databaseOver } from '../../platform/database.ts';
import { Random } from '../random.ts';

const SEED = 41_019;
const DAY = 86_400_000;
const MONTHS = 12;

/** What a brand spends on creators beside fees and commissions, by month: kind, about how much in cents, and what for. */
const MONTHLY: readonly [kind: CostKind, around: number, note: string, currency: string][] = [
  ['tool', 14_900, 'Creator marketing software', 'USD'],
  ['product', 31_000, 'Jackets and packs sent to creators', 'USD'],
  ['shipping', 8600, 'Parcels to creators', 'USD'],
  ['other', 12_000, 'Photo licenses', 'USD'],
];

/** Costs of campaigns: which, days ago, kind, about how much, and what for. */
const CAMPAIGN_COSTS: readonly [
  title: string,
  ago: number,
  CostKind,
  number,
  note: string,
  currency: string,
][] = [
  ['Summer Ridge', 150, 'product', 84_000, 'Ridge jackets for ten creators', 'USD'],
  ['Summer Ridge', 146, 'shipping', 15_500, 'Express parcels', 'USD'],
  ['Summer Ridge', 131, 'ads', 62_000, 'Boosted posts in the Alps', 'EUR'],
  ['Summer Ridge', 120, 'ads', 40_000, 'Boosted posts in the UK', 'GBP'],
  ['Autumn Trail Kit', 48, 'product', 96_000, 'Trail kits for twelve creators', 'USD'],
  ['Autumn Trail Kit', 45, 'shipping', 17_300, 'Parcels to seven countries', 'USD'],
  ['Autumn Trail Kit', 33, 'ads', 70_000, 'Boosted posts', 'USD'],
  ['Autumn Trail Kit', 20, 'ads', 55_000, 'Boosted posts in the US', 'USD'],
  ['Autumn Trail Kit', 12, 'fee', 45_000, 'Trail photographer, paid outside Troupe', 'USD'],
];

/** Gives Larkmoor twelve months of costs, and counts the sums that analytics read. */
export async function setUpDemoAnalytics(pool: pg.Pool, { now }: { now: Date }): Promise<void> {
  const db = databaseOver(pool);
  const [brand] = await db.select().from(brandTable).where(eq(brandTable.name, 'Larkmoor'));
  if (!brand) return;
  const random = new Random(SEED);
  const [owner] = await db
    .select()
    .from(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brand.id))
    .orderBy(asc(brandMemberTable.role), asc(brandMemberTable.userId));
  const campaigns = await db.select().from(campaignTable).where(eq(campaignTable.brandId, brand.id));
  const optIns = await db
    .select()
    .from(optInTable)
    .where(eq(optInTable.brandId, brand.id))
    .orderBy(asc(optInTable.id));
  const dayAt = (ago: number) => new Date(now.getTime() - ago * DAY);
  const entry = (ago: number, kind: CostKind, around: number, note: string, currency: string) => {
    const at = dayAt(ago);
    return {
      id: random.id(at.getTime()),
      brandId: brand.id,
      day: at.toISOString().slice(0, 10),
      kind,
      amount: kind === 'tool' ? around : Math.max(500, Math.round(random.around(around, 0.25))),
      currency,
      source: 'hand' as const,
      note,
      userId: owner?.userId ?? null,
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
      campaignId: null as string | null,
      creatorId: null as string | null,
    };
  };
  const rows = Array.from({ length: MONTHS }, (_, month) =>
    MONTHLY.map(([kind, around, note, currency]) =>
      entry(month * 30 + random.int(1, 27), kind, around, note, currency),
    ),
  ).flat();
  for (const [title, ago, kind, around, note, currency] of CAMPAIGN_COSTS) {
    const campaign = campaigns.find((one) => one.title === title);
    const row = entry(ago, kind, around, note, currency);
    row.campaignId = campaign?.id ?? null;
    rows.push(row);
    // Some parcels are known by creator.
    const own = optIns.filter((one) => one.campaignId === campaign?.id).slice(0, 4);
    if (kind === 'product')
      for (const optIn of own) {
        const sample = entry(ago - 2, 'product', 11_000, 'Extra sample', currency);
        sample.campaignId = optIn.campaignId;
        sample.creatorId = optIn.creatorId;
        rows.push(sample);
      }
  }
  await db.insert(costEntryTable).values(rows);
  await countStaleSales(pool);
  await countStaleAnalytics(pool);
}
