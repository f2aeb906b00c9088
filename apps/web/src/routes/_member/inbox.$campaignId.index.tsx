import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/inbox/$campaignId/')({ component: CampaignInbox });

function CampaignInbox() {
  return (
    <LaterScreen title="Inbox">
      Conversations with the creators of your campaigns will be held here.
    </LaterScreen>
  );
}
