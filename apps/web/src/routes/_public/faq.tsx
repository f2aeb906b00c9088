import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_public/faq')({ component: Faq });

function Faq() {
  return (
    <LaterScreen title="FAQ" back={{ href: '/login', label: 'Log In' }}>
      Answers to frequent questions will be here; the calls of the API are documented already.
    </LaterScreen>
  );
}
