import { language } from './language.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ages are counted up to here. Older moments are dates. */
const COUNTED = 7 * DAY;

type Unit = 'second' | 'minute' | 'hour' | 'day';

const shortUnits = { minute: 'min', hour: 'h', day: 'd' } as const;

/** The largest whole unit of a duration; below a minute it is 0 seconds. */
function largestUnit(size: number): [count: number, unit: Unit] {
  if (size < MINUTE) return [0, 'second'];
  if (size < HOUR) return [Math.floor(size / MINUTE), 'minute'];
  if (size < DAY) return [Math.floor(size / HOUR), 'hour'];
  return [Math.floor(size / DAY), 'day'];
}

const numbered = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/**
 * Writes how long ago something was, in its largest whole unit: 'just now', '4 min ago', '5 hours ago', '2 days ago',
 * and 'in 3 days' ahead. This is the rule for every age in the product:
 *
 * - Ages are counted up to seven days. Beyond them the caller writes the date, so no one has to work out when
 *   '34 days ago' was.
 * - Marks beside figures and narrow columns use the short form, which counts in the same units over the same time:
 *   'now', '4 min', '5 h', '2 d'. Everything else uses the long one.
 * - The exact time is always there on hover.
 * - Emails, PDFs and CSV files are read later, when an age would be wrong: they have dates.
 * @param age milliseconds since then, negative if it is ahead
 * @returns null beyond seven days
 */
export function ageText(age: number, form: 'long' | 'short' = 'long'): string | null {
  const size = Math.abs(age);
  if (size > COUNTED) return null;
  const [count, unit] = largestUnit(size);
  if (unit === 'second') return nowText(form);
  if (form === 'short') return shortText(count, unit);
  if (language() !== 'en')
    return new Intl.RelativeTimeFormat(language()).format(age < 0 ? count : -count, unit);
  const text = unit === 'minute' ? `${count} min` : numbered(count, unit);
  return age < 0 ? `in ${text}` : `${text} ago`;
}

function nowText(form: 'long' | 'short'): string {
  if (language() === 'en') return form === 'short' ? 'now' : 'just now';
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(0, 'second');
}

function shortText(count: number, unit: Exclude<Unit, 'second'>): string {
  if (language() === 'en') return `${count} ${shortUnits[unit]}`;
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
}
