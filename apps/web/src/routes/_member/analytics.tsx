import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/analytics')({ component: Analytics });

function Analytics() {
  return (
    <LaterScreen title="Analytics">
      Reach, engagement and spending of your campaigns will be compared here over time.
    </LaterScreen>
  );
}
