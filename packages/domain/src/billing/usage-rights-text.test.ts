import { expect, test } from 'vitest';
import { usageRightsText, usageTermText } from './usage-rights-text.ts';

test.each([
  [null, 'in perpetuity'],
  [1, '1 day'],
  [45, '45 days'],
  [30, '1 month'],
  [180, '6 months'],
  [365, '1 year'],
  [730, '2 years'],
])('formats usage for %j days as %j', (days, text) => {
  expect(usageTermText(days)).toBe(text);
});

test('lists term, channels and territory of usage rights', () => {
  const text = (termDays: number | undefined, channels: Parameters<typeof usageRightsText>[0]['channels']) =>
    usageRightsText({ termDays, channels, territory: ' EU ' });
  expect(text(180, ['organic', 'paid'])).toBe('6 months, organic and paid ads, EU');
  expect(text(180, ['website'])).toBe('6 months, website, EU');
  expect(text(undefined, ['website', 'email', 'print'])).toBe('website, email and print, EU');
  expect(usageRightsText({ termDays: null, channels: [], territory: '' })).toBe('in perpetuity');
});
