import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const env = {
  DATABASE_URL: 'postgres://localhost/auth',
  ISSUER: 'http://localhost:4001',
  WEB_ORIGIN: 'http://localhost:3000',
  PORTAL_ORIGIN: 'http://localhost:3001',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'Troupe <login@troupe.test>',
  SECRET_KEY: 'a secret for tests only',
};
const trusts = (value: string | undefined, address: string, hop = 0) =>
  readConfig({ ...env, ...(value === undefined ? {} : { TRUST_PROXY: value }) }).trustProxy(address, hop);

test('TRUST_PROXY accepts the same values as in the API', () => {
  expect([
    trusts('loopback', '127.0.0.1'),
    trusts('loopback', '::1'),
    trusts('loopback', '10.0.0.5'),
  ]).toEqual([...[true, true, false]]);
  expect([trusts('10.0.0.0/8, loopback', '10.0.0.5'), trusts('10.0.0.0/8', '11.0.0.5')]).toEqual([
    true,
    false,
  ]);
  expect([trusts('1', '203.0.113.1'), trusts('1', '203.0.113.1', 1), trusts('0', '127.0.0.1')]).toEqual([
    ...[true, false, false],
  ]);
  expect(() => trusts('everybody', '127.0.0.1')).toThrow('TRUST_PROXY: must be 0, 1, loopback');
});

test('without TRUST_PROXY, only an https login host trusts the nearest proxy', () => {
  expect(trusts(undefined, '127.0.0.1')).toBe(false);
  expect(readConfig({ ...env, ISSUER: 'https://login.example' }).trustProxy('10.0.0.5', 0)).toBe(true);
});
