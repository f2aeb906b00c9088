import { expect, test } from 'vitest';
import { FEATURE_FLAGS, readFlags } from './feature-flag.ts';

test('three features have a flag', () => {
  expect(FEATURE_FLAGS).toEqual(['analyticsDashboardBeta', 'whatsNew', 'new-brand-dash']);
});

test('a flag list is read in any case, without blanks and unknown names', () => {
  expect([...readFlags('WHATSNEW, nonsense ,  New-Brand-Dash')]).toEqual(['whatsNew', 'new-brand-dash']);
  expect([...readFlags('analyticsdashboardbeta')]).toEqual(['analyticsDashboardBeta']);
  for (const none of ['', 'whats new', null, undefined]) expect(readFlags(none).size).toBe(0);
});
