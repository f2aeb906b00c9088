import { expect, test } from 'vitest';
import { offerText } from './campaign-fields.ts';

test('[R3.024] only a campaign with a maximum fee reads as paid', () => {
  const offer = { maxPaidAmount: null, commissionPercent: null, currency: 'USD' };
  expect(offerText({ ...offer, maxPaidAmount: 64_000, commissionPercent: 10 })).toBe('Up to $640');
  expect(offerText({ ...offer, commissionPercent: 12 })).toBe('12% of sales');
  expect(offerText(offer)).toBe('Gifted');
});
