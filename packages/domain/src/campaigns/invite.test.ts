import { expect, test } from 'vitest';
import {
  CONTACT_DAYS,
  INVITE_STATUS_MEANINGS,
  INVITE_STATUS_NAMES,
  InviteStatus,
  inviteReason,
  MAX_BULK_INVITE,
  MAX_SCHEDULE_DAYS,
  SKIP_REASON_NAMES,
  SkipReason,
} from './invite.ts';

test('statuses have labels', () => {
  expect(InviteStatus.options.map((status) => INVITE_STATUS_NAMES[status])).toEqual([
    ...['Scheduled', 'Waiting to send', 'Sent', 'Delayed', 'Bounced', 'Not sent', 'Unconfirmed', 'Replied'],
    ...['Unsubscribed', 'Canceled', 'Opted in', 'Approved', 'Collaborating', 'Posted', 'Completed'],
    ...['Declined', 'Withdrawn'],
  ]);
});

test('every status and skip reason has a unique explanation', () => {
  const meanings = InviteStatus.options.map((status) => INVITE_STATUS_MEANINGS[status]);
  expect(new Set(meanings).size).toBe(17);
  expect(INVITE_STATUS_MEANINGS.deferred).toBe("The recipient's mail server asked us to try again later.");
  const skipped = SkipReason.options.map((reason) => SKIP_REASON_NAMES[reason]);
  expect(new Set(skipped).size).toBe(6);
  expect(SKIP_REASON_NAMES.no_contact).toBe('No contact info');
});

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
