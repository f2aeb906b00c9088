import type { DomainRecord, EmailDomain } from '@troupe/domain/outreach/email-domain';
import { expect, test } from 'vitest';
import { recordsAsText, standing } from './domain-labels.ts';

const record = (fields: Partial<DomainRecord>): DomainRecord => ({
  purpose: 'spf',
  name: 'mail.example.com',
  type: 'TXT',
  value: 'v=spf1 ~all',
  priority: null,
  status: 'pending',
  found: [],
  problem: null,
  ...fields,
});

test('all records are copied as lines that name servers take, a priority before its host', () => {
  expect(
    recordsAsText([
      record({}),
      record({ name: 'bounce.example.com', type: 'MX', value: 'mx.example.com', priority: 10 }),
    ]),
  ).toBe('mail.example.com\tTXT\tv=spf1 ~all\nbounce.example.com\tMX\t10\tmx.example.com');
});

test('every state of a domain says what to do', () => {
  const said = (status: EmailDomain['status']) => standing({ domain: 'a.example', status } as EmailDomain);
  expect(said('verified')).toMatch(/Invites are sent from/);
  expect(said('pending')).toMatch(/^Add these records/);
  expect(said('failed')).toMatch(/check again\.$/);
  expect(said('broken')).toMatch(/was verified, but its records changed/);
});
