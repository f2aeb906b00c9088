import { expect, test } from 'vitest';
import { shortDay } from '../../../shared/short-day.ts';
import { axisTop, leftText, longMonth, shortMonth } from './usage-labels.ts';

test('months and days are written as they are in UTC, wherever the person is', () => {
  expect(shortMonth('2026-11')).toBe('Nov');
  expect(longMonth('2026-11')).toBe('November 2026');
  expect(shortDay('2026-12-01T00:00:00.000Z')).toBe('1 Dec');
});

test('what is left of a plan never falls below nothing', () => {
  expect(leftText(11, 20, '2026-12-01T00:00:00.000Z')).toBe('9 remaining, resets 1 Dec');
  expect(leftText(6, 5, '2026-12-01T00:00:00.000Z')).toBe('0 remaining, resets 1 Dec');
  expect(leftText(90, null, '2026-12-01T00:00:00.000Z')).toBe('Unlimited on your plan');
  expect(leftText(0, null, '2026-12-01T00:00:00.000Z', false)).toBe('No plan yet');
});

test('axes end in a round number with a whole half', () => {
  expect([0, 1, 3, 5, 17, 20, 21, 99, 101, 1000].map(axisTop)).toEqual([
    2, 2, 4, 6, 20, 20, 40, 100, 200, 1000,
  ]);
});
