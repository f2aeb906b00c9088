import { expect, test } from 'vitest';
import { DomainName, EmailDomainForm } from './email-domain.ts';

const form = { domain: 'mail.larkmoor.example', fromName: 'Mia', fromAddress: 'mia@mail.larkmoor.example' };
const refused = (change: object) =>
  EmailDomainForm.safeParse({ ...form, ...change }).error?.issues.map(({ path }) => path.join('.'));

test('a domain defaults to 500 emails a day, two seconds apart', () => {
  expect(EmailDomainForm.parse(form)).toEqual({ ...form, dailyCap: 500, spacingSeconds: 2 });
});

test.each([
  ['mail.larkmoor.example', 'mail.larkmoor.example'],
  [' @Mail.Larkmoor.Example. ', 'mail.larkmoor.example'],
  ['a-b.co', 'a-b.co'],
  [`${'x'.repeat(63)}.example`, `${'x'.repeat(63)}.example`],
  [`${'x'.repeat(64)}.example`, null],
  ['larkmoor', null],
  ['-a.example', null],
  ['a-.example', null],
  ['a..example', null],
  ['a_b.example', null],
  ['10.0.0.1', null],
  ['a.1b', 'a.1b'],
  ['a.b1', 'a.b1'],
  ['mia@larkmoor.example', null],
  [`${'a.'.repeat(126)}x`, `${'a.'.repeat(126)}x`],
  [`${'a.'.repeat(126)}xx`, null],
])('reads the domain %j as %j', (typed, domain) => {
  const { success, data } = DomainName.safeParse(typed);
  expect(success ? data : null).toBe(domain);
});

test('the address is in the domain, the name on one line and the sending rate within limits', () => {
  expect(refused({ fromAddress: 'mia@larkmoor.example' })).toEqual(['fromAddress']);
  expect(refused({ fromAddress: 'mia' })).toEqual(['fromAddress']);
  expect(refused({ fromAddress: ' MIA@mail.larkmoor.example ' })).toBeUndefined();
  expect(refused({ fromAddress: `${'x'.repeat(240)}@mail.larkmoor.example` })).toContain('fromAddress');
  for (const fromName of [' ', 'Mia\r', 'Mia\nBcc', 'x'.repeat(121)])
    expect(refused({ fromName })).toEqual(['fromName']);
  expect(refused({ fromName: 'x'.repeat(120) })).toBeUndefined();
  for (const dailyCap of [0, 100_001, 1.5]) expect(refused({ dailyCap })).toEqual(['dailyCap']);
  for (const dailyCap of [1, 100_000]) expect(refused({ dailyCap })).toBeUndefined();
  for (const spacingSeconds of [-1, 3601]) expect(refused({ spacingSeconds })).toEqual(['spacingSeconds']);
  for (const spacingSeconds of [0, 0.5, 3600]) expect(refused({ spacingSeconds })).toBeUndefined();
});
