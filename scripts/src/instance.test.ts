import { expect, test } from 'vitest';
import { lossCounter } from './instance.ts';

const minute = 60_000;

test('database losses far apart never end the instance, however many there are', () => {
  const tooOften = lossCounter(5, 10 * minute);
  expect(Array.from({ length: 20 }, (_, day) => tooOften(day * 24 * 60 * minute))).not.toContain(true);
});

test('the sixth database loss within ten minutes ends the instance', () => {
  const tooOften = lossCounter(5, 10 * minute);
  expect([0, 1, 2, 3, 4].map((at) => tooOften(at * minute))).toEqual([false, false, false, false, false]);
  expect(tooOften(9 * minute)).toBe(true);
});

test('a loss counts anew once the earlier ones have left the window', () => {
  const tooOften = lossCounter(1, minute);
  expect([tooOften(0), tooOften(minute), tooOften(minute + 1)]).toEqual([false, false, true]);
});
