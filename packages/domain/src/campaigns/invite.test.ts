import { expect, test } from 'vitest';
import {
  CONTACT_DAYS,
  type InviteStatus,
  inviteReason,
  MAX_BULK_INVITE,
  MAX_SCHEDULE_DAYS,
} from './invite.ts';

test.each<[InviteStatus, string | null, string | null]>([
  // The email has a reason.
  ['bounced', '550 No such user', '550 No such user'],
  ['failed', 'Unsubscribed', 'Unsubscribed'],
  ['deferred', '421 Later', '421 Later'],
  // The email has no reason.
  ['bounced', null, 'The email bounced. Check the address.'],
  ['failed', null, "We couldn't send this email."],
  ['uncertain', null, "We can't confirm this email was sent. Mark it as sent, or send it again."],
  ['unsubscribed', null, 'The creator unsubscribed from your emails.'],
  ['queued', null, null],
  // Later statuses ignore earlier delivery problems.
  ...(['sent', 'replied', 'cancelled', 'opted_in', 'approved', 'collaborating'] as const).map(
    (status): [InviteStatus, string, null] => [status, '421 Later', null],
  ),
  ...(['posted', 'completed', 'declined', 'withdrawn'] as const).map(
    (status): [InviteStatus, string, null] => [status, '421 Later', null],
  ),
])('a %s invite with the reason %j shows %j', (status, reason, said) => {
  expect(inviteReason(status, reason)).toBe(said);
});

test('enforces invite limits', () => {
  expect([CONTACT_DAYS, MAX_SCHEDULE_DAYS, MAX_BULK_INVITE]).toEqual([7, 90, 5000]);
});
