import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/screen/later-screen.tsx';

export const Route = createFileRoute('/_member/analytics')({ component: Analytics });

function Analytics() {
  return (
    <LaterScreen title="Analytics" text="Each campaign has its own figures under Metrics.">
      Analytics isn't available yet.
    </LaterScreen>
  );
}
