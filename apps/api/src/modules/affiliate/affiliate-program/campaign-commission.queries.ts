import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** A published or paused campaign that offers a commission. */
export interface CampaignCommission {
  campaignId: string;
  title: string;
  /** Between 0 and 100. */
  percent: number;
  paused: boolean;
}

/** Returns the published and paused campaigns of a brand with a commission, oldest first. @param campaignId only this one */
export async function readCampaignCommissions(
  tx: Database,
  brandId: string,
  campaignId: string | null = null,
): Promise<CampaignCommission[]> {
  const { rows } = await tx.execute(sql`
    select id as "campaignId", title, (brief->>'commissionPercent')::float8 as percent,
      status = 'paused' as paused
    from campaign
    where brand_id = ${brandId}::uuid and (${campaignId}::uuid is null or id = ${campaignId}::uuid)
      and status in ('publish', 'paused') and not sample and brief->>'commissionPercent' is not null
    order by created_at, id`);
  return rows as unknown as CampaignCommission[];
}
