import { type Confusion, macroF1 } from './sentiment-metrics.ts';

/** Corrections from which on counts are corrected. */
const MIN_TO_CORRECT = 200;
/** Below this determinant, the model tells classes apart too badly to correct its counts. */
const SMALLEST_DETERMINANT = 0.02;

type Triple = [number, number, number];

const determinant = (a: Triple, b: Triple, c: Triple) =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) -
  b[0] * (a[1] * c[2] - a[2] * c[1]) +
  c[0] * (a[1] * b[2] - a[2] * b[1]);

/**
 * Corrects counts of judged texts for the model's known errors (Forman 2008, "adjusted count"): solves
 * `observed = sum over truths of count * P(judgment | truth)`, clips at 0 and keeps the total.
 * @param observed judged negative, neutral and positive
 * @param confusion of the brand's corrections, `matrix[truth][judgment]`
 * @returns null with fewer than `MIN_TO_CORRECT` corrections, or if they don't determine the counts
 */
export function correctCounts(observed: Triple, confusion: Confusion): Triple | null {
  const totals = confusion.map((row) => row.reduce((sum, n) => sum + n, 0));
  const corrections = totals.reduce((sum, n) => sum + n, 0);
  if (corrections < MIN_TO_CORRECT || totals.some((n) => n === 0) || macroF1(confusion) === 0) return null;
  const columns = confusion.map((row, truth) => row.map((n) => n / (totals[truth] as number)) as Triple);
  const [a, b, c] = columns as [Triple, Triple, Triple];
  const whole = determinant(a, b, c);
  if (Math.abs(whole) < SMALLEST_DETERMINANT) return null;
  // Cramer's rule: each truth's column is replaced by the observed shares.
  const solved = [determinant(observed, b, c), determinant(a, observed, c), determinant(a, b, observed)].map(
    (part) => Math.max(0, part / whole),
  ) as Triple;
  const sum = solved[0] + solved[1] + solved[2];
  const total = observed[0] + observed[1] + observed[2];
  if (total === 0) return [0, 0, 0];
  return sum === 0 ? null : (solved.map((n) => (n * total) / sum) as Triple);
}
