import { createFileRoute } from '@tanstack/react-router';
import { TabEmpty } from '../../features/campaign/tab-empty.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/content-previews')({
  component: ContentPreviews,
});

function ContentPreviews() {
  return <TabEmpty tab="content-previews" />;
}
