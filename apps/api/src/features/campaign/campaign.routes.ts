import { listCampaigns } from '@troupe/contract/campaign';
import type { Api } from '../../platform/api.ts';
import { readCampaigns } from './campaign.queries.ts';

/** Campaigns of a brand. */
export function campaignRoutes(api: Api): void {
  api.implement(listCampaigns, async ({ brandId, query }) => ({
    campaigns: await readCampaigns(api.db, brandId, query.status),
  }));
}
