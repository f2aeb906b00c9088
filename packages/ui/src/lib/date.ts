import { formats as chosen, HOUSE_LOCALE, language } from '@troupe/i18n/language';

type Moment = string | number | Date;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Local date and time fields; months count from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of an instant, by default in the user's time zone. */
export function wallTime(at: Date, timeZone = chosen().timeZone): WallTime {
  const key = timeZone ?? '';
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(key, format);
  }
  const found: Record<string, number> = {};
  for (const part of format.formatToParts(at)) found[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = found;
  return { year, month, day, hour, minute };
}

const two = (value: number) => String(value).padStart(2, '0');

/** Formats with the user's locale; undefined if they use the product's default. */
function localised(at: Moment, timeZone: string | undefined, style: Intl.DateTimeFormatOptions) {
  const { locale, timeZone: zone } = chosen();
  if (locale === HOUSE_LOCALE) return undefined;
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: timeZone ?? zone }).format(new Date(at));
}

/** '12 Nov 2026', by default in the user's time zone. */
export function dayText(at: Moment, timeZone?: string): string {
  const other = localised(at, timeZone, { dateStyle: 'medium' });
  if (other) return other;
  const { year, month, day } = wallTime(new Date(at), timeZone);
  return `${day} ${months[month - 1]} ${year}`;
}

/** '09:41', by default in the user's time zone. */
export function clockText(at: Moment, timeZone?: string): string {
  const other = localised(at, timeZone, { timeStyle: 'short' });
  if (other) return other;
  const { hour, minute } = wallTime(new Date(at), timeZone);
  return `${two(hour)}:${two(minute)}`;
}

/** '12 Nov 2026, 09:41', by default in the user's time zone. */
export const exactTime = (at: Moment, timeZone?: string): string =>
  localised(at, timeZone, { dateStyle: 'medium', timeStyle: 'short' }) ??
  `${dayText(at, timeZone)}, ${clockText(at, timeZone)}`;

const countUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The largest unit of a duration in milliseconds, with its count. */
function largestUnit(size: number): [count: number, unit: 'second' | 'minute' | 'hour' | 'day' | 'year'] {
  if (size < MINUTE) return [0, 'second'];
  if (size < HOUR) return [Math.floor(size / MINUTE), 'minute'];
  if (size < DAY) return [Math.floor(size / HOUR), 'hour'];
  if (size < 365 * DAY) return [Math.floor(size / DAY), 'day'];
  return [Math.floor(size / (365 * DAY)), 'year'];
}

function relativeInLanguage(age: number): string {
  const [count, unit] = largestUnit(Math.abs(age));
  const format = new Intl.RelativeTimeFormat(language(), { numeric: count === 0 ? 'auto' : 'always' });
  return format.format(age < 0 ? count : -count, unit);
}

/** 'just now', '4 min ago', '5 hours ago', '2 days ago' up to 7 days, then '12 Nov 2026'; 'in 3 days' ahead. */
export function relativeTime(at: Moment, now: Moment = Date.now(), timeZone?: string): string {
  const age = new Date(now).getTime() - new Date(at).getTime();
  const size = Math.abs(age);
  if (size > 7 * DAY) return dayText(at, timeZone);
  if (language() !== 'en') return relativeInLanguage(age);
  if (size < MINUTE) return 'just now';
  const text =
    size < HOUR
      ? `${Math.floor(size / MINUTE)} min`
      : size < DAY
        ? countUnit(Math.floor(size / HOUR), 'hour')
        : countUnit(Math.floor(size / DAY), 'day');
  return age < 0 ? `in ${text}` : `${text} ago`;
}

/** Short age next to a metric: 'now', '12 min', '5 h', '34 d', '2 y'. */
export function shortAge(at: Moment, now: Moment = Date.now()): string {
  const age = Math.max(0, new Date(now).getTime() - new Date(at).getTime());
  if (language() !== 'en' && age >= MINUTE) {
    const [count, unit] = largestUnit(age);
    return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
  }
  if (language() !== 'en') return relativeInLanguage(0);
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  if (age < 365 * DAY) return `${Math.floor(age / DAY)} d`;
  return `${Math.floor(age / (365 * DAY))} y`;
}
