import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/welcome')({ component: Welcome });

function Welcome() {
  return (
    <LaterScreen title="Welcome">
      A checklist will show how far your brand is set up, with a link to each next step.
    </LaterScreen>
  );
}
