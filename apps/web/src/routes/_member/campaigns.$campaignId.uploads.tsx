import { createFileRoute } from '@tanstack/react-router';
import { TabEmpty } from '../../features/campaign/tab-empty.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/uploads')({ component: Uploads });

function Uploads() {
  return <TabEmpty tab="uploads" />;
}
