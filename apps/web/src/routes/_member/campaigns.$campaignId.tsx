import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router';
import { CAMPAIGN_TABS } from '../../modules/campaigns/campaign/campaign-address.ts';
import { CampaignFrame } from '../../modules/campaigns/campaign/campaign-frame.tsx';
import { CampaignAccess } from '../../modules/campaigns/campaign/campaign-parts.tsx';
import { campaignOptions } from '../../modules/campaigns/campaign/campaign-queries.ts';
import { firstData } from '../../shared/call/query.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId')({
  loader: ({ context: { queryClient }, params: { campaignId } }) =>
    firstData(queryClient.prefetchQuery(campaignOptions(campaignId))),
  component: CampaignScreen,
});

/** The frame around a campaign's tabs; each tab is a child route. */
function CampaignScreen() {
  const { campaignId } = Route.useParams();
  const last = useLocation({ select: ({ pathname }) => pathname.split('/')[3] });
  const tab = CAMPAIGN_TABS.find((one) => one === last) ?? 'overview';
  return (
    <CampaignAccess campaignId={campaignId}>
      {() => (
        <CampaignFrame campaignId={campaignId} tab={tab}>
          <Outlet />
        </CampaignFrame>
      )}
    </CampaignAccess>
  );
}
