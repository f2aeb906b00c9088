import { expect, test } from 'vitest';
import {
  Budget,
  eitherIntervals,
  type Intervals,
  insideOf,
  nearIntervals,
  phraseIntervals,
  windowIntervals,
} from './intervals.ts';

const budget = new Budget(1_000_000);
const at = (...places: (number | [number, number])[]): Intervals =>
  places.map((place) => {
    const [from, to] = typeof place === 'number' ? [place, place] : place;
    return { from, to, start: from, end: to + 1 };
  });
const placesOf = (list: Intervals) => list.map(({ from, to }) => `${from}-${to}`).join(' ');

test('near joins each with the closest on both sides', () => {
  const near = (left: Intervals, right: Intervals, distance: number, ordered = false) =>
    placesOf(nearIntervals(left, right, { distance, ordered }, budget));
  expect(near(at(0, 4), at(6, 9), 5)).toBe('0-6 4-6 4-9');
  expect(near(at(0, 4), at(6, 9), 4)).toBe('4-6 4-9');
  expect(near(at(0, 4), at(6, 9), 8)).toBe('0-6 4-6 4-9');
  expect(near(at(4, 5), at([6, 12], 7), 5, true)).toBe('4-7 5-7 5-12');
  expect(near(at(0, 4), at(6, 9), 0)).toBe('');
  expect(near(at(5), at(2, 8), 2)).toBe('2-5 5-8');
  expect(near(at(5), at(2, 8), 2, true)).toBe('5-8');
  // The same place is no pair, nor are places that overlap.
  expect(near(at(3), at(3), 9)).toBe('');
  expect(near(at([2, 4]), at(3, 5), 9)).toBe('2-5');
  // One that begins early can end late: all beginnings and ends stay.
  expect(near(at([0, 7], [1, 2]), at(3, 8), 0, true)).toBe('0-8 1-3');
});

test('alternatives keep every beginning and every end', () => {
  const either = (...lists: Intervals[]) => placesOf(eitherIntervals(lists, budget));
  expect(either(at(5), at(1, 5), at())).toBe('1-1 5-5');
  expect(either(at([1, 2]), at(2))).toBe('1-2 2-2');
  expect(either(at([0, 7]), at([1, 2]))).toBe('0-7 1-2');
  expect(either(at([0, 3], [0, 5]), at([2, 5]))).toBe('0-3 2-5');
});

test('a phrase follows without a gap', () => {
  expect(placesOf(phraseIntervals([at(0, 4, 8), at([1, 2], [5, 6]), at(3, 9)], budget))).toBe('0-3');
});

test('a window holds all, each as often as it is wanted', () => {
  const window = (lists: Intervals[], distance: number, same = lists.map((_, n) => n)) =>
    placesOf(windowIntervals(lists, same, distance, budget));
  expect(window([at(0, 5), at(2), at(7)], 3)).toBe('2-7');
  expect(window([at(0, 5), at(2), at(7)], 2)).toBe('');
  expect(window([at(0, 5), at(6), at(7)], 0)).toBe('5-7');
  const twice = at(0, 3);
  expect(window([twice, twice, at(4)], 2, [0, 0, 2])).toBe('0-4');
  expect(window([at(3), at(3), at(4)], 9, [0, 0, 2])).toBe('');
});

test('only what lies inside of another is inside', () => {
  expect(placesOf(insideOf(at(0, 2, [3, 5], 9), at([1, 4], [2, 5]), budget))).toBe('2-2 3-5');
});

test('a budget ends what takes too long', () => {
  const small = new Budget(10);
  const list = at(...Array.from({ length: 20 }, (_, n) => n));
  expect(() => nearIntervals(list, list, { distance: 5, ordered: false }, small)).toThrow(Budget.exceeded);
  expect(small.used).toBeGreaterThan(10);
});
