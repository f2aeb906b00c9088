import type { QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CampaignOverview } from '../../modules/campaigns/campaign/campaign-overview.tsx';
import { useCampaign } from '../../modules/campaigns/campaign/campaign-queries.ts';
import { optInsOptions } from '../../modules/campaigns/opt-in/opt-in-queries.ts';
import { OptInsToDecide } from '../../modules/campaigns/opt-in/opt-ins-to-decide.tsx';
import { firstData } from '../../shared/call/query.ts';

/** Requests the opt-ins that the overview shows. */
export const loadOverview = (queryClient: QueryClient, campaignId: string) =>
  firstData(queryClient.prefetchInfiniteQuery(optInsOptions(campaignId, { status: ['pending'] })));

/** The overview, with and without its name in the address. */
export function OverviewTab({ campaignId }: { campaignId: string }) {
  const navigate = useNavigate();
  return (
    <CampaignOverview
      campaign={useCampaign(campaignId)}
      deciding={
        <OptInsToDecide
          campaignId={campaignId}
          onOpen={({ id }) =>
            void navigate({
              to: '/campaigns/$campaignId/opt-ins',
              params: { campaignId },
              search: { status: ['pending'], optIn: id },
            })
          }
        />
      }
    />
  );
}
