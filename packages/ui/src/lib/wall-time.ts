import { type WallTime, wallTime } from './date.ts';
import { formats } from './format.ts';

const asUtc = ({ year, month, day, hour, minute }: WallTime) => Date.UTC(year, month - 1, day, hour, minute);

/**
 * The moment at which the clock shows this, in the person's time zone unless another is named. Days and hours may
 * lie outside their range (day 32 is the first of the next month). An hour that the change to summer time leaves out
 * becomes the one after it; of one that comes twice it is the first.
 */
export function momentAt(wall: WallTime, timeZone = formats().timeZone): Date {
  const wanted = asUtc(wall);
  const shift = (at: number) => asUtc(wallTime(new Date(at), timeZone)) - at;
  const before = wanted - shift(wanted - 86_400_000);
  if (asUtc(wallTime(new Date(before), timeZone)) === wanted) return new Date(before);
  const after = wanted - shift(wanted + 86_400_000);
  return new Date(asUtc(wallTime(new Date(after), timeZone)) === wanted ? after : before);
}

const two = (value: number) => String(value).padStart(2, '0');

/** A moment as a date field has it, '2026-11-12', in the person's time zone. */
export function dateField(at: Date): string {
  const { year, month, day } = wallTime(at);
  return [String(year).padStart(4, '0'), two(month), two(day)].join('-');
}

/** A moment as a `datetime-local` field has it, '2026-11-12T09:41', in the person's time zone. */
export function timeField(at: Date): string {
  const { hour, minute } = wallTime(at);
  return `${dateField(at)}T${two(hour)}:${two(minute)}`;
}

/** The moment a date or `datetime-local` field holds; a day alone is taken at `atHour`. Null while it holds none. */
export function readField(text: string, atHour = { hour: 0, minute: 0 }): Date | null {
  const found = /^(\d{4,})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/.exec(text);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = atHour.hour, minute = atHour.minute] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const at = momentAt({ year, month, day, hour, minute });
  return Number.isNaN(at.getTime()) ? null : at;
}
