import type { AddOn, Period, Plan } from '@troupe/domain/billing/plan';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { offerOfPlan } from '../../modules/site/pricing/offer-address.ts';

/** A visitor signs up first and comes back with the plan chosen. */
export const visitorPlan = (plan: Plan, main: boolean, period: Period) => (
  <Button kind={main ? 'main' : 'second'} size="form" full href={`/signup/${offerOfPlan(plan.id, period)}`}>
    Choose {plan.name}
  </Button>
);

export const visitorAddOn = (addOn: AddOn) => (
  <Link href={`/signup/${addOn.id}`} className="t-link t-medium" aria-label={`Add ${addOn.name}`}>
    Add
  </Link>
);
