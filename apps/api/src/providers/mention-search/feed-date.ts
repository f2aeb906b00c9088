/** Dates as feeds write them, with day, month and year in one of two orders. */
const DAY_FIRST =
  /^(?:[a-z]+,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{4}|\d{2})(?:[\sT]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(.*))?$/i;
const MONTH_FIRST =
  /^(?:[a-z]+,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(?:(\d{4}),?\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?\s*(.*?)(?:\s*(\d{4}))?$/i;
const YEAR_FIRST =
  /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?\s*(.*))?$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(.*))?$/i;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Hours from UTC of the names that RFC 822 and American sites use. */
const ZONES = new Map(
  'utc 0 ut 0 gmt 0 z 0 bst 1 cet 1 cest 2 eet 2 eest 3 msk 3 ist 5.5 jst 9 kst 9 est -5 edt -4 cst -6 cdt -5 mst -7 mdt -6 pst -8 pdt -7 aest 10 aedt 11 nzst 12'
    .match(/\w+ \S+/g)
    ?.map((zone) => [zone.split(' ')[0] ?? '', Number(zone.split(' ')[1])] as const),
);
const HOUR_MS = 3_600_000;

/**
 * Returns a date of a feed in milliseconds since 1970; null if it is none. `Date.parse` takes any text with a number, and
 * reads times without a zone as ours: here they are UTC.
 */
export function parseFeedDate(text: string): number | null {
  const line = text.trim().slice(0, 80).replace(/\s+/g, ' ');
  let found = YEAR_FIRST.exec(line) ?? COMPACT.exec(line);
  if (found) return moment(found[1], Number(found[2]) - 1, found[3] ?? '1', found.slice(4));
  found = DAY_FIRST.exec(line);
  if (found) return moment(yearOf(found[3]), monthOf(found[2]), found[1], found.slice(4));
  found = MONTH_FIRST.exec(line);
  if (!found) return null;
  const [, month, day, year, hour, minute, second, half, zone, lastYear] = found;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour;
  return moment(year ?? lastYear, monthOf(month), day, [String(hours), minute, second, zone]);
}

const monthOf = (name = ''): number => MONTHS.indexOf(name.toLowerCase());

/** Years of two digits, as in RFC 822. */
const yearOf = (year = ''): string =>
  year.length === 4 ? year : Number(year) < 70 ? `20${year}` : `19${year}`;

function moment(
  year: string | undefined,
  month: number,
  day: string | undefined,
  [hour = '0', minute = '0', second = '0', zone = '']: readonly (string | undefined)[],
): number | null {
  const [y, d, h, m] = [year, day, hour, minute].map(Number) as [number, number, number, number];
  const isDate = month >= 0 && month < 12 && d >= 1 && d <= 31 && h <= 24 && m < 60 && Number.isFinite(y);
  if (!isDate) return null;
  const seconds = Math.min(59.999, Number(second.replace(',', '.')));
  const at = Date.UTC(y, month, d, h, m, 0, Math.floor(seconds * 1000));
  // 31 February.
  return new Date(Date.UTC(y, month, d)).getUTCDate() === d ? at - offsetOf(zone) : null;
}

function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?/.exec(zone) ?? [];
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) * HOUR_MS;
  return (ZONES.get(zone.trim().replace(/[()]/g, '').split(' ')[0]?.toLowerCase() ?? '') ?? 0) * HOUR_MS;
}
