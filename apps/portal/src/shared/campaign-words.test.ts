import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import { expect, test } from 'vitest';
import { changedFieldLabels, closesText, whenText } from './campaign-words.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');

test('a campaign says in words when it closes', () => {
  expect(closesText('2026-11-29T13:00:00.000Z', now)).toBe('Closes in 9 days');
  expect(closesText('2026-11-20T18:00:00.000Z', now)).toBe('Closes within 24 hours');
  expect(closesText('2026-11-19T12:00:00.000Z', now)).toBe('Closed on 19 Nov 2026');
  expect(closesText(null, now)).toBeNull();
});

test('the days, the rights and the changes of a brief are short sentences', () => {
  expect(whenText({ draftDue: '2026-12-05T12:00:00.000Z', liveDue: '2026-12-12T12:00:00.000Z' })).toBe(
    'Draft due 5 Dec, live by 12 Dec 2026',
  );
  expect(usageRightsText({ termDays: 180, channels: ['organic', 'paid'], territory: 'EU' })).toBe(
    '6 months, organic and paid ads, EU',
  );
  expect(usageRightsText({ termDays: null, channels: [], territory: '' })).toBe('in perpetuity');
  expect(changedFieldLabels(['maxPaidAmount', 'followersMin', 'followersMax'])).toBe('fee and audience');
});
