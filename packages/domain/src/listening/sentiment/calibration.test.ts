import { describe, expect, test } from 'vitest';
import { ALWAYS_ABSTAIN, fitTemperature, fitThreshold, logLoss, type ScoredText } from './calibration.ts';
import { minimize } from './minimize.ts';
import { confusionOf, judgedShare, likeliest, macroF1, type Outcome } from './sentiment-metrics.ts';
import { softmax } from './softmax-regression.ts';

const outcome = (label: number, predicted: number, sure: number): Outcome => ({
  label,
  probabilities: [0, 1, 2].map((c) => (c === predicted ? sure : (1 - sure) / 2)),
});
const several = (count: number, one: Outcome) => Array.from({ length: count }, () => one);

describe('metrics', () => {
  test('macro-F1 is the mean of the classes', () => {
    // F1: negative 2*2/(3+2) = 0.8, neutral 2*1/(1+3) = 0.5, positive 2*1/(2+1) = 2/3.
    const matrix = [
      [2, 1, 0],
      [0, 1, 0],
      [0, 1, 1],
    ];
    expect(macroF1(matrix)).toBeCloseTo((0.8 + 0.5 + 2 / 3) / 3, 12);
  });

  test('a class that never occurs counts 0', () => {
    expect(macroF1(confusionOf([outcome(0, 0, 0.9)]))).toBeCloseTo(1 / 3, 12);
    expect(macroF1(confusionOf([]))).toBe(0);
  });

  test('rows of the confusion matrix are truths', () => {
    expect(confusionOf([outcome(2, 0, 0.9)])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
    ]);
  });

  test('abstained texts count for coverage, not for precision', () => {
    const outcomes = [
      ...several(8, outcome(0, 0, 0.9)),
      ...several(2, outcome(1, 0, 0.9)),
      ...several(10, outcome(1, 0, 0.4)),
    ];
    const { judged, precision, coverage } = judgedShare(outcomes, 0.8);
    expect(judged).toBe(10);
    expect(precision?.rate).toBe(0.8);
    // Wilson for 8 of 10.
    expect(precision?.low).toBeCloseTo(0.4902, 4);
    expect(precision?.high).toBeCloseTo(0.9433, 4);
    expect(coverage?.rate).toBe(0.5);
    expect(judgedShare(outcomes, ALWAYS_ABSTAIN)).toMatchObject({ judged: 0, precision: null });
  });

  test('the first of equal classes is the likeliest', () => {
    expect(likeliest([0.4, 0.4, 0.2])).toBe(0);
  });
});

describe('the temperature', () => {
  test('softens scores that are too sure', () => {
    // Right in 3 of 4 cases, but the scores say 99%.
    const texts: ScoredText[] = [0, 0, 0, 1].map((label) => ({ label, scores: [5, 0, 0] }));
    const temperature = fitTemperature(texts);
    expect(softmax([5, 0, 0], temperature)[0]).toBeCloseTo(0.75, 2);
    expect(logLoss(texts, temperature)).toBeLessThan(logLoss(texts, 1));
  });

  test('is 1 without texts', () => {
    expect(fitTemperature([])).toBe(1);
  });
});

describe('the threshold', () => {
  const outcomes = [
    ...several(40, outcome(0, 0, 0.9)),
    ...several(10, outcome(0, 0, 0.7)),
    ...several(10, outcome(1, 0, 0.7)),
    ...several(30, outcome(1, 0, 0.5)),
  ];

  test('is the lowest with the wanted precision', () => {
    // From 0.7 on: 50 of 60 are right.
    expect(fitThreshold(outcomes, 0.83)).toBeCloseTo(0.7, 12);
    expect(fitThreshold(outcomes, 0.84)).toBeCloseTo(0.9, 12);
    expect(fitThreshold(outcomes, 0.5)).toBeCloseTo(0.5, 12);
  });

  test('does not divide texts of equal probability', () => {
    const mixed = [...several(30, outcome(0, 0, 0.7)), ...several(30, outcome(1, 0, 0.7))];
    expect(fitThreshold(mixed, 0.8)).toBe(ALWAYS_ABSTAIN);
  });

  test('needs 30 texts', () => {
    expect(fitThreshold(several(29, outcome(0, 0, 0.9)), 0.8)).toBe(ALWAYS_ABSTAIN);
    expect(fitThreshold(several(30, outcome(0, 0, 0.9)), 0.8)).toBeCloseTo(0.9, 12);
  });
});

describe('probabilities', () => {
  test('sum to 1 and survive huge scores', () => {
    for (const scores of [
      [0, 0, 0],
      [1e6, -1e6, 0],
      [-700, -701, -702],
    ]) {
      const p = softmax(scores);
      expect(p[0] + p[1] + p[2]).toBeCloseTo(1, 12);
      expect(p.every(Number.isFinite)).toBe(true);
    }
  });
});

test('minimization finds the lowest point of a stretched bowl', () => {
  // (x - 3)^2 + 100 (y + 2)^2
  const found = minimize(
    (at, gradient) => {
      const [x, y] = [(at[0] as number) - 3, (at[1] as number) + 2];
      gradient[0] = 2 * x;
      gradient[1] = 200 * y;
      return x * x + 100 * y * y;
    },
    new Float64Array(2),
    100,
    1e-12,
  );
  expect(found[0]).toBeCloseTo(3, 4);
  expect(found[1]).toBeCloseTo(-2, 4);
});
