import { medianOf, quantileOf } from '../statistics.ts';
import {
  type Benchmark,
  FEWEST_BENCHMARK_BRANDS,
  FEWEST_BENCHMARK_ITEMS,
  MOST_BENCHMARK_SHARE,
  type Quartiles,
} from './benchmark.ts';

/** The version of the formula; raise it with every change of a result. */
export const BENCHMARK_VERSION = 1;

/** Formulas that campaigns are compared by, and whether less is better. */
export const BENCHMARK_FORMULAS = {
  roas: { lowerIsBetter: false },
  cpa: { lowerIsBetter: true },
  cpm: { lowerIsBetter: true },
  cpe: { lowerIsBetter: true },
  'engagement-rate': { lowerIsBetter: false },
  conversion: { lowerIsBetter: false },
} as const satisfies Record<string, { lowerIsBetter: boolean }>;
export type BenchmarkFormula = keyof typeof BENCHMARK_FORMULAS;

/** Returns the quartiles of values (type 7 of Hyndman and Fan); null with fewer than 4. */
export function quartilesOf(values: readonly number[]): Quartiles | null {
  if (values.length < FEWEST_BENCHMARK_ITEMS) return null;
  return {
    items: values.length,
    q1: quantileOf(values, 0.25),
    median: medianOf(values),
    q3: quantileOf(values, 0.75),
  };
}

/** A campaign's value with the brand that it belongs to. */
export interface SharedItem {
  brandId: string;
  value: number;
}

/**
 * Returns quartiles over the campaigns of all brands that share, so that none can be identified: at least 5 brands with
 * a value, none with more than 40% of the values. Otherwise why not.
 */
export function sharedQuartiles(
  items: readonly SharedItem[],
): { quartiles: Quartiles } | { why: Exclude<Benchmark['why'], 'not-shared' | null> } {
  const counts = new Map<string, number>();
  for (const { brandId } of items) counts.set(brandId, (counts.get(brandId) ?? 0) + 1);
  if (counts.size < FEWEST_BENCHMARK_BRANDS) return { why: 'too-few-brands' };
  if (Math.max(...counts.values()) > MOST_BENCHMARK_SHARE * items.length)
    return { why: 'one-brand-dominates' };
  const quartiles = quartilesOf(items.map(({ value }) => value));
  return quartiles ? { quartiles } : { why: 'too-few-brands' };
}

/** Returns the share of values that one beats; values as good count half. */
export function shareBeaten(
  value: number,
  values: readonly number[],
  { lowerIsBetter }: { lowerIsBetter: boolean },
): number | null {
  if (values.length === 0) return null;
  const beaten = values.filter((other) => (lowerIsBetter ? other > value : other < value)).length;
  const same = values.filter((other) => other === value).length;
  return (beaten + same / 2) / values.length;
}
