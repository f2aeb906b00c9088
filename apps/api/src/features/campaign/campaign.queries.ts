import type { Campaign, CampaignStatus } from '@troupe/domain/campaign';
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { campaignTable } from './campaign.table.ts';

/** The email template that is the standard of the campaign in the same row, or null. */
const standardTemplate = sql<string | null>`(select template.id from email_template template
  where template.brand_id = campaign.brand_id and template.removed_at is null
    and template.campaign_ids @> array[campaign.id]
  order by template.updated_at desc limit 1)`;

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
    .select({ ...getTableColumns(campaignTable), emailTemplate: standardTemplate })
    .from(campaignTable)
    .where(and(eq(campaignTable.brandId, brandId), status ? eq(campaignTable.status, status) : undefined))
    .orderBy(desc(campaignTable.createdAt), desc(campaignTable.id));
  return rows.map(({ metaData: _, emailTemplate, createdAt, updatedAt, ...row }) => ({
    ...row,
    metaData: { emailTemplate },
    created: createdAt,
    updated: updatedAt,
  }));
}
