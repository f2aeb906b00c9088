import { minimize } from './minimize.ts';
import { BUCKETS, FEATURES, type FeatureVector } from './text-features.ts';

export const CLASSES = 3;

/** The features of one labeled text. @property label 0 negative, 1 neutral, 2 positive */
export interface Sample {
  indexes: Int32Array;
  values: Float32Array;
  label: number;
  /** How much the sample counts; 1 is usual. */
  weight: number;
}

/** Returns a sample that keeps a copy of the features. */
export const toSample = (vector: FeatureVector, label: number, weight: number): Sample => ({
  indexes: vector.indexes.slice(0, vector.size),
  values: vector.values.slice(0, vector.size),
  label,
  weight,
});

/** How the regression is fitted. */
export interface FitOptions {
  /** Strength of the penalty on weights of n-grams. */
  penalty: number;
  /** The same of features with a fixed meaning. */
  fixedPenalty: number;
  /** N-grams in fewer samples are left out. */
  minSamples: number;
  rounds: number;
  /** Whether n-grams that occur unevenly among the classes have a smaller penalty. */
  favorsEvidence?: boolean;
}

export const USUAL_FIT: FitOptions = {
  penalty: 1,
  fixedPenalty: 0.1,
  minSamples: 2,
  rounds: 60,
  favorsEvidence: true,
};
/** Keeps the penalty of n-grams that say nothing finite. */
const LEAST_EVIDENCE = 0.1;

/** Returns the probabilities of three scores. */
export function softmax(scores: readonly number[], temperature = 1): [number, number, number] {
  const [a = 0, b = 0, c = 0] = scores;
  const top = Math.max(a, b, c);
  const [x, y, z] = [a, b, c].map((score) => Math.exp((score - top) / temperature)) as [
    number,
    number,
    number,
  ];
  const sum = x + y + z;
  return [x / sum, y / sum, z / sum];
}

const hasWeight = (weights: Float64Array, index: number) =>
  weights[index * CLASSES] !== 0 || weights[index * CLASSES + 1] !== 0 || weights[index * CLASSES + 2] !== 0;

/** Numbers the features that occur often enough; -1 is left out. */
function activeFeatures(
  samples: readonly Sample[],
  minSamples: number,
  earlier: Float64Array,
): { place: Int32Array; count: number } {
  const found = new Uint16Array(FEATURES);
  for (const { indexes } of samples)
    for (const index of indexes)
      if ((found[index] as number) < 0xffff) found[index] = (found[index] as number) + 1;
  const place = new Int32Array(FEATURES).fill(-1);
  let count = 0;
  for (let index = 0; index < FEATURES; index += 1)
    if (
      (found[index] as number) >= minSamples ||
      index >= BUCKETS ||
      (found[index] !== 0 && hasWeight(earlier, index))
    ) {
      place[index] = count;
      count += 1;
    }
  return { place, count };
}

/** A sample with the places of its features among the fitted weights. */
interface Row {
  places: Int32Array;
  values: Float64Array;
  label: number;
  weight: number;
}

/**
 * Divides the penalty of each n-gram by the square of its evidence: how far its log frequencies in the classes lie from
 * their mean, as in naive Bayes (Wang and Manning 2012). The mean square over all n-grams is 1.
 * @param grams how many n-grams there are; they come first
 */
function favorEvidence(penalties: Float64Array, rows: readonly Row[], grams: number): void {
  const counts = new Float64Array(grams * CLASSES).fill(1);
  for (const { places, label, weight } of rows)
    for (const base of places)
      if (base < counts.length) counts[base + label] = (counts[base + label] as number) + weight;
  const totals = [0, 0, 0];
  counts.forEach((n, at) => {
    totals[at % CLASSES] = (totals[at % CLASSES] as number) + n;
  });
  const evidence = new Float64Array(grams);
  for (let gram = 0; gram < grams; gram += 1) {
    const logs = totals.map((total, c) => Math.log((counts[gram * CLASSES + c] as number) / total));
    const mean = logs.reduce((sum, log) => sum + log, 0) / CLASSES;
    const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / CLASSES;
    evidence[gram] = Math.sqrt(variance) + LEAST_EVIDENCE;
  }
  const meanSquare = evidence.reduce((sum, value) => sum + value * value, 0) / grams;
  for (let at = 0; at < counts.length; at += 1) {
    const value = evidence[Math.floor(at / CLASSES)] as number;
    penalties[at] = ((penalties[at] as number) * meanSquare) / (value * value);
  }
}

/** Adds a sample to the gradient; returns its loss. */
function addSample(
  { places, values, label, weight }: Row,
  point: Float64Array,
  gradient: Float64Array,
): number {
  let [a, b, c] = [0, 0, 0];
  for (let at = 0; at < places.length; at += 1) {
    const base = places[at] as number;
    const value = values[at] as number;
    a += (point[base] as number) * value;
    b += (point[base + 1] as number) * value;
    c += (point[base + 2] as number) * value;
  }
  const p = softmax([a, b, c]);
  const loss = -weight * Math.log(Math.max(1e-12, p[label as 0 | 1 | 2]));
  p[label as 0 | 1 | 2] -= 1;
  const [da, db, dc] = [p[0] * weight, p[1] * weight, p[2] * weight];
  for (let at = 0; at < places.length; at += 1) {
    const base = places[at] as number;
    const value = values[at] as number;
    gradient[base] = (gradient[base] as number) + da * value;
    gradient[base + 1] = (gradient[base + 1] as number) + db * value;
    gradient[base + 2] = (gradient[base + 2] as number) + dc * value;
  }
  return loss;
}

/** Typical curvature of the loss of a sample: p (1 - p) of three equally likely classes. */
const CURVATURE = 2 / 9;

/** Returns about how far each weight can move: one over the square root of how much its loss curves. */
function scalesOf(penalties: Float64Array, rows: readonly Row[]): Float64Array {
  const curvatures = penalties.slice();
  for (const { places, values, weight } of rows)
    for (let at = 0; at < places.length; at += 1) {
      const added = CURVATURE * weight * (values[at] as number) ** 2;
      const base = places[at] as number;
      for (let c = base; c < base + CLASSES; c += 1) curvatures[c] = (curvatures[c] as number) + added;
    }
  return curvatures.map((curvature) => 1 / Math.sqrt(curvature));
}

/**
 * Fits a multinomial logistic regression with a quadratic penalty on the distance from earlier weights.
 * @param earlier weights to start from; all 0 if left out
 * @returns weights of feature `i` and class `c` at `i * CLASSES + c`
 */
export function fitSoftmax(
  samples: readonly Sample[],
  options: FitOptions = USUAL_FIT,
  earlier: Float64Array = new Float64Array(FEATURES * CLASSES),
): Float64Array {
  const { place, count } = activeFeatures(samples, options.minSamples, earlier);
  const rows = samples.map(({ indexes, values, label, weight }): Row => {
    const kept = [...indexes.keys()].filter((at) => (place[indexes[at] as number] as number) >= 0);
    return {
      places: Int32Array.from(kept, (at) => (place[indexes[at] as number] as number) * CLASSES),
      values: Float64Array.from(kept, (at) => values[at] as number),
      label,
      weight,
    };
  });
  const penalties = new Float64Array(count * CLASSES).fill(options.penalty);
  for (let index = BUCKETS; index < FEATURES; index += 1) {
    const penalty = index === BUCKETS ? 0.001 : options.fixedPenalty;
    for (let c = 0; c < CLASSES; c += 1) penalties[(place[index] as number) * CLASSES + c] = penalty;
  }
  const grams = count - (FEATURES - BUCKETS);
  if (options.favorsEvidence && grams > 0) favorEvidence(penalties, rows, grams);

  const point = new Float64Array(count * CLASSES);
  for (let index = 0; index < FEATURES; index += 1) {
    const to = (place[index] as number) * CLASSES;
    if (to >= 0) point.set(earlier.subarray(index * CLASSES, index * CLASSES + CLASSES), to);
  }
  const before = point.slice();
  const scales = scalesOf(penalties, rows);
  // Minimized over distances from the earlier weights in units of their scales, because steps are then about equally long.
  const moveTo = (moves: Float64Array) => {
    for (let at = 0; at < point.length; at += 1)
      point[at] = (before[at] as number) + (moves[at] as number) * (scales[at] as number);
  };
  const moves = minimize(
    (moves, gradient) => {
      moveTo(moves);
      gradient.fill(0);
      let loss = 0;
      for (const row of rows) loss += addSample(row, point, gradient);
      for (let at = 0; at < point.length; at += 1) {
        const scale = scales[at] as number;
        const pull = (penalties[at] as number) * (moves[at] as number) * scale;
        loss += 0.5 * pull * (moves[at] as number) * scale;
        gradient[at] = ((gradient[at] as number) + pull) * scale;
      }
      return loss;
    },
    new Float64Array(point.length),
    options.rounds,
  );
  moveTo(moves);

  const weights = earlier.slice();
  for (let index = 0; index < FEATURES; index += 1) {
    const from = (place[index] as number) * CLASSES;
    if (from >= 0) weights.set(point.subarray(from, from + CLASSES), index * CLASSES);
  }
  return weights;
}

/** Returns the scores of the three classes. */
export function scoresOf(
  weights: Float64Array,
  { indexes, values }: Pick<Sample, 'indexes' | 'values'>,
): [number, number, number] {
  const scores: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < indexes.length; at += 1) {
    const base = (indexes[at] as number) * CLASSES;
    const value = values[at] as number;
    scores[0] += (weights[base] as number) * value;
    scores[1] += (weights[base + 1] as number) * value;
    scores[2] += (weights[base + 2] as number) * value;
  }
  return scores;
}
