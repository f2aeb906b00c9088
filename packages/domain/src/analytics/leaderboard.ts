import { wilson } from '../share-interval.ts';
import type { RankedRate } from './analytics.ts';

const Z_95 = 1.96;
/** Bounds of the prior's weight, in cases: rates of rows that hardly differ would otherwise weigh endlessly. */
const PRIOR_CASES = { least: 1, most: 10_000 } as const;

/** Successes and cases of a row, such as orders and visitors. */
export interface RateCases {
  k: number;
  n: number;
}

/** Prior of a row: `a` successes in `a + b` cases. */
export interface RatePrior {
  a: number;
  b: number;
}

/**
 * Returns the beta distribution of the rates of all rows by moments, with the spread that chance alone causes taken off
 * (Kleinman 1973). Without a spread beyond chance, all rows are expected to be alike. Null without cases or successes.
 */
export function ratePrior(rows: readonly RateCases[]): RatePrior | null {
  const seen = rows.filter(({ n }) => n > 0).map(({ k, n }) => ({ k: Math.min(k, n), n }));
  const cases = seen.reduce((sum, { n }) => sum + n, 0);
  const mean = seen.reduce((sum, { k }) => sum + k, 0) / cases;
  if (!(mean > 0)) return null;
  const capped = Math.min(mean, 1 - 1 / (cases + 1));
  // Kleinman's estimate: weighted sum of squares, its expectation under chance, and what is left over.
  const squares = seen.reduce((sum, { k, n }) => sum + n * (k / n - capped) ** 2, 0);
  const chance = capped * (1 - capped);
  const weight = cases - seen.reduce((sum, { n }) => sum + n ** 2, 0) / cases;
  const left = squares - (seen.length - 1) * chance;
  const share = weight - (seen.length - 1) > 0 ? left / (chance * (weight - (seen.length - 1))) : 0;
  const total = share > 0 ? Math.max(0, 1 / share - 1) : PRIOR_CASES.most;
  const bounded = Math.min(PRIOR_CASES.most, Math.max(PRIOR_CASES.least, total));
  return { a: capped * bounded, b: (1 - capped) * bounded };
}

/**
 * Rates rows for a ranking. `shrunk = (k + a) / (n + a + b)` pulls each rate toward that of all rows, the more the fewer
 * its cases; `low` and `high` are the bounds of Wilson's 95% interval of the shrunk counts. Rankings sort by `low`: one
 * order of one visit is not first, and a row must show its rate on many cases. (The bound of the plain counts would put 1
 * of 1 at 21%, above 20% proven on a hundred.)
 * @returns one for each row, in the given order; null without cases
 */
export function rankRates(rows: readonly RateCases[]): (RankedRate | null)[] {
  const prior = ratePrior(rows) ?? { a: 0, b: 1 };
  return rows.map(({ k, n }) => {
    if (n <= 0) return null;
    const seen = Math.min(k, n);
    const all = n + prior.a + prior.b;
    const { low, high } = wilson(seen + prior.a, all, Z_95);
    return { rate: seen / n, low, high, shrunk: (seen + prior.a) / all, k: seen, n };
  });
}
