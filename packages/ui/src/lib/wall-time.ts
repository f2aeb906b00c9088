import { momentIn, type WallTime } from '@troupe/i18n/wall-time';
import { wallTime } from './date.ts';
import { formats } from './format.ts';

/** Returns the instant of a local time, by default in the user's time zone, like `momentIn`. */
export const momentAt = (wall: WallTime, timeZone = formats().timeZone): Date => momentIn(timeZone, wall);

const two = (value: number) => String(value).padStart(2, '0');

/** Formats an instant for a date field, '2026-11-12', in the user's time zone. */
export function dateField(at: Date): string {
  const { year, month, day } = wallTime(at);
  return [String(year).padStart(4, '0'), two(month), two(day)].join('-');
}

/** Formats an instant for a `datetime-local` field, '2026-11-12T09:41', in the user's time zone. */
export function timeField(at: Date): string {
  const { hour, minute } = wallTime(at);
  return `${dateField(at)}T${two(hour)}:${two(minute)}`;
}

/** Parses a date or `datetime-local` field; a date alone means `atHour`. Null if it is empty. */
export function readField(text: string, atHour = { hour: 0, minute: 0 }): Date | null {
  const found = /^(\d{4,})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/.exec(text);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = atHour.hour, minute = atHour.minute] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const at = momentAt({ year, month, day, hour, minute });
  return Number.isNaN(at.getTime()) ? null : at;
}
