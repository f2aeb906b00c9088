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

test('a network is the first four groups of an IPv6 address', () => {
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('2001:0db8:0000:0012:1:2:3:4')).toBe('2001:db8:0:12');
  expect(networkOf('1:2:3::5:6')).toBe('1:2:3:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('1::2:3:4:5:6:7')).toBe('1:0:2:3');
  expect(networkOf('::ffff:10.0.0.1')).toBe('::ffff:10.0.0.1');
  expect(networkOf('here')).toBe('here');
});
