import { expect, test } from 'vitest';
import { isAboutRecipient, lastSendAt, mailDay, nextSendAt, RETRY_MINUTES } from './mail.ts';

const at = (text: string) => new Date(`2026-03-${text}Z`);
const pace = { dailyCap: 100, spacingSeconds: 60, day: '2026-03-02', sent: 0, nextAt: at('02T08:00:00') };

test('there are ten retries over 71 hours', () => {
  expect(RETRY_MINUTES).toEqual([1, 5, 15, 60, 120, 240, 480, 720, 1200, 1440]);
  expect(mailDay(at('02T23:59:59'))).toBe('2026-03-02');
});

test('an email scheduled for tomorrow or later is sent on time', () => {
  expect(nextSendAt({ ...pace, sent: 100, nextAt: at('03T05:00:00') }, at('02T08:00:00'))).toEqual(
    at('03T05:00:00'),
  );
  expect(nextSendAt({ ...pace, sent: 99 }, at('02T09:00:00'))).toEqual(at('02T09:00:00'));
});

test('spacing limits a large daily cap', () => {
  // A day has room for 24 emails an hour apart; two of them remain on the first day.
  const hourly = { ...pace, dailyCap: 1000, spacingSeconds: 3600 };
  expect(lastSendAt(hourly, 2, at('02T22:00:00'))).toEqual(at('02T23:00:00'));
  expect(lastSendAt(hourly, 3, at('02T22:00:00'))).toEqual(at('03T00:00:00'));
  expect(lastSendAt(hourly, 26, at('02T22:00:00'))).toEqual(at('03T23:00:00'));
  expect(lastSendAt(hourly, 27, at('02T22:00:00'))).toEqual(at('04T00:00:00'));
  expect(lastSendAt(hourly, 0, at('02T22:00:00'))).toEqual(at('02T22:00:00'));
});

test('without spacing only the daily cap counts', () => {
  const burst = { ...pace, spacingSeconds: 0 };
  expect(lastSendAt(burst, 100, at('02T08:00:00'))).toEqual(at('02T08:00:00'));
  expect(lastSendAt(burst, 101, at('02T08:00:00'))).toEqual(at('03T00:00:00'));
  expect(lastSendAt(burst, 201, at('02T08:00:00'))).toEqual(at('04T00:00:00'));
});

test.each([
  ['other', 550, '550 No', false],
  ['recipient', 552, '552 Full', false],
  ['recipient', 551, '551 Moved', true],
  ['recipient', 553, '553 Name', true],
  ['other', 550, '550 5.1.10 Null MX', true],
  ['other', 550, '550 5.1.7 Sender', false],
  ['other', 550, '550 5.1.8 Sender', false],
  ['other', 552, '552 5.2.2 Full', false],
  ['other', 550, '550 5.2.1 Disabled', true],
  ['recipient', 550, '550 5.3.1 Full', false],
  ['recipient', 550, '550 5.11.1 x', false],
] as const)('rejected at %s with %i %s, suppresses the recipient: %s', (stage, code, answer, about) => {
  expect(isAboutRecipient(stage, code, answer)).toBe(about);
});
