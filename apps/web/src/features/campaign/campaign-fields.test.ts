import { expect, test } from 'vitest';
import { offerText } from './campaign-fields.ts';

test('a campaign that pays by sales alone is not called gifted', () => {
  const offer = { maxPaidAmount: null, commissionPercent: null, currency: 'USD' };
  expect(offerText({ ...offer, maxPaidAmount: 64_000, commissionPercent: 10 })).toBe('Up to $640');
  expect(offerText({ ...offer, commissionPercent: 12 })).toBe('12% of sales');
  expect(offerText(offer)).toBe('Gifted');
});
