import { createFileRoute } from '@tanstack/react-router';
import { readContentAddress } from '../../modules/campaigns/campaign-content/content-address.ts';
import { ShoutoutsScreen } from '../../modules/campaigns/campaign-content/shoutouts-screen.tsx';
import { useContentTab } from './-content-tab.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId/shoutouts')({
  validateSearch: readContentAddress,
  component: Shoutouts,
});

function Shoutouts() {
  return <ShoutoutsScreen {...useContentTab()} />;
}
