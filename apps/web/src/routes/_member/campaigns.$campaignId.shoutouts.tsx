import { createFileRoute } from '@tanstack/react-router';
import { TabEmpty } from '../../features/campaign/tab-empty.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/shoutouts')({ component: Shoutouts });

function Shoutouts() {
  return <TabEmpty tab="shoutouts" />;
}
