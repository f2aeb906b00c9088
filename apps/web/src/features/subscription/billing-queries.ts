import { getBilling, previewPlanChange } from '@troupe/contract/billing';
import type { PlanChoice } from '@troupe/domain/plan';
import { callOptions } from '../../shared/query.ts';

/** What a brand is subscribed to and owes. */
export const billingOptions = (brandId: string) => callOptions(getBilling, { params: { brandId } });

/** What a change to another plan costs. Asked anew each time: it depends on the day. */
export const planChangeOptions = (brandId: string, planId: PlanChoice) => ({
  ...callOptions(previewPlanChange, { params: { brandId }, query: { planId } }),
  staleTime: 0,
  gcTime: 0,
});
