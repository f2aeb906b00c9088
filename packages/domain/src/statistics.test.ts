import { expect, test } from 'vitest';
import {
  hypergeometric,
  logGamma,
  meanOf,
  medianOf,
  minimize,
  quantileOf,
  sampleSd,
  tProbability,
  tQuantile,
} from './statistics.ts';

test('the logarithm of the gamma function matches published values', () => {
  // Abramowitz and Stegun, table 6.1 and factorials.
  expect(logGamma(1)).toBeCloseTo(0, 12);
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
  expect(logGamma(1.25)).toBeCloseTo(Math.log(0.9064024771), 9);
  expect(logGamma(11)).toBeCloseTo(Math.log(3628800), 10);
  expect(logGamma(0.1)).toBeCloseTo(2.252712651734206, 10);
  expect(logGamma(101)).toBeCloseTo(363.739375555563, 9);
});

test('quantiles of the t distribution match the printed table', () => {
  // Two-sided 5% and 20% points as printed in textbooks.
  expect(tQuantile(0.975, 1)).toBeCloseTo(12.706, 3);
  expect(tQuantile(0.975, 4)).toBeCloseTo(2.776, 3);
  expect(tQuantile(0.975, 9)).toBeCloseTo(2.262, 3);
  expect(tQuantile(0.975, 30)).toBeCloseTo(2.042, 3);
  expect(tQuantile(0.975, 1000)).toBeCloseTo(1.962, 3);
  expect(tQuantile(0.9, 5)).toBeCloseTo(1.476, 3);
  expect(tQuantile(0.025, 9)).toBeCloseTo(-2.262, 3);
  expect(tQuantile(0.5, 7)).toBeCloseTo(0, 9);
});

test('probabilities of the t distribution invert its quantiles', () => {
  for (const df of [1, 2, 7, 60]) expect(tProbability(tQuantile(0.8, df), df)).toBeCloseTo(0.8, 9);
  expect(tProbability(-1, 1)).toBeCloseTo(0.25, 12);
});

test('the hypergeometric series matches functions that it contains', () => {
  expect(hypergeometric(1, 1, 2, 0.5)).toBeCloseTo(-Math.log(0.5) / 0.5, 11);
  expect(hypergeometric(0.5, 0.5, 1.5, 0.36)).toBeCloseTo(Math.asin(0.6) / 0.6, 11);
});

test('the simplex finds the minimum of the Rosenbrock function', () => {
  const found = minimize(([x = 0, y = 0]) => 100 * (y - x * x) ** 2 + (1 - x) ** 2, [-1.2, 1]);
  expect(found.converged).toBe(true);
  expect(found.point[0]).toBeCloseTo(1, 4);
  expect(found.point[1]).toBeCloseTo(1, 4);
});

test('means, deviations and quantiles of small samples', () => {
  expect(meanOf([1, 2, 6])).toBe(3);
  expect(sampleSd([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.13809, 5);
  expect(quantileOf([1, 2, 3, 4], 0.25)).toBe(1.75);
  expect(medianOf([5, 1, 9, 2])).toBe(3.5);
  expect(medianOf([7])).toBe(7);
});
