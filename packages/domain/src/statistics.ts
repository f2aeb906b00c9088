/**
 * Functions of probability and optimization that the figures need. Written here since the libraries that have them are
 * either large and untyped or no longer kept; `statistics.test.ts` compares them with published tables.
 */

/** Returns the mean of at least one value. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] as number;
  return sum / values.length;
}

/** Returns the standard deviation of a sample of at least two values. */
export function sampleSd(values: ArrayLike<number>): number {
  const mean = meanOf(values);
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += ((values[i] as number) - mean) ** 2;
  return Math.sqrt(sum / (values.length - 1));
}

/** Returns the quantile of at least one value, between its neighbors (type 7 of Hyndman and Fan 1996). */
export function quantileOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - below);
}

/** Returns the median of at least one value. */
export const medianOf = (values: ArrayLike<number>): number => quantileOf(values, 0.5);

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Returns the natural logarithm of the gamma function of a positive number (Lanczos 1964, g = 7). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const base = shifted + 7.5;
  let sum: number = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i += 1) sum += (LANCZOS[i] as number) / (shifted + i);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** The regularized incomplete beta function by its continued fraction (Lentz; DiDonato and Morris 1992, eq. 9). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || tiny);
    c = 1 + even / c || tiny;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || tiny);
    c = 1 + odd / c || tiny;
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-14) break;
  }
  return (Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) * fraction) / a;
}

/** Returns the probability that a value of Student's t distribution lies below `t`. @param df degrees of freedom */
export function tProbability(t: number, df: number): number {
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** Returns the quantile of Student's t distribution, such as 2.262 for 0.975 with 9 degrees of freedom. */
export function tQuantile(share: number, df: number): number {
  if (share < 0.5) return -tQuantile(1 - share, df);
  let low = 0;
  let high = 1;
  while (tProbability(high, df) < share && high < 1e9) high *= 2;
  for (let i = 0; i < 80 && high - low > 1e-12 * high; i += 1) {
    const middle = (low + high) / 2;
    if (tProbability(middle, df) < share) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns Gauss's hypergeometric function for |z| < 1, by its series. Its terms fall slowly near 1, where callers use a
 * transformation.
 */
export function hypergeometric(a: number, b: number, c: number, z: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 0; k < 100_000; k += 1) {
    term *= (((a + k) * (b + k)) / ((c + k) * (k + 1))) * z;
    sum += term;
    if (Math.abs(term) < Math.abs(sum) * 1e-13) break;
  }
  return sum;
}

/** A minimum that was found. */
export interface Minimum {
  point: number[];
  value: number;
  steps: number;
  /** The search ended since points no longer differed, not since it ran out of steps. */
  converged: boolean;
}

/**
 * Finds a minimum near `start` without derivatives, by the simplex of Nelder and Mead (1965) with the coefficients that
 * adapt to the dimension (Gao and Han 2012).
 */
export function minimize(
  of: (point: readonly number[]) => number,
  start: readonly number[],
  { step = 0.5, tolerance = 1e-9, most = 2000 }: { step?: number; tolerance?: number; most?: number } = {},
): Minimum {
  const n = start.length;
  const [expand, contract, shrink] = [1 + 2 / n, 0.75 - 1 / (2 * n), 1 - 1 / n];
  const at = (point: number[]) => ({ point, value: of(point) });
  const simplex = [at([...start])];
  for (let i = 0; i < n; i += 1) simplex.push(at(start.map((x, j) => (i === j ? x + step : x))));
  let steps = 0;
  for (; steps < most; steps += 1) {
    simplex.sort((a, b) => a.value - b.value);
    const [best, worst, next] = [simplex[0], simplex[n], simplex[n - 1]] as [Place, Place, Place];
    const spread = Math.max(...worst.point.map((x, i) => Math.abs(x - (best.point[i] as number))));
    if (worst.value - best.value < tolerance && spread < Math.sqrt(tolerance)) break;
    const center = start.map((_, i) => meanOf(simplex.slice(0, n).map(({ point }) => point[i] as number)));
    const along = (by: number) => at(center.map((c, i) => c + by * (c - (worst.point[i] as number))));
    const reflected = along(1);
    if (reflected.value < best.value) {
      const expanded = along(expand);
      simplex[n] = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < next.value) simplex[n] = reflected;
    else {
      const contracted = along(reflected.value < worst.value ? contract : -contract);
      if (contracted.value < Math.min(reflected.value, worst.value)) simplex[n] = contracted;
      else
        for (let i = 1; i <= n; i += 1) {
          const { point } = simplex[i] as Place;
          simplex[i] = at(
            point.map((x, j) => (best.point[j] as number) + shrink * (x - (best.point[j] as number))),
          );
        }
    }
  }
  simplex.sort((a, b) => a.value - b.value);
  const { point, value } = simplex[0] as Place;
  return { point, value, steps, converged: steps < most };
}

type Place = { point: number[]; value: number };
