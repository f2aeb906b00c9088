import { expect, test } from 'vitest';
import { isNarrowed, readInvitesAddress } from './invite-address.ts';

const campaign = '01890000-0000-7000-8000-000000000000';

test('the address of the invites keeps what is looked for', () => {
  expect(readInvitesAddress({ q: 'maya', status: ['sent', 'replied'], campaign })).toMatchObject({
    q: 'maya',
    status: ['sent', 'replied'],
    campaign,
  });
});

test('an address written by hand leaves out what makes no sense', () => {
  const read = readInvitesAddress({
    q: ['a', 'b'],
    status: ['sent', 'lost'],
    campaign: 'x',
    breakdown: 'yes',
  });
  expect(read).toEqual({
    q: 'a',
    status: ['sent'],
    campaign: undefined,
    creator: undefined,
    breakdown: undefined,
    insights: undefined,
  });
});

test('an open creator does not narrow the invites', () => {
  expect(isNarrowed({ creator: campaign })).toBe(false);
  expect(isNarrowed({ status: ['bounced'] })).toBe(true);
});
