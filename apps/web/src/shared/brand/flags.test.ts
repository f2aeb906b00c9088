import { FLAG_HEADER } from '@troupe/contract/headers';
import { expect, test } from 'vitest';
import { flagListFromCookies } from './flags.ts';

test('flags travel in the cookie featureFlag and the header X-Feature-Flags', () => {
  expect(FLAG_HEADER).toBe('X-Feature-Flags');
  expect(flagListFromCookies('featureFlag=whatsNew')).toBe('whatsNew');
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
