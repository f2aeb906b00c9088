import { expect, test } from 'vitest';
import { CLASSES, fitSoftmax, type Sample, USUAL_FIT } from './softmax-regression.ts';
import { BUCKETS, FIXED } from './text-features.ts';

const TELLING = 1;
const COMMON = 2;

/** Samples that all have the common n-gram; each class but one has the telling one in a single sample. */
const samples = Array.from({ length: 30 }, (_, at): Sample => {
  const isTelling = at % 3 === 2 || at < 2;
  const indexes = Int32Array.from(isTelling ? [TELLING, COMMON] : [COMMON]);
  return { indexes, values: new Float32Array(indexes.length).fill(1), label: at % 3, weight: 1 };
});
const spread = (weights: Float64Array, index: number) =>
  Math.max(...weights.subarray(index * CLASSES, (index + 1) * CLASSES)) -
  Math.min(...weights.subarray(index * CLASSES, (index + 1) * CLASSES));

test('gives n-grams that occur unevenly among the classes larger weights', () => {
  const plain = fitSoftmax(samples, { ...USUAL_FIT, favorsEvidence: false });
  const favoring = fitSoftmax(samples, USUAL_FIT);
  expect(spread(favoring, TELLING)).toBeGreaterThan(spread(plain, TELLING));
  expect(spread(favoring, COMMON)).toBeLessThan(spread(plain, COMMON));
});

test('fits samples without n-grams', () => {
  const weights = fitSoftmax(samples, { ...USUAL_FIT, minSamples: Number.POSITIVE_INFINITY });
  expect(weights.every((weight) => weight === 0)).toBe(true);
});

/** Samples of 40 n-grams each, of which few are frequent, with fixed features of other sizes. */
function unevenSamples(count: number): Sample[] {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, (_, at) => {
    const label = at % 3;
    const grams = new Set(Array.from({ length: 40 }, () => Math.floor(3000 * random() ** 4)));
    if (random() < 0.4) grams.add(3000 + 3 * Math.floor(random() * 20) + label);
    const fixed = Object.values(FIXED).slice(0, 4);
    return {
      indexes: Int32Array.from([...grams, ...fixed.map((feature) => BUCKETS + feature)]),
      values: Float32Array.from([...Array.from(grams, () => 1 / 6), ...fixed.map(() => 3 * random())]),
      label,
      weight: 1,
    };
  });
}

test('reaches the minimum although penalties and values differ widely', () => {
  const uneven = unevenSamples(600);
  const usual = fitSoftmax(uneven);
  const longer = fitSoftmax(uneven, { ...USUAL_FIT, rounds: 5000 });
  const largest = longer.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const farthest = longer.reduce(
    (most, weight, at) => Math.max(most, Math.abs(weight - (usual[at] ?? 0))),
    0,
  );
  expect(farthest).toBeLessThan(0.05 * largest);
});
