import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('%s is in the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
