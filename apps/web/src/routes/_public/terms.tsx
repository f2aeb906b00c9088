import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_public/terms')({ component: Terms });

function Terms() {
  return (
    <LaterScreen title="Terms" back={{ href: '/login', label: 'Log In' }}>
      The terms of using Troupe will be here.
    </LaterScreen>
  );
}
