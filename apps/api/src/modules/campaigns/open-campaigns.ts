import { getOpenCampaign, listOpenCampaigns } from '@troupe/contract/campaigns/creator-app';
import { type CampaignStatus, coverUrlOf } from '@troupe/domain/campaigns/campaign';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../platform/api.ts';
import { briefOf } from './campaign/campaign.queries.ts';
import type { StoredBrief } from './campaign/campaign.table.ts';
import { type OpenCampaignRow, readOpenCampaign, readOpenCampaigns } from './opt-in/open-campaign.queries.ts';

/** Registers the calls that list campaigns for creators. */
export function openCampaigns(api: Api): void {
  const { pool, clock, config } = api;

  api.implement(listOpenCampaigns, async ({ query, caller }) => {
    const now = clock.now();
    const { rows, total } = await readOpenCampaigns(pool, caller.userId, now, query);
    return {
      campaigns: rows.map((row) => toOpenCampaign(row, config.API_ORIGIN, now)),
      ...pagesOf(query.page, total),
    };
  });

  api.implement(getOpenCampaign, async ({ params, query, caller }) => {
    const row = await readOpenCampaign(pool, caller.userId, params.campaignId, query.invite ?? null);
    if (!row) throw problem('not_found');
    return toOpenCampaign(row, config.API_ORIGIN, clock.now());
  });
}

/** Converts a row to the campaign as creators see it. */
export function toOpenCampaign(row: OpenCampaignRow, apiOrigin: string, now: Date) {
  return {
    id: row.id,
    status: row.status,
    open: acceptsCreators(row, now),
    brand: { id: row.brandId, name: row.brandName, website: row.brandWebsite },
    brief: briefOf(row),
    coverUrl: coverUrlOf(apiOrigin, row.id, row.brief.cover),
    changed: row.changedAt ? { at: row.changedAt, fields: row.changedFields ?? [] } : null,
    invited: row.invited,
    optInId: row.optInId,
  };
}

/** Returns whether creators can still opt in. */
export function acceptsCreators(
  { status, brief }: { status: CampaignStatus; brief: StoredBrief },
  now: Date,
): boolean {
  return status === 'publish' && !(brief.closes && Date.parse(brief.closes) <= now.getTime());
}
