import { createFileRoute } from '@tanstack/react-router';
import { TabEmpty } from '../../features/campaign/tab-empty.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/opt-ins')({ component: OptIns });

function OptIns() {
  return <TabEmpty tab="opt-ins" />;
}
