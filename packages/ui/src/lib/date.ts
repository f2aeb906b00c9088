import { ageText } from '@troupe/i18n/age-text';
import { formats as chosen, HOUSE_LOCALE } from '@troupe/i18n/language';
import { type WallTime, wallTimeIn } from '@troupe/i18n/wall-time';

type Moment = string | number | Date;

const DAY = 86_400_000;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the local time of an instant, by default in the user's time zone. */
export const wallTime = (at: Date, timeZone = chosen().timeZone): WallTime => wallTimeIn(timeZone, at);

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

/** Formatters of short dates; lists have one in each row. */
const shortDates = new Map<string, Intl.DateTimeFormat>();

function shortDate(at: Moment, recent: boolean, timeZone = chosen().timeZone): string {
  const { locale } = chosen();
  if (locale === HOUSE_LOCALE) {
    const { year, month, day } = wallTime(new Date(at), timeZone);
    return recent ? `${day} ${months[month - 1]}` : `${months[month - 1]} ${year}`;
  }
  const key = `${locale} ${timeZone} ${recent}`;
  let format = shortDates.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      timeZone,
      month: 'short',
      [recent ? 'day' : 'year']: 'numeric',
    });
    shortDates.set(key, format);
  }
  return format.format(new Date(at));
}

/** '12 Nov', by default in the user's time zone. */
export const shortDayText = (at: Moment, timeZone?: string): string => shortDate(at, true, timeZone);

/** 'Nov 2026', by default in the user's time zone. */
export const monthText = (at: Moment, timeZone?: string): string => shortDate(at, false, timeZone);

const since = (at: Moment, now: Moment) => new Date(now).getTime() - new Date(at).getTime();

/** The age of a moment by the rule of `ageText`: '2 days ago' up to 7 days, then '12 Nov 2026'. */
export const relativeTime = (at: Moment, now: Moment = Date.now(), timeZone?: string): string =>
  ageText(since(at, now)) ?? dayText(at, timeZone);

/** The same beside a figure or in a narrow column: '2 d' up to 7 days, then '17 Oct', after a year 'Nov 2024'. */
export function shortAge(at: Moment, now: Moment = Date.now()): string {
  const age = Math.max(0, since(at, now));
  return ageText(age, 'short') ?? shortDate(at, age < 365 * DAY);
}
