import { createFileRoute } from '@tanstack/react-router';
import { loadOverview, OverviewTab } from './-campaign-overview.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/overview')({
  loader: ({ context: { queryClient }, params: { campaignId } }) => loadOverview(queryClient, campaignId),
  component: Overview,
});

function Overview() {
  return <OverviewTab campaignId={Route.useParams().campaignId} />;
}
