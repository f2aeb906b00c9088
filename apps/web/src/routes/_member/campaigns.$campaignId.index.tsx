import { createFileRoute } from '@tanstack/react-router';
import { CampaignAccess } from '../../features/campaign/campaign-access.tsx';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/')({ component: Campaign });

function Campaign() {
  return (
    <CampaignAccess campaignId={Route.useParams().campaignId}>
      {({ title }) => (
        <LaterScreen title={title}>
          Opt-ins, content and figures of this campaign will be shown here.
        </LaterScreen>
      )}
    </CampaignAccess>
  );
}
