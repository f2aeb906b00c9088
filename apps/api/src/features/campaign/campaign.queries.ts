import type { Campaign, CampaignStatus } from '@troupe/domain/campaign';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { campaignTable } from './campaign.table.ts';

/** The brand a campaign belongs to, or null. */
export async function brandOfCampaign(db: Database, campaignId: string): Promise<string | null> {
  const [row] = await db
    .select({ brandId: campaignTable.brandId })
    .from(campaignTable)
    .where(eq(campaignTable.id, campaignId));
  return row?.brandId ?? null;
}

/** A brand's campaigns, newest first. */
export async function readCampaigns(
  db: Database,
  brandId: string,
  status?: CampaignStatus,
): Promise<Campaign[]> {
  const rows = await db
    .select()
    .from(campaignTable)
    .where(and(eq(campaignTable.brandId, brandId), status ? eq(campaignTable.status, status) : undefined))
    .orderBy(desc(campaignTable.createdAt), desc(campaignTable.id));
  return rows.map(({ metaData, createdAt, updatedAt, ...row }) => ({
    ...row,
    metaData: { emailTemplate: metaData.emailTemplate ?? null },
    created: createdAt,
    updated: updatedAt,
  }));
}
