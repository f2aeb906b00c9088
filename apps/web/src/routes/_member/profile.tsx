import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/profile')({ component: Profile });

function Profile() {
  return <LaterScreen title="Profile">Your name, email and language will be changed here.</LaterScreen>;
}
