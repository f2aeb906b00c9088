import { expect, test } from 'vitest';
import { CLASSES, fitSoftmax, type Sample, USUAL_FIT } from './softmax-regression.ts';

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
