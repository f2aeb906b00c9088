import { expect, test } from 'vitest';
import { dayText, exactTime, relativeTime, shortAge } from './date.ts';

const now = '2026-11-20T10:42:00Z';

test('a time reads relative up to seven days and as a date after that', () => {
  expect(relativeTime('2026-11-20T10:41:30Z', now, 'UTC')).toBe('just now');
  expect(relativeTime('2026-11-20T10:38:00Z', now, 'UTC')).toBe('4 min ago');
  expect(relativeTime('2026-11-20T09:00:00Z', now, 'UTC')).toBe('1 hour ago');
  expect(relativeTime('2026-11-18T07:12:00Z', now, 'UTC')).toBe('2 days ago');
  expect(relativeTime('2026-11-13T10:42:00Z', now, 'UTC')).toBe('7 days ago');
  expect(relativeTime('2026-11-13T10:41:00Z', now, 'UTC')).toBe('13 Nov 2026');
  expect(relativeTime('2026-11-12T09:41:00Z', now, 'UTC')).toBe('12 Nov 2026');
  expect(relativeTime('2026-11-23T10:42:00Z', now, 'UTC')).toBe('in 3 days');
});

test('a date and an exact time are those of the time zone of the person', () => {
  expect(dayText('2026-11-12T23:30:00Z', 'UTC')).toBe('12 Nov 2026');
  expect(dayText('2026-11-12T23:30:00Z', 'Europe/Berlin')).toBe('13 Nov 2026');
  expect(exactTime('2026-11-12T23:30:00Z', 'America/New_York')).toBe('12 Nov 2026, 18:30');
  expect(exactTime('2026-09-03T00:05:00Z', 'UTC')).toBe('3 Sep 2026, 00:05');
});

test('the age beside a figure is short', () => {
  expect(shortAge('2026-11-20T10:41:30Z', now)).toBe('now');
  expect(shortAge('2026-11-20T10:30:00Z', now)).toBe('12 min');
  expect(shortAge('2026-11-20T05:00:00Z', now)).toBe('5 h');
  expect(shortAge('2026-10-17T10:00:00Z', now)).toBe('34 d');
  expect(shortAge('2024-11-01T10:00:00Z', now)).toBe('2 y');
  expect(shortAge('2027-01-01T00:00:00Z', now)).toBe('now');
});
