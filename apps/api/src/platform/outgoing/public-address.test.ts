import { expect, test } from 'vitest';
import { isLoopback, isPublicAddress, publicOnly } from './public-address.ts';

test('distinguishes public addresses from private ones', () => {
  for (const address of [
    '8.8.8.8',
    '93.184.215.14',
    '172.32.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '2606:4700::6810:84e5',
  ])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    '3fff::1',
    'fec0::1',
    '192.88.99.1',
    '::7f00:1',
    '172.16.0.1%eth0',
    'localhost',
    '',
  ])
    expect(isPublicAddress(address), address).toBe(false);
});

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.100.20.3', true],
  ['::1', true],
  ['[::1]', true],
  ['127.0.0.1.evil.example', false],
  ['evil.localhost', false],
  ['localhost.evil.example', false],
  ['127.1', false],
  ['2001:db8::1', false],
  ['10.0.0.1', false],
])('treats host %s as loopback: %s', (host, here) => {
  expect(isLoopback(host)).toBe(here);
});

test('allows public addresses, including bracketed IPv6', () => {
  for (const host of ['8.8.8.8', '[2606:4700::6810:84e5]'])
    expect(publicOnly(new URL(`https://${host}/`)).lookup).toBeTypeOf('function');
});

test('rejects a name that resolves to loopback, and a private address directly', async () => {
  for (const host of ['127.0.0.1', '[::1]', '127.1', '0x7f000001', '[::ffff:127.0.0.1]'])
    expect(() => publicOnly(new URL(`https://${host}/`)), host).toThrow("isn't on the public internet");
  const { lookup } = publicOnly(new URL('https://localhost/'));
  const answer = await new Promise<Error | null>((resolve) =>
    lookup('localhost', { all: true }, (error) => resolve(error)),
  );
  expect(answer?.message).toBe("localhost isn't on the public internet");
});
