import { wilson } from '../share-interval.ts';
import { tailProbability } from '../tail-probability.ts';

/** The fewest mentions in an hour that are worth an alert. */
export const FEWEST_MENTIONS = 10;
/** How rare an hour must be. */
const SPIKE_P = 1e-4;
/** No second alert of a monitor for so long. */
export const REFRACTORY_MS = 6 * 3_600_000;
/** Weeks whose same hour is compared. */
export const COMPARED_WEEKS = 8;
/** Weeks that must be known; less says nothing. */
const FEWEST_WEEKS = 3;
/** Standard normal quantile of 99.9% confidence, both sides. */
const Z_NEGATIVE = 3.29;
/** The fewest judged mentions that a share is compared from. */
const FEWEST_JUDGED = 20;

/** Counts of one hour of the week in the last eight weeks; null where a source was down. */
export type WeeklyCounts = readonly (number | null)[];

/** Expected mentions of an hour. */
export interface Expectation {
  /** Median of the same hour of earlier weeks, at least a half: a quiet hour isn't an impossible one. */
  expected: number;
  /** How much wider than a Poisson distribution counts scatter, at least 1. */
  dispersion: number;
  /** Weeks that were known. */
  weeks: number;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const knownOf = (counts: WeeklyCounts) => counts.filter((count) => count !== null);

/** Variance over mean, at least 1; null with too few weeks. */
function dispersionOf(known: readonly number[]): number | null {
  if (known.length < FEWEST_WEEKS) return null;
  const mean = meanOf(known);
  if (mean === 0) return 1;
  const variance = known.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (known.length - 1);
  return Math.max(1, variance / mean);
}

/**
 * Returns the expected mentions of an hour; null with fewer than three known weeks.
 *
 * Eight counts say little about their scatter, so the hours around it are asked too: the dispersion is that of the hour
 * itself or the mean of all, whichever is larger, times `1 + 1 / weeks` because the median is an estimate as well. On
 * hourly counts of a year, that alone cut false alarms to a third.
 * @param sameHours counts of the same hour (four quarters)
 * @param around the same for up to three hours before and after it
 */
export function expectedCount(
  sameHours: WeeklyCounts,
  around: readonly WeeklyCounts[] = [],
): Expectation | null {
  const known = knownOf(sameHours);
  const own = dispersionOf(known);
  if (own === null) return null;
  const sorted = known.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  const others = around.map((counts) => dispersionOf(knownOf(counts))).filter((one) => one !== null);
  const dispersion = Math.max(own, meanOf([own, ...others])) * (1 + 1 / known.length);
  return { expected: Math.max(0.5, median), dispersion, weeks: known.length };
}

/** The figures of an alert. */
export interface Spike {
  seen: number;
  expected: number;
  dispersion: number;
  p: number;
}

/**
 * Returns the figures if an hour holds far more mentions than the same hour of earlier weeks, otherwise null: at least ten,
 * and `P(X >= seen) < 1 / 10,000`.
 * @param sinceLast milliseconds since the monitor's latest alert; null if there was none
 */
export function spikeOf(
  seen: number,
  history: { sameHours: WeeklyCounts; around?: readonly WeeklyCounts[] },
  sinceLast: number | null = null,
): Spike | null {
  if (seen < FEWEST_MENTIONS || (sinceLast !== null && sinceLast < REFRACTORY_MS)) return null;
  const expectation = expectedCount(history.sameHours, history.around);
  if (!expectation) return null;
  const { expected, dispersion } = expectation;
  const p = tailProbability(seen, expected, dispersion);
  return p < SPIKE_P ? { seen, expected, dispersion, p } : null;
}

/**
 * Returns the figures if the share of negative mentions differs from the usual one: the interval of Wilson (1927) with
 * 99.9% confidence lies above or below it. Null otherwise, and with fewer than 20 judged mentions.
 * @param usualShare of the last 28 days
 */
export function negativeShift(
  negative: number,
  judged: number,
  usualShare: number,
): { direction: 'up' | 'down'; share: number; low: number; high: number } | null {
  if (judged < FEWEST_JUDGED) return null;
  const { low, high } = wilson(negative, judged, Z_NEGATIVE);
  if (usualShare >= low && usualShare <= high) return null;
  return { direction: usualShare < low ? 'up' : 'down', share: negative / judged, low, high };
}
