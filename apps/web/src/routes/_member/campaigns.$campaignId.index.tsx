import { createFileRoute } from '@tanstack/react-router';
import { OverviewTab } from './-campaign-overview.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/')({ component: Overview });

function Overview() {
  return <OverviewTab campaignId={Route.useParams().campaignId} />;
}
