import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/pricing/$planId')({ component: PlanPricing });

function PlanPricing() {
  return (
    <LaterScreen title="Pricing" back={{ href: '/pricing', label: 'Back to Pricing' }}>
      The chosen plan or add-on will be bought here.
    </LaterScreen>
  );
}
