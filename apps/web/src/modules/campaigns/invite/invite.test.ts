import { timeField } from '@troupe/ui/lib/wall-time';
import { expect, test } from 'vitest';
import { isNarrowed, readInvitesAddress } from './invite-address.ts';
import {
  type InviteEmail,
  inviteEmailBody,
  inviteEmailProblem,
  newInviteEmail,
  timeLimits,
} from './invite-email.ts';

const campaign = '01890000-0000-7000-8000-000000000000';

test('the URL of the invites keeps the filters', () => {
  expect(readInvitesAddress({ q: 'maya', status: ['sent', 'replied'], campaign })).toMatchObject({
    q: 'maya',
    status: ['sent', 'replied'],
    campaign,
  });
});

test('a handwritten URL drops invalid values', () => {
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

const now = new Date(2026, 10, 20, 14, 5);
const letter = (part: Partial<InviteEmail>): InviteEmail => ({
  ...newInviteEmail(now),
  campaignId: 'c',
  ...part,
});

test('[R5.006] an invite waits for a campaign', () => {
  expect(inviteEmailProblem(newInviteEmail(now), now)).toBe('Choose a campaign first');
  expect(inviteEmailProblem(letter({}), now)).toBeUndefined();
});

test('[R5.007] with a custom message an invite waits for a template', () => {
  expect(inviteEmailProblem(letter({ custom: true }), now)).toBe('Choose an email template first');
  expect(inviteEmailProblem(letter({ custom: true, templateId: 't' }), now)).toBeUndefined();
});

test('a template chosen earlier is not used once the custom message is off again', () => {
  expect(inviteEmailBody(letter({ custom: false, templateId: 't' }))).toEqual({
    campaignId: 'c',
    templateId: null,
    sendAt: null,
    sendLocal: null,
    sequenceId: null,
  });
});

test('an invite can leave later, but neither in the past nor after 90 days', () => {
  const at = (days: number) =>
    letter({ later: true, sendAt: timeField(new Date(now.getTime() + days * 864e5)) });
  expect(inviteEmailProblem(at(1), now)).toBeUndefined();
  expect(inviteEmailBody(at(1)).sendAt).toBe(new Date(2026, 10, 21, 14, 5).toISOString());
  expect(inviteEmailProblem(at(-1), now)).toBe('Choose a time in the future');
  expect(inviteEmailProblem(at(91), now)).toBe('Choose a time within the next 90 days');
  expect(inviteEmailProblem(letter({ later: true, sendAt: '' }), now)).toBe('Choose when to send the invite');
  expect(timeLimits(now).min).toBe('2026-11-20T14:05');
});

test('sending later suggests the next morning', () => {
  expect(newInviteEmail(new Date(2026, 11, 31, 23)).sendAt).toBe('2027-01-01T09:00');
});
