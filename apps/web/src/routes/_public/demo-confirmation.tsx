import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_public/demo-confirmation')({ component: DemoConfirmation });

function DemoConfirmation() {
  return (
    <LaterScreen
      title="Demo Booked"
      documentTitle="Demo Booked | Brands"
      back={{ href: '/pricing', label: 'View Pricing' }}
    >
      After booking a demo this page will confirm its time.
    </LaterScreen>
  );
}
