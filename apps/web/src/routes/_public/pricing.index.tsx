import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_public/pricing/')({ component: Pricing });

function Pricing() {
  return <LaterScreen title="Pricing">Plans and add-ons will be compared and chosen here.</LaterScreen>;
}
