import { createFileRoute } from '@tanstack/react-router';
import { readContentAddress } from '../../modules/campaigns/campaign-content/content-address.ts';
import { PreviewsScreen } from '../../modules/campaigns/campaign-content/previews-screen.tsx';
import { useContentTab } from './-content-tab.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId/content-previews')({
  validateSearch: readContentAddress,
  component: ContentPreviews,
});

function ContentPreviews() {
  return <PreviewsScreen {...useContentTab()} />;
}
