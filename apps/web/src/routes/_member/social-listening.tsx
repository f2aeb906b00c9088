import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/screen/later-screen.tsx';

export const Route = createFileRoute('/_member/social-listening')({ component: SocialListening });

function SocialListening() {
  return (
    <LaterScreen
      title="Social Listening"
      text="Mentions of your brand in posts, videos and news will be here."
    >
      Social listening isn't available yet.
    </LaterScreen>
  );
}
