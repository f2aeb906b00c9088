import { meanOf, sampleSd, tProbability, tQuantile } from '../statistics.ts';

/** Ratios of the level's steps to the noise that are weighed, from a level that stays to one that wanders like the noise. */
const SIGNAL_RATIOS = [0, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1] as const;
/** Prior of the level: steps of 1% of the spread, with the weight of 32 observations. */
const LEVEL_GUESS = 0.01;
const LEVEL_FIRMNESS = 32;
/** The same of the noise: a fifth of the variance, held as firmly as 50 observations. */
const NOISE_GUESS = 0.2;
const NOISE_FIRMNESS = 50;

/** Observed values after a change against what the values before it suggest. */
export interface Counterfactual {
  /** The mean difference per step after the change, with its 95% interval. */
  effect: { mean: number; low: number; high: number };
  /** The probability of a mean difference this large, in its direction, without an effect. */
  p: number;
  /** Means after the change. */
  actual: number;
  expected: number;
  /** Each step after the change, with the 95% interval of a single value. */
  steps: { actual: number; expected: number; low: number; high: number }[];
}

interface Fit {
  weight: number;
  mean: number;
  sd: number;
  df: number;
  steps: { expected: number; sd: number }[];
}

/**
 * Compares a series after a change with a model of the time before: a level that wanders, plus a regression on controls
 * that the change doesn't reach. This is the structural model of CausalImpact (Brodersen et al. 2015) with a local level,
 * with and without controls, daily or weekly; weekdays are controls (`weekdayControls`). Where CausalImpact samples, this
 * integrates: the Kalman filter takes the level out of the series and of each control, least squares on what is left gives
 * coefficients and noise in closed form (de Jong 1991), and the results are averaged over a grid of ratios of level steps to
 * noise, weighted by their likelihood and CausalImpact's own priors of level and noise. All controls stay in, none is selected.
 * Returns null where the time before is shorter than the controls and 3 more, or nothing comes after.
 *
 * @param values all steps, oldest first
 * @param controls series of the same length
 * @param before number of steps before the change
 */
export function compareWithPast(
  values: readonly number[],
  controls: readonly (readonly number[])[],
  before: number,
): Counterfactual | null {
  const after = values.length - before;
  const columns = controls.filter((control) => varies(control.slice(0, before)));
  if (after < 1 || before < columns.length + 4) return null;
  const center = meanOf(values.slice(0, before));
  const scale = sampleSd(values.slice(0, before)) || 1;
  const series = values.map((value) => (value - center) / scale);
  const regressors = columns.map((control) => {
    const [mean, sd] = [meanOf(control.slice(0, before)), sampleSd(control.slice(0, before))];
    return control.map((value) => (value - mean) / sd);
  });
  const fits = SIGNAL_RATIOS.flatMap((ratio) => fitRatio(series, regressors, before, ratio) ?? []);
  if (fits.length === 0) return null;
  const most = Math.max(...fits.map(({ weight }) => weight));
  const weights = fits.map(({ weight }) => Math.exp(weight - most));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const mix = (of: (one: Fit) => number) =>
    fits.reduce((sum, one, i) => sum + of(one) * ((weights[i] as number) / all), 0);
  const df = (fits[0] as Fit).df;
  const actual = meanOf(series.slice(before));
  const expected = mix(({ mean }) => mean);
  const sd = Math.sqrt(mix((one) => one.sd ** 2 + (one.mean - expected) ** 2));
  const quantile = tQuantile(0.975, df);
  const mean = actual - expected;
  return {
    effect: { mean: mean * scale, low: (mean - quantile * sd) * scale, high: (mean + quantile * sd) * scale },
    p: 1 - tProbability(Math.abs(mean) / sd, df),
    actual: actual * scale + center,
    expected: expected * scale + center,
    steps: Array.from({ length: after }, (_, i) => {
      const at = mix((one) => (one.steps[i] as Step).expected);
      const spread = Math.sqrt(
        mix((one) => (one.steps[i] as Step).sd ** 2 + ((one.steps[i] as Step).expected - at) ** 2),
      );
      const back = (value: number) => value * scale + center;
      return {
        actual: values[before + i] as number,
        expected: back(at),
        low: back(at - quantile * spread),
        high: back(at + quantile * spread),
      };
    }),
  };
}

type Step = Fit['steps'][number];

const varies = (values: readonly number[]): boolean => values.some((value) => value !== values[0]);

/**
 * Returns controls for weekdays: 1 on one weekday, 0 on others, for all but the last.
 * @param weekdays 0 to 6 for each step
 */
export const weekdayControls = (weekdays: readonly number[]): number[][] =>
  [0, 1, 2, 3, 4, 5].map((day) => weekdays.map((weekday) => (weekday === day ? 1 : 0)));

/** The model with one ratio `q` of the level's variance to that of the noise. */
function fitRatio(
  series: readonly number[],
  regressors: readonly (readonly number[])[],
  before: number,
  q: number,
): Fit | null {
  const columns = [series, ...regressors];
  const k = regressors.length;
  // The first value sets the level (diffuse start); from the second on, each has an innovation.
  const levels = columns.map((column) => column[0] as number);
  let variance = 1 + q;
  const products = Array.from({ length: k + 1 }, () => new Array<number>(k + 1).fill(0));
  let logVariances = 0;
  for (let t = 1; t < before; t += 1) {
    const innovation = columns.map((column, i) => (column[t] as number) - (levels[i] as number));
    const total = variance + 1;
    logVariances += Math.log(total);
    for (let i = 0; i <= k; i += 1)
      for (let j = 0; j <= i; j += 1)
        (products[i] as number[])[j] =
          ((products[i] as number[])[j] as number) +
          ((innovation[i] as number) * (innovation[j] as number)) / total;
    const gain = variance / total;
    for (let i = 0; i <= k; i += 1) levels[i] = (levels[i] as number) + gain * (innovation[i] as number);
    variance = variance * (1 - gain) + q;
  }
  const at = (i: number, j: number) => (i >= j ? products[i]?.[j] : products[j]?.[i]) as number;
  // A small ridge keeps controls that repeat each other solvable.
  const gram = Array.from({ length: k }, (_, i) =>
    Array.from({ length: k }, (_, j) => at(i + 1, j + 1) + (i === j ? 1e-6 : 0)),
  );
  const inverse = invert(gram);
  if (!inverse) return null;
  const right = Array.from({ length: k }, (_, i) => at(i + 1, 0));
  const slopes = inverse.rows.map((row) => dot(row, right));
  const df = before - 1 - k + NOISE_FIRMNESS;
  // The series has variance 1 before the change.
  const noise = (Math.max(0, at(0, 0) - dot(slopes, right)) + NOISE_FIRMNESS * NOISE_GUESS) / df;
  const level = dot(slopes, levels.slice(1));
  // What is known of the level at the last step before the change; `variance` is that of the next step.
  const filtered = variance - q;
  const after = series.length - before;
  const spread = (x: readonly number[]) => {
    const away = x.map((value, i) => value - (levels[i + 1] as number));
    return dot(
      away,
      inverse.rows.map((row) => dot(row, away)),
    );
  };
  const expected = (x: readonly number[]) => (levels[0] as number) - level + dot(slopes, x);
  const means = regressors.map((column) => meanOf(column.slice(before)));
  // The mean of a random walk over m steps varies by q (m + 1)(2m + 1) / 6m.
  const walk = (q * (after + 1) * (2 * after + 1)) / (6 * after);
  const variances = q * noise;
  const guess = LEVEL_GUESS ** 2;
  // Inverse gamma of the level's variance; no steps at all count as the smallest.
  const prior = Math.max(variances, 1e-5 * noise);
  return {
    weight:
      -0.5 * logVariances -
      0.5 * inverse.logDeterminant -
      (df / 2) * Math.log(noise) -
      (LEVEL_FIRMNESS / 2) * Math.log(prior) -
      (LEVEL_FIRMNESS / 2) * (guess / prior),
    mean: expected(means),
    sd: Math.sqrt(noise * (1 / after + filtered + walk + spread(means))),
    df,
    steps: Array.from({ length: after }, (_, i) => {
      const x = regressors.map((column) => column[before + i] as number);
      return { expected: expected(x), sd: Math.sqrt(noise * (1 + filtered + q * (i + 1) + spread(x))) };
    }),
  };
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

/** Inverts a symmetric positive matrix by Gauss-Jordan elimination; null if it is singular. */
function invert(matrix: readonly (readonly number[])[]): { rows: number[][]; logDeterminant: number } | null {
  const n = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  let logDeterminant = 0;
  for (let i = 0; i < n; i += 1) {
    const pivotRow = work[i] as number[];
    const pivot = pivotRow[i] as number;
    if (!(pivot > 1e-12)) return null;
    logDeterminant += Math.log(pivot);
    for (let j = 0; j < 2 * n; j += 1) pivotRow[j] = (pivotRow[j] as number) / pivot;
    for (const [other, row] of work.entries()) {
      if (other === i) continue;
      const factor = row[i] as number;
      for (let j = 0; j < 2 * n; j += 1) row[j] = (row[j] as number) - factor * (pivotRow[j] as number);
    }
  }
  return { rows: work.map((row) => row.slice(n)), logDeterminant };
}
