import { expect, test } from 'vitest';
import { lossCounter } from './instance.ts';

const minute = 60_000;

test('occasional database losses never end the instance', () => {
  const tooOften = lossCounter(5, 10 * minute);
  expect(Array.from({ length: 20 }, (_, day) => tooOften(day * 24 * 60 * minute))).not.toContain(true);
});

test('the sixth database loss within ten minutes ends the instance', () => {
  const tooOften = lossCounter(5, 10 * minute);
  expect([0, 1, 2, 3, 4].map((at) => tooOften(at * minute))).toEqual([false, false, false, false, false]);
  expect(tooOften(9 * minute)).toBe(true);
});

test('losses outside the window no longer count', () => {
  const tooOften = lossCounter(1, minute);
  expect([tooOften(0), tooOften(minute), tooOften(minute + 1)]).toEqual([false, false, true]);
});
