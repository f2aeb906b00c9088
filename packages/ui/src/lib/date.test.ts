import { setLanguage } from '@troupe/i18n/language';
import { afterEach, expect, test } from 'vitest';
import { clockText, dayText, exactTime, monthText, relativeTime, shortAge, shortDayText } from './date.ts';
import { compactCount, exactNumber, percent, setFormats } from './format.ts';
import { dateField, readField, timeField } from './wall-time.ts';

const now = '2026-11-20T10:42:00Z';

test('shows relative times up to seven days, then dates', () => {
  expect(relativeTime('2026-11-20T10:41:30Z', now, 'UTC')).toBe('just now');
  expect(relativeTime('2026-11-20T10:38:00Z', now, 'UTC')).toBe('4 min ago');
  expect(relativeTime('2026-11-20T09:00:00Z', now, 'UTC')).toBe('1 hour ago');
  expect(relativeTime('2026-11-18T07:12:00Z', now, 'UTC')).toBe('2 days ago');
  expect(relativeTime('2026-11-13T10:42:00Z', now, 'UTC')).toBe('7 days ago');
  expect(relativeTime('2026-11-13T10:41:00Z', now, 'UTC')).toBe('13 Nov 2026');
  expect(relativeTime('2026-11-12T09:41:00Z', now, 'UTC')).toBe('12 Nov 2026');
  expect(relativeTime('2026-11-23T10:42:00Z', now, 'UTC')).toBe('in 3 days');
});

test("shows dates and exact times in the user's time zone", () => {
  expect(dayText('2026-11-12T23:30:00Z', 'UTC')).toBe('12 Nov 2026');
  expect(dayText('2026-11-12T23:30:00Z', 'Europe/Berlin')).toBe('13 Nov 2026');
  expect(exactTime('2026-11-12T23:30:00Z', 'America/New_York')).toBe('12 Nov 2026, 18:30');
  expect(exactTime('2026-09-03T00:05:00Z', 'UTC')).toBe('3 Sep 2026, 00:05');
});

test('shortens ages in tight places by the same rule: counted up to seven days, then dates', () => {
  setFormats({ locale: null, timeZone: 'UTC' });
  expect(shortAge('2026-11-20T10:41:30Z', now)).toBe('now');
  expect(shortAge('2026-11-20T10:30:00Z', now)).toBe('12 min');
  expect(shortAge('2026-11-20T05:00:00Z', now)).toBe('5 h');
  expect(shortAge('2026-11-18T07:12:00Z', now)).toBe('2 d');
  expect(shortAge('2026-11-13T10:42:00Z', now)).toBe('7 d');
  expect(shortAge('2026-11-13T10:41:00Z', now)).toBe('13 Nov');
  expect(shortAge('2026-10-17T10:00:00Z', now)).toBe('17 Oct');
  expect(shortAge('2024-11-01T10:00:00Z', now)).toBe('Nov 2024');
  expect(shortAge('2027-01-01T00:00:00Z', now)).toBe('now');
});

test('writes ages in the language of the person, dates in their format', () => {
  setLanguage('de');
  setFormats({ locale: 'de-DE', timeZone: 'UTC' });
  expect(relativeTime('2026-11-18T07:12:00Z', now)).toBe('vor 2 Tagen');
  expect(relativeTime('2026-11-20T10:41:30Z', now)).toBe('jetzt');
  expect(relativeTime('2026-11-12T09:41:00Z', now)).toBe('12.11.2026');
  expect(shortAge('2026-11-20T05:00:00Z', now)).toBe('5h');
  expect(shortAge('2026-10-17T10:00:00Z', now)).toBe('17. Okt.');
  expect(shortAge('2024-11-01T10:00:00Z', now)).toBe('Nov. 2024');
});

test('names days without their year and months with it', () => {
  setFormats({ locale: null, timeZone: 'America/New_York' });
  expect([shortDayText(at, 'UTC'), shortDayText(at, 'Asia/Tokyo')]).toEqual(['12 Nov', '13 Nov']);
  expect(monthText('2026-11-01T00:30:00Z', 'UTC')).toBe('Nov 2026');
  setFormats({ locale: 'de-DE', timeZone: 'America/New_York' });
  expect([shortDayText(at, 'Asia/Tokyo'), monthText(at, 'UTC')]).toEqual(['13. Nov.', 'Nov. 2026']);
});

afterEach(() => {
  setLanguage('en');
  setFormats({ locale: null, timeZone: null });
});

const at = '2026-11-12T23:30:00Z';

test('uses the time zone that the user chose', () => {
  setFormats({ locale: null, timeZone: 'Asia/Tokyo' });
  expect(exactTime(at)).toBe('13 Nov 2026, 08:30');
  expect(relativeTime(at, '2026-12-20T00:00:00Z')).toBe('13 Nov 2026');
  setFormats({ locale: null, timeZone: 'America/New_York' });
  expect(exactTime(at)).toBe('12 Nov 2026, 18:30');
  expect(dayText(at, 'Europe/Berlin')).toBe('13 Nov 2026');
});

test('formats dates and numbers the way the user chose', () => {
  setFormats({ locale: 'de-DE', timeZone: 'UTC' });
  expect(dayText(at)).toBe('12.11.2026');
  expect(clockText(at)).toBe('23:30');
  expect(exactNumber(84213.5)).toBe('84.213,5');
  expect(compactCount(12345)).toBe('12,3k');
  expect(percent(0.837, 1)).toBe('83,7%');
  setFormats({ locale: 'en-US', timeZone: 'UTC' });
  expect(dayText(at)).toBe('Nov 12, 2026');
  expect(exactTime(at)).toMatch(/^Nov 12, 2026, 11:30\sPM$/);
  expect(exactNumber(84213.5)).toBe('84,213.5');
});

test("uses the product's formats by default", () => {
  setFormats({ locale: null, timeZone: 'UTC' });
  expect(exactTime(at)).toBe('12 Nov 2026, 23:30');
  expect(compactCount(12345)).toBe('12.3k');
});

test('date fields use the chosen time zone', () => {
  setFormats({ locale: null, timeZone: 'America/New_York' });
  expect(readField('2026-11-12T18:30')?.toISOString()).toBe('2026-11-12T23:30:00.000Z');
  expect(readField('2026-07-01', { hour: 23, minute: 59 })?.toISOString()).toBe('2026-07-02T03:59:00.000Z');
  expect(timeField(new Date(at))).toBe('2026-11-12T18:30');
  expect(dateField(new Date('2026-11-12T03:00:00Z'))).toBe('2026-11-11');
  expect(readField('')).toBeNull();
  expect(readField('soon')).toBeNull();
});
