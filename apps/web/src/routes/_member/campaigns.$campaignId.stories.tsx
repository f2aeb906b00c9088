import { createFileRoute } from '@tanstack/react-router';
import { TabEmpty } from '../../features/campaign/tab-empty.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/stories')({ component: Stories });

function Stories() {
  return <TabEmpty tab="stories" />;
}
