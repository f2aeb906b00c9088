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
