import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/account/')({ component: Account });

function Account() {
  return (
    <LaterScreen title="Account">
      Plan and usage, team, email settings, email templates and store will be managed here.
    </LaterScreen>
  );
}
