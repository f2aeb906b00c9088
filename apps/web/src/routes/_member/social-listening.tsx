import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/social-listening')({ component: SocialListening });

function SocialListening() {
  return (
    <LaterScreen title="Social Listening">
      Mentions of your brand in posts, videos and news will be collected and counted here.
    </LaterScreen>
  );
}
