import { type Share95, share95 } from '../../share-interval.ts';
import { CLASSES } from './softmax-regression.ts';

/** A judged text whose sentiment is known. Labels: 0 negative, 1 neutral, 2 positive. */
export interface Outcome {
  label: number;
  probabilities: readonly number[];
}

/** Returns the most probable class; the first one of equals. */
export const likeliest = (probabilities: readonly number[]): number =>
  probabilities.reduce((best, p, at) => (p > (probabilities[best] as number) ? at : best), 0);

/** Counts of predictions: `matrix[truth][prediction]`. */
export type Confusion = number[][];

/** Returns how often each class was predicted for each true class. */
export function confusionOf(outcomes: readonly Outcome[]): Confusion {
  const matrix = Array.from({ length: CLASSES }, () => new Array<number>(CLASSES).fill(0));
  for (const { label, probabilities } of outcomes) {
    const row = matrix[label] as number[];
    const predicted = likeliest(probabilities);
    row[predicted] = (row[predicted] as number) + 1;
  }
  return matrix;
}

/** Returns the mean F1 of the three classes. A class that neither occurs nor is predicted counts 0. */
export function macroF1(matrix: Confusion): number {
  let sum = 0;
  for (let c = 0; c < CLASSES; c += 1) {
    const hits = matrix[c]?.[c] ?? 0;
    const actual = (matrix[c] ?? []).reduce((total, n) => total + n, 0);
    const predicted = matrix.reduce((total, row) => total + (row[c] ?? 0), 0);
    sum += actual + predicted === 0 ? 0 : (2 * hits) / (actual + predicted);
  }
  return sum / CLASSES;
}

/** How often the model judges, and is right when it does. */
export interface JudgedShare {
  judged: number;
  /** Null if nothing was judged. */
  precision: Share95 | null;
  /** Judged texts of all; null without texts. */
  coverage: Share95 | null;
}

/** Returns precision and coverage if the model abstains below a threshold. */
export function judgedShare(outcomes: readonly Outcome[], threshold: number): JudgedShare {
  let [judged, right] = [0, 0];
  for (const { label, probabilities } of outcomes) {
    const predicted = likeliest(probabilities);
    if ((probabilities[predicted] as number) < threshold) continue;
    judged += 1;
    if (predicted === label) right += 1;
  }
  return {
    judged,
    precision: judged === 0 ? null : share95(right, judged),
    coverage: outcomes.length === 0 ? null : share95(judged, outcomes.length),
  };
}
