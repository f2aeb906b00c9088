import { formats } from '@troupe/i18n/language';
import { wallTime } from './date.ts';

/** A day without a time, such as '2026-11-12'; empty for none. */
export type Day = string;

const DAY = 86_400_000;
const two = (value: number) => String(value).padStart(2, '0');

/** Midnight UTC of a day, so that its arithmetic knows no daylight saving. */
const asUtc = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const fromUtc = (at: Date): Day => at.toISOString().slice(0, 10);

/** Returns a day if it exists ('2026-02-30' doesn't). Years have four digits. */
export function dayOf(year: number, month: number, date: number): Day | null {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || date < 1 || date > 31) return null;
  const day = `${year}-${two(month)}-${two(date)}`;
  return fromUtc(asUtc(`${year}-${two(month)}-01`)).slice(0, 7) === day.slice(0, 7) &&
    new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date
    ? day
    : null;
}

/** The current day, by default in the user's time zone. */
export function today(now: Date = new Date(), timeZone?: string): Day {
  const { year, month, day } = wallTime(now, timeZone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The day `count` days later; negative for earlier. */
export const addDays = (day: Day, count: number): Day =>
  fromUtc(new Date(asUtc(day).getTime() + count * DAY));

/** The same day `count` months later, or the last one of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const at = asUtc(day);
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(at.getUTCDate(), last));
  return fromUtc(first);
}

/** First day of a week, 1 (Monday) to 7 (Sunday), as usual where `locale` is spoken. */
export function firstDayOfWeek(locale: string = formats().locale): number {
  // Not in every browser, and in older ones a property.
  const info = new Intl.Locale(locale) as {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
}

/** The first day of the week in which a day is. */
function weekStart(day: Day, firstDay: number = firstDayOfWeek()): Day {
  const weekday = asUtc(day).getUTCDay() || 7;
  return addDays(day, -((weekday - firstDay + 7) % 7));
}

/** The weeks that a month's calendar shows: whole weeks, with days of the months next to it. */
export function monthWeeks(month: Day, firstDay: number = firstDayOfWeek()): Day[][] {
  const first = `${month.slice(0, 7)}-01`;
  const weeks: Day[][] = [];
  for (
    let start = weekStart(first, firstDay);
    start.slice(0, 7) <= month.slice(0, 7);
    start = addDays(start, 7)
  )
    weeks.push(Array.from({ length: 7 }, (_, place) => addDays(start, place)));
  return weeks;
}

/** The day to which a key moves in a calendar; null for other keys. */
export function dayAfterKey(
  day: Day,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { rtl, firstDay }: { rtl: boolean; firstDay: number },
): Day | null {
  const forward = rtl ? -1 : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -forward);
    case 'ArrowRight':
      return addDays(day, forward);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    case 'Home':
      return weekStart(day, firstDay);
    case 'End':
      return addDays(weekStart(day, firstDay), 6);
    default:
      return null;
  }
}

const format = (style: Intl.DateTimeFormatOptions, locale = formats().locale) =>
  new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });

/** 'November 2026' */
export const monthTitle = (day: Day): string => format({ month: 'long', year: 'numeric' }).format(asUtc(day));

/** 'Thursday, 12 November 2026' */
export const longDay = (day: Day): string => format({ dateStyle: 'full' }).format(asUtc(day));

/** Short and long names of the days of a week, from `firstDay`. */
export function weekdayNames(firstDay: number = firstDayOfWeek()): { short: string; long: string }[] {
  const start = weekStart('2026-11-09', firstDay);
  return Array.from({ length: 7 }, (_, place) => {
    const at = asUtc(addDays(start, place));
    return { short: format({ weekday: 'short' }).format(at), long: format({ weekday: 'long' }).format(at) };
  });
}

type Part = 'year' | 'month' | 'day';

/** The order in which a locale writes a date in numbers. */
const numericOrder = (locale: string): Part[] =>
  format({ year: 'numeric', month: '2-digit', day: '2-digit' }, locale)
    .formatToParts(asUtc('2026-11-12'))
    .map(({ type }) => type)
    .filter((type): type is Part => type === 'year' || type === 'month' || type === 'day');

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('.', '');

/** The month that a word names in the locale or in English, from three letters on; null if none. */
function monthNamed(word: string, locale: string): number | null {
  if (word.length < 3) return null;
  for (const language of [locale, 'en'])
    for (const month of ['long', 'short'] as const)
      for (let number = 1; number <= 12; number++) {
        const name = plain(
          format({ month, day: 'numeric' }, language)
            .formatToParts(asUtc(`2026-${two(number)}-01`))
            .find(({ type }) => type === 'month')?.value ?? '',
        );
        if (name.startsWith(word) || (name.length >= 3 && word.startsWith(name))) return number;
      }
  return null;
}

const fullYear = (text: string) => (text.length <= 2 ? 2000 + Number(text) : Number(text));

/**
 * Reads a day as people type it: '2026-11-12', '12 Nov 2026', 'November 12', '12.11.26', in the order of the locale.
 * Without a year it is the current one. Null if it isn't a day.
 */
export function parseDay(text: string, now: Day = today(), locale: string = formats().locale): Day | null {
  const numbers = text.match(/\d+/g) ?? [];
  const [first = '', second = '', third] = numbers;
  if (numbers.length > 3 || numbers.length === 0) return null;
  const year = now.slice(0, 4);
  const word = plain(text)
    .match(/\p{L}+/gu)
    ?.find((each) => monthNamed(each, locale) !== null);
  if (word && numbers.length <= 2) {
    const month = monthNamed(word, locale) ?? 0;
    if (first.length === 4) return dayOf(Number(first), month, Number(second));
    return dayOf(fullYear(second || year), month, Number(first));
  }
  if (numbers.length === 1) return null;
  if (first.length === 4)
    return third === undefined ? null : dayOf(Number(first), Number(second), Number(third));
  const order = numericOrder(locale).filter((part) => third !== undefined || part !== 'year');
  const of = (part: Part) => numbers[order.indexOf(part)] ?? '';
  return dayOf(fullYear(third === undefined ? year : of('year')), Number(of('month')), Number(of('day')));
}

/** Whether a typed day is written out, with a year of four digits, so that it can be used while typing. */
export const isWrittenOut = (text: string): boolean => /(^|\D)\d{4}(\D|$)/.test(text.trim());

/** Reads a time as people type it: '9:41', '0941', '9 pm'. Null if it isn't one; else 'HH:MM'. */
export function parseTime(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.h ]?(\d\d))?\s*([ap])?\.?m?\.?$/i.exec(text.trim());
  if (!found) return null;
  const [, hours = '', minutes = '0', half] = found;
  const typed = Number(hours);
  if (half && (typed < 1 || typed > 12)) return null;
  const hour = half ? (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typed;
  return hour > 23 || Number(minutes) > 59 ? null : `${two(hour)}:${two(Number(minutes))}`;
}
