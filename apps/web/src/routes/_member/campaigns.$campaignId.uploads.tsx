import { createFileRoute } from '@tanstack/react-router';
import { readContentAddress } from '../../modules/campaigns/campaign-content/content-address.ts';
import { UploadsScreen } from '../../modules/campaigns/campaign-content/uploads-screen.tsx';
import { useContentTab } from './-content-tab.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId/uploads')({
  validateSearch: readContentAddress,
  component: Uploads,
});

function Uploads() {
  return <UploadsScreen {...useContentTab()} />;
}
