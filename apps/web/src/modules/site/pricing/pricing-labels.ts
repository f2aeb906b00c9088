import {
  AD_BUDGET_PERCENT,
  type AddOn,
  type AddOnId,
  type Plan,
  type PlanId,
  SETUP_FEE,
  YEARLY_PERCENT,
} from '@troupe/domain/billing/plan';
import { dollars } from '../../../shared/dollars.ts';
import { t } from '../messages/messages.gen.ts';

export const headline = (): string => t('pricing.headline');
export const subLine = (): string => t('pricing.subLine');
export const note = (): string => t('pricing.note', { fee: dollars(SETUP_FEE) });

/** What a plan is for, in one line. */
export const tagline = (plan: PlanId): string => t(`pricing.tagline.${plan}`);

/** What the yearly form saves, in percent. */
export const YEARLY_DISCOUNT = 100 - YEARLY_PERCENT;

const atMost = (count: number | null) =>
  count === null ? t('pricing.unlimited') : t('pricing.upTo', { count });

/** The limits of a plan, as its card lists them. */
export const limitsOf = (plan: Plan): readonly { label: string; value: string }[] => [
  { label: t('pricing.collaborations'), value: atMost(plan.collaborations) },
  {
    label: t('pricing.teamUsers'),
    value: plan.id === 'bespoke' ? t('pricing.custom') : atMost(plan.teamUsers),
  },
  { label: t('pricing.credits'), value: String(plan.credits) },
];

/** What a month of an add-on costs: 'from $1,495 per month'. */
export const addOnPrice = ({ price, from }: AddOn): string =>
  t('pricing.addOnPrice', { price: dollars(price), isFrom: from ? 'yes' : 'no' });

/** What an add-on costs besides its price, or what it includes. */
export function addOnNote(id: AddOnId): string {
  switch (id) {
    case 'affiliate':
      return t('pricing.plus.affiliate');
    case 'paid-ads-management':
      return t('pricing.plus.paid-ads-management', { percent: AD_BUDGET_PERCENT });
    case 'social-media-content-management':
      return t('pricing.contentNote');
  }
}
