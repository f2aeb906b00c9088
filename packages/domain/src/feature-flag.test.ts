import { expect, test } from 'vitest';
import { FEATURE_FLAGS, FLAG_COOKIE, FLAG_HEADER, flagListFromCookies, readFlags } from './feature-flag.ts';

test('flags travel in the cookie featureFlag and the header X-Feature-Flags', () => {
  expect([FLAG_COOKIE, FLAG_HEADER]).toEqual(['featureFlag', 'X-Feature-Flags']);
  expect(FEATURE_FLAGS).toEqual(['analyticsDashboardBeta', 'whatsNew', 'new-brand-dash']);
});

test('a flag list is read in any case, without blanks and unknown names', () => {
  expect([...readFlags('WHATSNEW, nonsense ,  New-Brand-Dash')]).toEqual(['whatsNew', 'new-brand-dash']);
  expect([...readFlags('analyticsdashboardbeta')]).toEqual(['analyticsDashboardBeta']);
  for (const none of ['', 'whats new', null, undefined]) expect(readFlags(none).size).toBe(0);
});

test.each([
  ['featureFlag=whatsNew', 'whatsNew'],
  ['a=1; featureFlag = whatsNew%2Cnew-brand-dash ; b=2', 'whatsNew,new-brand-dash'],
  ['featureFlag=first; featureFlag=second', 'first'],
  ['featureFlag=a=b', 'a=b'],
  ['featureFlag=100%', '100%'],
  ['featureFlag', ''],
  ['=featureFlag', ''],
  ['featureFlags', ''],
  ['otherFlag=whatsNew', ''],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('the cookies %j hold the list %j', (cookies, list) => {
  expect(flagListFromCookies(cookies)).toBe(list);
});
