import { describe, expect, test } from 'vitest';
import { tailProbability } from './tail-probability.ts';

describe('the tail of the distribution', () => {
  test.each([
    // Four successes with p 1/2: at least 10 failures is at most 3 successes in 13, (1 + 13 + 78 + 286) / 8192.
    [10, 4, 2, 378 / 8192],
    // One success with p 1/5: 0.8 to the power of n.
    [20, 4, 5, 0.8 ** 20],
    [3, 4, 5, 0.8 ** 3],
    // Poisson: 1 - e^-3 (1 + 3 + 9/2 + ... + 3^9/9!).
    [10, 3, 1, 0.00110248813],
    // 1 - e^-2 (1 + 2 + 2).
    [3, 2, 1, 0.32332358382],
    [1, 0.5, 1, 1 - Math.exp(-0.5)],
    // Poisson with e^-mean below the smallest number; summed in Python with decimals of 60 digits.
    [1000, 1000, 1, 0.50420524418],
    [1100, 1000, 1, 0.00096263041],
    [0, 5, 2, 1],
    [5, 0, 1, 0],
  ])('at least %i with mean %d and dispersion %d', (count, mean, dispersion, p) => {
    expect(tailProbability(count, mean, dispersion)).toBeCloseTo(p, 10);
  });

  test('keeps its digits far out and stays a probability for large counts', () => {
    // 0.8 to the power of 200.
    expect(tailProbability(200, 4, 5) / 0.8 ** 200).toBeCloseTo(1, 6);
    expect(tailProbability(100_000, 100_000, 3)).toBeGreaterThan(0.45);
    expect(tailProbability(100_000, 100_000, 3)).toBeLessThan(0.55);
    expect(tailProbability(1_000_000, 5, 1)).toBe(0);
  });
});
