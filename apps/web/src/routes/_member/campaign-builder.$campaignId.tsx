import { createFileRoute } from '@tanstack/react-router';
import { CampaignAccess } from '../../features/campaign/campaign-access.tsx';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/campaign-builder/$campaignId')({ component: CampaignBuilder });

function CampaignBuilder() {
  return (
    <CampaignAccess campaignId={Route.useParams().campaignId}>
      {({ title }) => (
        <LaterScreen title={title}>
          This campaign will be written here in six steps, from the basics to publishing.
        </LaterScreen>
      )}
    </CampaignAccess>
  );
}
