import {
  ADD_ONS,
  type AddOn,
  type AddOnId,
  type Period,
  PLANS,
  type PlanId,
} from '@troupe/domain/billing/plan';
import { t } from '../messages/messages.gen.ts';

/** What an address such as `/pricing/starter_annually` or `/signup/affiliate` asks for. */
export type AddressedOffer =
  | { kind: 'plan'; planId: PlanId; period: Period }
  | { kind: 'addon'; id: AddOnId };

const PERIODS_BY_NAME = new Map<string, Period>([
  ['monthly', 'monthly'],
  ['annually', 'yearly'],
]);

/** Reads `{plan}_{monthly|annually}`, `affiliate` or the slug of another add-on; null for anything else. */
export function readOffer(text: string): AddressedOffer | null {
  const addOn = ADD_ONS.find(({ id }) => id === text);
  if (addOn) return { kind: 'addon', id: addOn.id };
  const [, slug, word = ''] = /^([a-z-]+)_([a-z]+)$/.exec(text) ?? [];
  const plan = PLANS.find(({ id }) => id === slug);
  const period = PERIODS_BY_NAME.get(word);
  return plan && period ? { kind: 'plan', planId: plan.id, period } : null;
}

/** Why an address that asks for the payment of an add-on does not open it. */
export interface PaymentRefusal {
  title: string;
  text: string;
}

/**
 * Returns why an add-on can't be bought; null if it can.
 * @param active the brand already has it
 * @param ownersOnly why this person can't buy it, null for owners
 */
export function paymentRefusal(
  addOn: AddOn,
  { active, ownersOnly }: { active: boolean; ownersOnly: string | null },
): PaymentRefusal | null {
  const { name, available } = addOn;
  if (active) return { title: t('offer.held', { name }), text: t('offer.heldText') };
  if (!available) return { title: t('offer.later', { name }), text: t('offer.laterText') };
  if (ownersOnly !== null) return { title: t('offer.ownersOnly', { name }), text: t('offer.ownersText') };
  return null;
}

/** `starter`, `yearly` -> `starter_annually`. */
export const offerOfPlan = (planId: PlanId, period: Period): string =>
  `${planId}_${period === 'yearly' ? 'annually' : 'monthly'}`;
