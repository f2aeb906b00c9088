import { isMissing, missing, quoted, type Reading, refused, value } from './text.ts';

/** Decimal separator: point (`1,234.5`) or comma (`1.234,5`). */
export const DECIMAL_SIGNS = ['point', 'comma'] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** Scale of rates without a percent sign: `3.9` percent or the fraction `0.039`. */
export const RATE_SCALES = ['percent', 'fraction'] as const;
export type RateScale = (typeof RATE_SCALES)[number];

/** Upper limit for people counts: roughly the world's population. */
const MOST_PEOPLE = 8_500_000_000;
const LARGEST_COUNT = 1e13;
const LARGEST_RATE = 1_000_000;

const SUFFIXES: [RegExp, number][] = [
  [/^(?:k|tsd\.?|mil|тыс\.?|千|천|thousand)$/iu, 1e3],
  [/^(?:m|mm|mio\.?|mi|mln\.?|млн\.?|million(?:en|s|es)?|millones)$/iu, 1e6],
  [/^(?:b|bn|mrd\.?|млрд\.?|billion|g)$/iu, 1e9],
  [/^(?:万|만|萬)$/u, 1e4],
  [/^(?:億|亿|억)$/u, 1e8],
  [/^(?:lakh|lac)$/iu, 1e5],
  [/^(?:cr|crore)$/iu, 1e7],
];

const PARTS =
  /^[+~≈><]?\s*(-?)\s*([\d.,'’ \u00a0\u202f\u2009]*\d[\d.,]*)(e[+-]?\d{1,3})?\s*(%|st|nd|rd|th|[\p{L}.]{1,9})?\s*\+?$/iu;

/** Zeros of Arabic, Persian and Devanagari digits; the other digits follow. */
const ZEROS = [0x0660, 0x06f0, 0x0966];
const westernDigits = (text: string) =>
  text.replace(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0));
  });

/** A parsed number. */
export interface WrittenNumber {
  amount: number;
  percent: boolean;
  /** `2.28E+11` shows only three of twelve digits. */
  inexact: boolean;
  /** Abbreviated, such as `48.5M`. */
  short: boolean;
}

/** Grouped in threes, or in the Indian system (`12,34,567`). */
const GROUPED = /^(?:\d{1,3}([.,' ])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/;

/** Converts digits with separators to plain decimals; null if the separators are inconsistent. */
function plainDigits(digits: string, sign: DecimalSign): string | null {
  const text = digits.replace(/’/g, "'");
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points && commas) {
    const [group, decimal] = text.lastIndexOf(',') > text.lastIndexOf('.') ? ['.', ','] : [',', '.'];
    const [whole = '', part = '', ...more] = text.split(decimal);
    if (more.length || part.includes(group) || !GROUPED.test(whole)) return null;
    return `${whole.split(group).join('')}.${part}`;
  }
  const separator = points ? '.' : commas ? ',' : null;
  const [whole = '', ...parts] = separator ? text.split(separator) : [text];
  const bare = /[ ']/.test(whole) ? (GROUPED.test(whole) ? whole.replace(/[ ']/g, '') : null) : whole;
  if (bare === null) return null;
  if (!separator) return bare;
  if (parts.length > 1) return GROUPED.test(text) ? text.split(separator).join('') : null;
  const part = parts[0] ?? '';
  const isDecimal = part.length !== 3 || bare.length > 3 || bare === '' || /^0/.test(bare);
  const groups = separator !== (sign === 'point' ? '.' : ',');
  return !isDecimal && groups ? bare + part : `${bare}.${part}`;
}

/**
 * Parses a number: `48.5M`, `29.0b`, `1,234`, `1.234,5`, `2.28E+11`, `4.5%`, `1,000th`, `12 345`,
 * `477900000.00`, `1,2 Mio`, `3.4万`. Null if it isn't one. `sign` decides only ambiguous cases
 * (`1.234`).
 */
export function parseNumber(cell: string, sign: DecimalSign = 'point'): WrittenNumber | null {
  const match = PARTS.exec(westernDigits(cell.normalize('NFKC')).trim());
  if (!match) return null;
  const [, minus, digits = '', exponent, ending = ''] = match;
  const suffix = /^(?:%|st|nd|rd|th|)$/i.test(ending) ? null : SUFFIXES.find(([form]) => form.test(ending));
  if (suffix === undefined) return null;
  const short = suffix !== null;
  const plain = plainDigits(digits, sign);
  if (plain === null) return null;
  const shown = plain.replace(/\D/g, '').replace(/^0+/, '').length;
  const amount = Number(plain + (exponent ?? '')) * (suffix ? suffix[1] : 1);
  if (!Number.isFinite(amount)) return null;
  const inexact = Boolean(exponent) && amount >= 10 ** shown;
  // Powers of ten of a decimal fraction are inexact: 4.1 * 1e6 is 4099999.9999999995.
  const tidy = short ? Math.round(amount * 1000) / 1000 : amount;
  return { amount: minus ? -tidy : tidy, percent: ending === '%', inexact, short };
}

/**
 * Detects a column's decimal separator. `1.234,5` and `3,9` are conclusive; `48.200` among only
 * groups of three is grouping if the column holds counts (`counts`).
 */
export function decimalSignOf(cells: readonly string[], counts: boolean): DecimalSign {
  let comma = 0;
  let point = 0;
  let pointGroups = 0;
  let longBare = false;
  for (const cell of cells) {
    const digits = /[\d.,]*\d/.exec(cell)?.[0];
    if (!digits) continue;
    if (/,\d{3}\.\d|^\d+(?:,\d{3}){2,}$/.test(digits)) point++;
    else if (/\.\d{3},\d|^\d+(?:\.\d{3}){2,}$/.test(digits)) comma++;
    else if (/^\d+,(?:\d{1,2}|\d{4,})$/.test(digits) || /^0,\d+$/.test(digits)) comma++;
    else if (/^\d+\.(?:\d{1,2}|\d{4,})$/.test(digits) || /^0\.\d+$/.test(digits)) point++;
    else if (/^\d{1,3}\.\d{3}$/.test(digits) && !/[a-z]/i.test(cell)) pointGroups++;
    else if (/^\d{1,3},\d{3}$/.test(digits)) point += counts ? 1 : 0;
    else if (/^\d{4,}$/.test(digits)) longBare = true;
  }
  if (comma !== point) return comma > point ? 'comma' : 'point';
  return counts && pointGroups > 0 && !longBare ? 'comma' : 'point';
}

/** Options for reading a figure. */
export interface CountOptions {
  decimal?: DecimalSign | undefined;
  /** Name used in messages, such as `Followers`. */
  what?: string;
  /** Whether it counts people; more than the world's population is rejected. */
  people?: boolean;
}

/** Reads a count as a whole number. */
export function readCount(cell: string, options: CountOptions = {}): Reading<number> {
  const what = options.what ?? 'Number';
  if (isMissing(cell) || /^-1(?:\.0+)?$/.test(cell.trim())) return missing;
  const number = parseNumber(cell, options.decimal);
  if (!number) return refused(`${what} ${quoted(cell)} isn't a number`);
  if (number.percent) return refused(`${what} ${quoted(cell)} is a percentage, not a count`);
  if (number.amount < 0) return refused(`${what} ${quoted(cell)} is less than zero`);
  if (number.amount > (options.people ? MOST_PEOPLE : LARGEST_COUNT))
    return refused(`${what} ${quoted(cell)} is too large to be valid`);
  const count = Math.round(number.amount);
  return value(count, number.inexact ? `${what} ${quoted(cell)} is rounded in the file` : undefined);
}

/**
 * Reads a rate in percent: `4.5%` is 4.5, and so is `0.045` in a column of fractions. Rates above
 * 100% exist (a post seen by more people than follow), so only absurd values are rejected.
 */
export function readRate(
  cell: string,
  options: { decimal?: DecimalSign | undefined; scale?: RateScale | undefined; what?: string } = {},
): Reading<number> {
  const what = options.what ?? 'Engagement';
  if (isMissing(cell)) return missing;
  const number = parseNumber(cell, options.decimal);
  if (!number || number.short) return refused(`${what} ${quoted(cell)} isn't a valid rate`);
  if (number.amount < 0) return refused(`${what} ${quoted(cell)} is less than zero`);
  const percent = options.scale === 'fraction' && !number.percent ? number.amount * 100 : number.amount;
  if (percent > LARGEST_RATE) return refused(`${what} ${quoted(cell)} is too large to be a rate`);
  return value(Number(percent.toFixed(6)));
}
