import { ADD_ONS, PLANS, planOf } from '@troupe/domain/billing/plan';
import { expect, test } from 'vitest';
import { dollars } from '../../../shared/dollars.ts';
import { addOnPrice, limitsOf, note, YEARLY_DISCOUNT } from './pricing-labels.ts';

test('[R9.003] [R9.004] [R9.005] [R9.006] [R9.007] monthly prices read as dollars', () => {
  expect(PLANS.map(({ name, price }) => `${name} ${dollars(price.monthly)}`)).toEqual([
    'Self-Serve $495',
    'Starter $995',
    'Trailblazer $2,995',
    'Bespoke $3,995',
  ]);
  expect(PLANS.filter(({ from }) => from).map(({ name }) => name)).toEqual(['Bespoke']);
});

test('[R9.008] yearly prices are 85% of the monthly, rounded down', () => {
  expect(PLANS.map(({ price }) => dollars(price.yearly))).toEqual(['$420', '$845', '$2,545', '$3,395']);
  expect(YEARLY_DISCOUNT).toBe(15);
});

test('[R9.009] [R9.010] [R9.011] [R9.012] [R9.013] the cards list the limits', () => {
  const limits = (id: string) => {
    const plan = planOf(id);
    return plan && limitsOf(plan).map(({ value }) => value);
  };
  expect(limits('self-serve')).toEqual(['Unlimited', 'Up to 2', '10']);
  expect(limits('starter')).toEqual(['Up to 5', 'Unlimited', '25']);
  expect(limits('trailblazer')).toEqual(['Up to 20', 'Unlimited', '75']);
  expect(limits('bespoke')).toEqual(['Up to 30', 'Custom', '150']);
});

test('[R9.015] [R9.016] [R9.017] the add-ons say their price and what comes on top', () => {
  expect(ADD_ONS.map((one) => [one.name, addOnPrice(one), one.plus])).toEqual([
    ['Affiliate Integration', '$95 per month', 'plus commissions'],
    ['Paid Ads Management', 'from $1,495 per month', 'plus 10% of ad budget'],
    ['Social Media Content Management', 'from $1,995 per month', null],
  ]);
});

test('[R2.062] [R9.019] the note names the setup fee', () => {
  expect(note()).toBe('Annual plans, paid monthly. $395 one-time setup.');
});
