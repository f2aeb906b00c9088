import { createFileRoute } from '@tanstack/react-router';
import { readContentAddress } from '../../modules/campaigns/campaign-content/content-address.ts';
import { StoriesScreen } from '../../modules/campaigns/campaign-content/stories-screen.tsx';
import { useContentTab } from './-content-tab.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId/stories')({
  validateSearch: readContentAddress,
  component: Stories,
});

function Stories() {
  return <StoriesScreen {...useContentTab()} />;
}
