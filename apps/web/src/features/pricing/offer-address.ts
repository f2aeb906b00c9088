import { ADD_ONS, type AddOnId, type Period, PLANS, type PlanId } from '@troupe/domain/plan';

/** What an address such as `/pricing/starter_annually` or `/signup/affiliate` asks for. */
export type AddressedOffer =
  | { kind: 'plan'; planId: PlanId; period: Period }
  | { kind: 'addon'; id: AddOnId };

const periodWords = new Map<string, Period>([
  ['monthly', 'monthly'],
  ['annually', 'yearly'],
]);

/** Reads `{plan}_{monthly|annually}`, `affiliate` or the slug of another add-on; null for anything else. */
export function readOffer(text: string): AddressedOffer | null {
  const addOn = ADD_ONS.find(({ id }) => id === text);
  if (addOn) return { kind: 'addon', id: addOn.id };
  const [, slug, word = ''] = /^([a-z-]+)_([a-z]+)$/.exec(text) ?? [];
  const plan = PLANS.find(({ id }) => id === slug);
  const period = periodWords.get(word);
  return plan && period ? { kind: 'plan', planId: plan.id, period } : null;
}

/** `starter`, `yearly` -> `starter_annually`. */
export const offerOfPlan = (planId: PlanId, period: Period): string =>
  `${planId}_${period === 'yearly' ? 'annually' : 'monthly'}`;
