import { type AddOn, type Plan, type PlanId, SETUP_FEE, YEARLY_PERCENT } from '@troupe/domain/billing/plan';
import { dollars } from '../../../shared/dollars.ts';

export const HEADLINE = 'Grow Faster with Proven Influencers';
export const SUB_LINE = 'Choose a plan that fits your goals — DIY or fully managed.';
export const NOTE = `Annual plans, paid monthly. ${dollars(SETUP_FEE)} one-time setup.`;

/** What a plan is for, in one line. */
export const TAGLINES: Record<PlanId, string> = {
  'self-serve': 'For teams that run it themselves.',
  starter: 'Your first steady program.',
  trailblazer: 'A full pipeline, every month.',
  bespoke: 'Fully managed, shaped around you.',
};

/** What the yearly form saves, in percent. */
export const YEARLY_DISCOUNT = 100 - YEARLY_PERCENT;

const atMost = (count: number | null) => (count === null ? 'Not limited' : `Up to ${count}`);

/** The limits of a plan, as its card lists them. */
export const limitsOf = (plan: Plan): readonly { label: string; value: string }[] => [
  { label: 'Collaborations per month', value: atMost(plan.collaborations) },
  { label: 'Team users', value: plan.id === 'bespoke' ? 'Custom number' : atMost(plan.teamUsers) },
  { label: 'Deep Insights credits per month', value: String(plan.credits) },
];

/** What a month of an add-on costs: 'from $1,495 per month'. */
export const addOnPrice = ({ price, from }: AddOn): string =>
  `${from ? 'from ' : ''}${dollars(price)} per month`;
