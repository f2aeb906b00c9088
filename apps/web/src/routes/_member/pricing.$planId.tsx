import { createFileRoute } from '@tanstack/react-router';
import { PricingScreen } from '../-pricing/pricing-screen.tsx';

export const Route = createFileRoute('/_member/pricing/$planId')({ component: PlanPricing });

function PlanPricing() {
  const { planId } = Route.useParams();
  return <PricingScreen offer={planId} period="yearly" />;
}
