import { expect, test } from 'vitest';
import { fromStripeAmount, stepOf, toStripeAmount } from './stripe-money.ts';

test.each([
  ['USD', 57_009, 57_009, 1],
  ['JPY', 142_500, 142_500, 1],
  // Whole units here, hundredths at Stripe.
  ['ISK', 1500, 150_000, 1],
  ['UGX', 1500, 150_000, 1],
  ['HUF', 1500, 150_000, 1],
  // Thousandths whose last digit must be 0.
  ['KWD', 57_010, 57_010, 10],
  ['BHD', 57_010, 57_010, 10],
])('sends %s in its own units', (currency, minor, amount, step) => {
  expect(toStripeAmount(minor, currency)).toBe(amount);
  expect(fromStripeAmount(amount, currency)).toBe(minor);
  expect(stepOf(currency)).toBe(step);
});

test.each([
  ['KWD', 57_001],
  ['JPY', 0.5],
  ['USD', 1.5],
])('refuses an amount of %s that can’t be sent exactly', (currency, minor) => {
  expect(toStripeAmount(minor, currency)).toBeNull();
});
