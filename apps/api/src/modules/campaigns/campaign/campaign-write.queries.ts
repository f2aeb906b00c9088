import { coverUrlOf, type WrittenCampaign } from '@troupe/domain/campaigns/campaign';
import { briefGaps } from '@troupe/domain/campaigns/campaign-brief';
import { eq, type InferSelectModel } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { briefOf } from './campaign.queries.ts';
import { campaignTable } from './campaign.table.ts';

/** What a campaign's row tells of it by itself. */
export function toWritten(
  row: InferSelectModel<typeof campaignTable>,
  apiOrigin: string,
  now: Date,
): WrittenCampaign {
  const brief = briefOf(row);
  return {
    id: row.id,
    brandId: row.brandId,
    title: row.title,
    slug: row.slug,
    socialChannels: row.socialChannels,
    maxPaidAmount: row.maxPaidAmount,
    status: row.status,
    coverUrl: coverUrlOf(apiOrigin, row.id, brief.cover),
    currency: brief.currency,
    commissionPercent: brief.commissionPercent,
    published: row.publishedAt,
    liveDue: brief.liveDue,
    created: row.createdAt,
    updated: row.updatedAt,
    brief,
    version: row.version,
    gaps: briefGaps(brief, now),
  };
}

/** The cover a campaign shows, which stays so while the transaction lasts; undefined when the campaign is gone. */
export async function holdCover(db: Database, campaignId: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ brief: campaignTable.brief })
    .from(campaignTable)
    .where(eq(campaignTable.id, campaignId))
    .for('no key update');
  return row && (row.brief.cover ?? null);
}
