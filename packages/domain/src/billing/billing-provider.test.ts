import { expect, test } from 'vitest';
import { BillingFailure, brandIdOf, customerIdOf, isRunning } from './billing-provider.ts';

const brandId = '0198c2f0-1111-7222-8333-444455556666';

test('maps a brand to its customer id and back', () => {
  expect(customerIdOf(brandId)).toBe(`brand_${brandId}`);
  expect(brandIdOf(customerIdOf(brandId))).toBe(brandId);
  for (const other of [
    '',
    brandId,
    `xbrand_${brandId}`,
    `brand_${brandId}0`,
    `brand_${brandId.toUpperCase()}z`,
  ])
    expect(brandIdOf(other)).toBeNull();
});

test.each([
  ['active', false, true],
  ['in_trial', false, true],
  ['non_renewing', false, true],
  ['cancelled', false, false],
  ['paused', false, false],
  ['', false, false],
  ['active', true, false],
])('a subscription that is %j, deleted %s, is running: %s', (status, deleted, runs) => {
  expect(isRunning({ status, deleted })).toBe(runs);
});

test('a failure carries its kind, code and provider message', () => {
  const failure = new BillingFailure('payment', 'card_declined', 'Declined.');
  expect(failure).toMatchObject({ name: 'BillingFailure', kind: 'payment', code: 'card_declined' });
  expect(failure.message).toBe('payment: card_declined Declined.');
  expect(new BillingFailure('refused', 'no').message).toBe('refused: no');
});
