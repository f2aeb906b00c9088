import { expect, test } from 'vitest';
import { tileColumns } from './tiles.tsx';

test('tiles that fit form one row', () => {
  expect(tileColumns(5, 4, 6)).toBe(5);
  expect(tileColumns(1, 3, 4)).toBe(2);
  expect(tileColumns(2, 4, 6)).toBe(3);
});

test('more tiles take as many columns as leave the fewest cells empty', () => {
  expect([7, 8, 9, 10, 11, 12].map((count) => tileColumns(count, 4, 6))).toEqual([4, 4, 5, 5, 6, 6]);
  expect([5, 6, 7, 8, 9, 11].map((count) => tileColumns(count, 3, 4))).toEqual([3, 3, 4, 4, 3, 4]);
});
