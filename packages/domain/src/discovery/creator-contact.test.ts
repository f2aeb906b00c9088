import { expect, test } from 'vitest';
import {
  areContactsValid,
  CONTACT_TOKENS,
  CONTACT_VALID_DAYS,
  contactsExpiry,
  emailOf,
} from './creator-contact.ts';

test('contact details are valid for 90 days', () => {
  expect([CONTACT_VALID_DAYS, CONTACT_TOKENS]).toEqual([90, 0.04]);
  const fetched = '2026-01-01T00:00:00.000Z';
  expect(contactsExpiry(fetched)).toBe('2026-04-01T00:00:00.000Z');
  expect(areContactsValid(fetched, new Date('2026-03-31T23:59:59.999Z'))).toBe(true);
  expect(areContactsValid(fetched, new Date('2026-04-01T00:00:00.000Z'))).toBe(false);
  expect(areContactsValid(null, new Date('2026-01-01T00:00:00.000Z'))).toBe(false);
});

test.each([
  ['email', ' Hello@Hana.example ', 'hello@hana.example'],
  ['E-Mail', 'mailto:hello@hana.example', 'hello@hana.example'],
  ['email', 'xmailto:hello@hana.example', 'xmailto:hello@hana.example'],
  ['my email', 'hello@hana.example', null],
  ['emails', 'hello@hana.example', null],
  ['instagram', 'hello@hana.example', null],
  ['email', 'hello@hana', null],
  ['email', 'hello@hana.example.', null],
  ['email', 'hello hana@hana.example', null],
  ['email', '<hello@hana.example>', null],
  ['email', 'a@b@hana.example', null],
  ['email', '@hana.example', null],
  ['email', `${'x'.repeat(241)}@hana.example`, `${'x'.repeat(241)}@hana.example`],
  ['email', `${'x'.repeat(242)}@hana.example`, null],
])('the contact %s %s has the address %s', (type, value, address) => {
  expect(emailOf([{ type, value }])).toBe(address);
});

test('uses the first valid address', () => {
  expect(emailOf([])).toBeNull();
  expect(
    emailOf([
      { type: 'email', value: 'none' },
      { type: 'email', value: 'one@hana.example' },
      { type: 'email', value: 'two@hana.example' },
    ]),
  ).toBe('one@hana.example');
});
