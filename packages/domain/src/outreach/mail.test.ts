import { expect, test } from 'vitest';
import { isAboutRecipient, lastSendAt, type MailPace, nextSendAt, retryAt, sentToday } from './mail.ts';

const at = (text: string) => new Date(`2026-03-${text}:00Z`);
const pace = (more: Partial<MailPace> = {}): MailPace => ({
  dailyCap: 100,
  spacingSeconds: 60,
  day: '2026-03-02',
  sent: 0,
  nextAt: at('02T08:00'),
  ...more,
});

test('retries an email ten times over three days with growing delays', () => {
  const now = at('02T08:00');
  const minutes = Array.from({ length: 10 }, (_, n) => {
    const next = retryAt(n + 1, now);
    return next ? (next.getTime() - now.getTime()) / 60_000 : 0;
  });
  expect(minutes.slice(0, 4)).toEqual([1, 5, 15, 60]);
  expect([...minutes].sort((a, b) => a - b)).toEqual(minutes);
  expect(minutes.reduce((sum, one) => sum + one, 0) / 60).toBeLessThanOrEqual(72);
  expect(retryAt(11, now)).toBeNull();
});

test('spaces emails and continues the next day when the cap is reached', () => {
  const now = at('02T08:00');
  expect(nextSendAt(pace(), now)).toEqual(now);
  expect(nextSendAt(pace({ nextAt: at('02T08:01') }), now)).toEqual(at('02T08:01'));
  expect(nextSendAt(pace({ sent: 100 }), now)).toEqual(at('03T00:00'));
  expect(nextSendAt(pace({ sent: 100, day: '2026-03-01' }), now)).toEqual(now);
  expect(sentToday(pace({ sent: 100 }), at('03T00:00'))).toBe(0);
});

test('derives when the last email is sent from spacing and cap', () => {
  const first = at('02T08:00');
  expect(lastSendAt(pace(), 1, first)).toEqual(first);
  expect(lastSendAt(pace(), 100, first)).toEqual(at('02T09:39'));
  expect(lastSendAt(pace(), 101, first)).toEqual(at('03T00:00'));
  expect(lastSendAt(pace({ sent: 99 }), 3, first)).toEqual(at('03T00:01'));
  expect(lastSendAt(pace(), 250, first)).toEqual(at('04T00:49'));
  expect(lastSendAt(pace({ dailyCap: 100_000 }), 3, at('02T23:59'))).toEqual(at('03T00:01'));
  expect(lastSendAt(pace({ spacingSeconds: 0 }), 50, first)).toEqual(first);
});

test('suppresses an address only if the rejection is about it', () => {
  expect(isAboutRecipient('recipient', 550, '550 5.1.1 No such mailbox')).toBe(true);
  expect(isAboutRecipient('other', 550, '550 5.1.1 No such mailbox')).toBe(true);
  expect(isAboutRecipient('recipient', 550, '550 No such mailbox')).toBe(true);
  expect(isAboutRecipient('recipient', 550, '550 5.2.1 Mailbox disabled')).toBe(true);
  expect(isAboutRecipient('recipient', 550, '550 5.7.1 Relaying denied')).toBe(false);
  expect(isAboutRecipient('recipient', 550, '550 5.1.8 Bad sender')).toBe(false);
  expect(isAboutRecipient('other', 554, '554 Spam')).toBe(false);
});
