import { numberLocale } from '@troupe/i18n/language';
import { compactText, isKnown, type Known, NOT_KNOWN, percentText } from '@troupe/i18n/number-text';

/** Formats followers and subscribers as `0.0a`: 12345 -> '12.3k', 148000 -> '148.0k', 950 -> '950'. */
export const compactFollowers = (value: Known): string =>
  isKnown(value) ? compactText(value, 1, true) : NOT_KNOWN;

/** Formats views as `0a`: 12345 -> '12k', 999500 -> '1m'. */
export const compactViews = (value: Known): string =>
  isKnown(value) ? compactText(value, 0, true) : NOT_KNOWN;

/** Formats an exact rate in percent, with at most 3 decimals: 1.23456 -> '1.235%', 6.08 -> '6.08%'. */
export const engagementRate = (value: Known): string => (isKnown(value) ? percentText(value, 3) : NOT_KNOWN);

/** Formats a rate of a table column, always with 1 decimal so that points align: 4.561 -> '4.6%', 6 -> '6.0%'. */
export const tableRate = (value: Known): string => (isKnown(value) ? percentText(value, 1, 1) : NOT_KNOWN);

/** Formats a commission rate from basis points, exactly: 1000 -> '10%', 1250 -> '12.5%', 1225 -> '12.25%'. */
export const commissionRate = (bp: Known): string => (isKnown(bp) ? percentText(bp / 100, 2) : NOT_KNOWN);

/** Rounds an estimated count to two digits, so that it doesn't look exact: 25964 -> 26000, 1204 -> 1200, 87 -> 87. */
export const roundEstimate = (count: number): number => Number(count.toPrecision(2));

/**
 * Rounds "at least `count`" to two digits for "more than": below `count`, which may be the exact number. 2671 -> 2600,
 * 8000 -> 7900, 87 -> 86.
 */
export function roundMinimum(count: number): number {
  const below = Math.max(0, count - 1);
  const unit = 10 ** Math.max(0, String(Math.trunc(below)).length - 2);
  return Math.floor(below / unit) * unit;
}

const SIZE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/**
 * Formats the size of a file: 830 -> '830 B', 98123 -> '96 kB', 4404019 -> '4.2 MB'. Units of 1,024, like the limits of
 * uploads, so that a file of exactly 200 MB is shown as 200.0 MB.
 */
export function fileSize(bytes: number): string {
  const whole = (size: number, unit: number) => (unit < 2 ? Math.round(size) : size);
  let size = bytes;
  let unit = 0;
  // 1,048,575 bytes would round to 1,024 kB, so use 1.0 MB.
  while (whole(size, unit) >= 1024 && unit < SIZE_UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit < 2 ? 0 : 1;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${new Intl.NumberFormat(numberLocale(), format).format(size)} ${SIZE_UNITS[unit]}`;
}

/** Formats the average of ratings from 0 to 5: 4.25 -> '4.25', 4 -> '4.00'. */
export const ratingText = (average: number): string =>
  new Intl.NumberFormat(numberLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    average,
  );
