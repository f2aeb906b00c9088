import { createFileRoute } from '@tanstack/react-router';
import { TabEmpty } from '../../features/campaign/tab-empty.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/metrics')({ component: Metrics });

function Metrics() {
  return <TabEmpty tab="metrics" />;
}
