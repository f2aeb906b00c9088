import { CampaignOverview } from '../../features/campaign/campaign-overview.tsx';
import { useCampaign } from '../../features/campaign/use-campaign.ts';

/** The overview, with and without its name in the address. */
export function OverviewTab({ campaignId }: { campaignId: string }) {
  return <CampaignOverview campaign={useCampaign(campaignId)} />;
}
