import { afterEach, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayAfterKey,
  dayOf,
  firstDayOfWeek,
  isWrittenOut,
  monthWeeks,
  parseDay,
  parseTime,
  today,
  weekdayNames,
} from './calendar.ts';
import { setFormats } from './format.ts';

afterEach(() => setFormats({ locale: null, timeZone: null }));

test('knows which days exist', () => {
  expect(dayOf(2028, 2, 29)).toBe('2028-02-29');
  expect(dayOf(2026, 2, 29)).toBeNull();
  expect(dayOf(2026, 13, 1)).toBeNull();
  expect(dayOf(2026, 4, 31)).toBeNull();
  expect(dayOf(26, 4, 3)).toBeNull();
});

test('moves by days and months', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
});

test('moves by keys, mirrored where the language runs from right to left', () => {
  const after = (key: string, shiftKey = false, rtl = false) =>
    dayAfterKey('2026-11-12', { key, shiftKey }, { rtl, firstDay: 1 });
  expect(after('ArrowLeft')).toBe('2026-11-11');
  expect(after('ArrowLeft', false, true)).toBe('2026-11-13');
  expect(after('ArrowDown')).toBe('2026-11-19');
  expect(after('PageUp')).toBe('2026-10-12');
  expect(after('PageDown', true)).toBe('2027-11-12');
  expect(after('Home')).toBe('2026-11-09');
  expect(after('End')).toBe('2026-11-15');
  expect(after('a')).toBeNull();
});

test('shows whole weeks, which start as usual in the locale', () => {
  expect(firstDayOfWeek('en-US')).toBe(7);
  expect(firstDayOfWeek('de-DE')).toBe(1);
  const november = monthWeeks('2026-11-12', 1);
  expect(november).toHaveLength(6);
  expect(november[0]?.[0]).toBe('2026-10-26');
  expect(november.at(-1)?.[6]).toBe('2026-12-06');
  expect(monthWeeks('2026-11-12', 7)[0]?.[0]).toBe('2026-11-01');
  // February 2027 starts on a Monday and has four weeks.
  expect(monthWeeks('2027-02-01', 1)).toHaveLength(4);
  setFormats({ locale: 'de-DE', timeZone: null });
  expect(weekdayNames()[0]).toEqual({ short: 'Mo', long: 'Montag' });
});

test.each([
  ['2026-11-12', 'en-GB', '2026-11-12'],
  ['2026-1-2', 'en-US', '2026-01-02'],
  ['12 Nov 2026', 'en-GB', '2026-11-12'],
  ['12 Nov', 'en-GB', '2026-11-12'],
  ['November 12, 2027', 'en-US', '2027-11-12'],
  ['12/11/2026', 'en-GB', '2026-11-12'],
  ['12/11/2026', 'en-US', '2026-12-11'],
  ['1/2', 'en-US', '2026-01-02'],
  ['12.11.26', 'de-DE', '2026-11-12'],
  ['12. März 2026', 'de-DE', '2026-03-12'],
  ['12 mar 2026', 'de-DE', '2026-03-12'],
  ['12 de noviembre de 2026', 'es-ES', '2026-11-12'],
  ['2026年11月12日', 'ja-JP', '2026-11-12'],
  ['31 Feb 2026', 'en-GB', null],
  ['31/2/2026', 'en-GB', null],
  ['soon', 'en-GB', null],
  ['12', 'en-GB', null],
  ['1.2.3.4', 'en-GB', null],
  ['', 'en-GB', null],
])('reads %o in %s as %s', (text, locale, day) => {
  expect(parseDay(text, '2026-11-20', locale)).toBe(day);
});

test('uses a day while it is typed once its year is complete', () => {
  expect(['12 Nov 2026', '2026-11-12', '12.11.2026'].every(isWrittenOut)).toBe(true);
  expect(['12 Nov', '12 Nov 20', '12.11.26'].some(isWrittenOut)).toBe(false);
});

test.each([
  ['9', '09:00'],
  ['9:41', '09:41'],
  ['0941', '09:41'],
  ['9.41', '09:41'],
  ['9 pm', '21:00'],
  ['12:30am', '00:30'],
  ['12 PM', '12:00'],
  ['24:00', null],
  ['9:60', null],
  ['13 pm', null],
  ['noon', null],
])('reads the time %o as %s', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test("today is the day in the person's time zone, or in another", () => {
  setFormats({ locale: null, timeZone: 'Pacific/Auckland' });
  expect(today(new Date('2026-11-12T20:00:00Z'))).toBe('2026-11-13');
  expect(today(new Date('2026-11-12T18:14:00Z'), 'Asia/Kathmandu')).toBe('2026-11-12');
  expect(today(new Date('2026-11-12T18:16:00Z'), 'Asia/Kathmandu')).toBe('2026-11-13');
});
