import { type AddOn, addOnOf } from '@troupe/domain/billing/plan';
import { expect, test } from 'vitest';
import { offerOfPlan, paymentRefusal, readOffer } from './offer-address.ts';

test('[R2.069] [R2.070] an address names a plan and how it is paid', () => {
  expect(readOffer('starter_annually')).toEqual({ kind: 'plan', planId: 'starter', period: 'yearly' });
  expect(readOffer('self-serve_monthly')).toEqual({ kind: 'plan', planId: 'self-serve', period: 'monthly' });
  for (const text of ['trailblazer_monthly', 'bespoke_annually']) {
    const offer = readOffer(text);
    expect(offer?.kind === 'plan' && offerOfPlan(offer.planId, offer.period)).toBe(text);
  }
});

test('[R2.071] an address names the affiliate integration or another add-on', () => {
  expect(readOffer('affiliate')).toEqual({ kind: 'addon', id: 'affiliate' });
  expect(readOffer('paid-ads-management')).toEqual({ kind: 'addon', id: 'paid-ads-management' });
});

test.each([
  '',
  'starter',
  'starter_yearly',
  'starter_',
  'gold_monthly',
  '__proto__',
  'starter_constructor',
  '../x',
])('the odd offer "%s" is none', (text) => expect(readOffer(text)).toBeNull());

const owner = { active: false, ownersOnly: null };
const member = { active: false, ownersOnly: 'Only owners can do this.' };
const affiliate = (available: boolean): AddOn => ({ ...(addOnOf('affiliate') as AddOn), available });

test('[R2.071] the address of the affiliate integration opens its payment once it is for sale', () => {
  expect(paymentRefusal(affiliate(true), owner)).toBeNull();
});

test('the address of an add-on that cannot be paid explains why', () => {
  expect(paymentRefusal(affiliate(false), owner)?.title).toBe(
    "Affiliate Integration isn't available for purchase yet.",
  );
  expect(paymentRefusal(affiliate(false), member)?.title).toBe(
    "Affiliate Integration isn't available for purchase yet.",
  );
  expect(paymentRefusal(affiliate(true), member)).toEqual({
    title: 'Only owners can add Affiliate Integration.',
    text: 'Ask an owner of your brand to add it.',
  });
  expect(paymentRefusal(affiliate(false), { ...owner, active: true })?.title).toBe(
    'Your brand already has Affiliate Integration.',
  );
});
