import { useQuery } from '@tanstack/react-query';
import { Link } from '@troupe/ui/action/link';
import { brandOptions, useBrandIdOrNone } from '../../../shared/brand/current-brand.ts';

/** A plan's slug as people write it: `self-serve` -> `Self-Serve`. */
function planName(planId: string): string {
  return planId.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The brand's plan at the foot of the menu; the first active subscription counts. */
export function PlanLine() {
  const brandId = useBrandIdOrNone();
  const { data: brand } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  if (!brand) return null;
  const plan = brand.activeSubscriptions[0];
  return (
    <p className="plan-line">
      <span className="t-medium">{plan ? planName(plan.planId) : 'No plan yet'}</span>
      {plan ? (
        <span>{plan.period === 'yearly' ? 'Yearly' : 'Monthly'}</span>
      ) : (
        <Link href="/pricing" className="t-link">
          Pricing
        </Link>
      )}
    </p>
  );
}
