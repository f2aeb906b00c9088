import { z } from 'zod';

/** A share with the interval in which the true one lies with 95% confidence (Wilson). */
export const Share95 = z.object({ rate: z.number(), low: z.number(), high: z.number() });
export type Share95 = z.infer<typeof Share95>;

/** Standard normal quantile of 95% confidence. */
const Z_95 = 1.96;

/**
 * Confidence interval of a share, `k` of `n`: the score interval of Wilson (1927).
 * @param z standard normal quantile, 1.96 for 95%
 * @returns bounds between 0 and 1; 0 and 1 without cases
 */
export function wilson(k: number, n: number, z: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = k / n;
  const scale = 1 + z ** 2 / n;
  const center = (share + z ** 2 / (2 * n)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))) / scale;
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** Returns a share `k / n` with its interval. @param n above 0 */
export function share95(k: number, n: number): Share95 {
  const seen = Math.min(k, n);
  const { low, high } = wilson(seen, n, Z_95);
  return { rate: seen / n, low, high };
}
