import { expect, test } from 'vitest';
import { HostNames } from './host-names.ts';
import { networkOf } from './http.ts';
import { hostCheck, readHostNames } from './own-host.ts';

const check = hostCheck(
  ['https://app.example.com', 'http://[2001:db8::1]:3000'],
  ['old.example.com', '*.shops.test', '*.brands.test'],
);

test("accepts the host's own names on any port", () => {
  for (const host of ['app.example.com', 'APP.example.com:8443', 'app.example.com.', '[2001:db8::1]:3000']) {
    expect(check(host, '203.0.113.9'), host).toBe('own');
  }
  expect(check('old.example.com', undefined)).toBe('own');
  expect(check('a.shops.test', '203.0.113.9')).toBe('own');
});

test('rejects other names', () => {
  for (const host of [
    'evil.example',
    'app.example.com.evil.example',
    'xapp.example.com',
    'cold.example.com',
    'shops.test',
    '.shops.test',
  ]) {
    expect(check(host, '203.0.113.9'), host).toBe('unknown');
  }
});

test('accepts loopback names from this machine only', () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:9']) {
    for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(check(host, here), host).toBe('own');
    expect(check(host, '203.0.113.9'), host).toBe('unknown');
    for (const elsewhere of [undefined, '2001:db8::1', '::1234', '10.0.127.1'])
      expect(check(host, elsewhere), host).toBe('unknown');
  }
  // DNS rebinding: a foreign name that resolves to this machine.
  expect(check('rebound.evil.example:4000', '127.0.0.1')).toBe('unknown');
});

test('reports an invalid host separately', () => {
  for (const host of [
    undefined,
    '',
    ' ',
    'a b',
    'a/b',
    'user@app.example.com',
    'app.example.com:99999x',
    '\u0000',
  ]) {
    expect(check(host, '127.0.0.1'), String(host)).toBe('unreadable');
  }
});

test('accepts any host from a proxy that rewrites it', () => {
  const any = hostCheck(['https://app.example.com'], ['*']);
  expect(any('10.0.3.7:3000', '10.0.0.1')).toBe('own');
  expect(any(undefined, '10.0.0.1')).toBe('own');
});

test('parses a list of names and reports invalid ones', () => {
  expect(readHostNames(' a.test, *.b.test ,,[::1]')).toEqual(['a.test', '*.b.test', '[::1]']);
  expect(readHostNames('a')).toEqual(['a']);
  expect(readHostNames(undefined)).toEqual([]);
  for (const wrong of ['https://a.test', 'a.test:80', 'a b', '*a', 'a/*', '**']) {
    expect(() => readHostNames(`ok.test,${wrong}`), wrong).toThrow(`not "${wrong}"`);
  }
});

test('parses host names from the environment and reports invalid ones', () => {
  expect(HostNames.parse('a.example, *.b.example')).toEqual(['a.example', '*.b.example']);
  expect(HostNames.safeParse('a b').error?.issues[0]?.message).toContain('"a b"');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('assigns %s to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('reduces an IPv6 address to its first four groups', () => {
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('2001:0db8:0000:0012:1:2:3:4')).toBe('2001:db8:0:12');
  expect(networkOf('1:2:3::5:6')).toBe('1:2:3:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('1::2:3:4:5:6:7')).toBe('1:0:2:3');
  expect(networkOf('::ffff:10.0.0.1')).toBe('::ffff:10.0.0.1');
  expect(networkOf('here')).toBe('here');
});
