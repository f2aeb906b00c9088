/** A date and time on a clock, without a time zone. Months start at 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const DAY = 86_400_000;

/** Creating a format takes longer than formatting a thousand dates. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(key, format);
  return format;
}

/** Returns what a clock in the time zone shows; undefined is the zone of the device. */
export function wallTimeIn(timeZone: string | undefined, at: Date): WallTime {
  const found: Record<string, number> = {};
  for (const part of formatIn(timeZone).formatToParts(at)) found[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = found;
  return { year, month, day, hour, minute };
}

/** Returns the milliseconds of a clock in UTC, to compare and to calculate. */
export const asUtc = ({ year, month, day, hour, minute }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute);

/**
 * Returns when a clock in the time zone shows this. Days and hours may overflow (day 32 is the first of the next month).
 * A time that daylight saving skips becomes an hour later; of a repeated one it is the first.
 */
export function momentIn(timeZone: string | undefined, wall: WallTime): Date {
  const wanted = asUtc(wall);
  const shown = (at: number) => asUtc(wallTimeIn(timeZone, new Date(at)));
  const shift = (at: number) => shown(at) - at;
  const before = wanted - shift(wanted - DAY);
  if (shown(before) === wanted) return new Date(before);
  const after = wanted - shift(wanted + DAY);
  return new Date(shown(after) === wanted ? after : before);
}
