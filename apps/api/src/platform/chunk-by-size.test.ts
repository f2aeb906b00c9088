import { expect, test } from 'vitest';
import { chunkBySize } from './chunk-by-size.ts';

const sizesOf = (sizes: number[], limits: { most: number; size: number }) => [
  ...chunkBySize(sizes, (size) => 'x'.repeat(size), { ...limits, sizeOf: ({ length }) => length }),
];
const lengths = (chunks: string[][]) => chunks.map((chunk) => chunk.map(({ length }) => length));

test('limits the number of items per chunk', () => {
  expect(lengths(sizesOf([1, 1, 1, 1, 1], { most: 2, size: 100 }))).toEqual([[1, 1], [1, 1], [1]]);
});

test('limits the size of a chunk; an oversized item gets its own', () => {
  expect(lengths(sizesOf([4, 4, 4, 30, 2], { most: 9, size: 10 }))).toEqual([[4, 4], [4], [30], [2]]);
});

test('makes no more items before a chunk is consumed', () => {
  let made = 0;
  const chunks = chunkBySize([1, 2, 3, 4, 5, 6], () => ++made, { most: 2, size: 10, sizeOf: () => 1 });
  chunks.next();
  expect(made).toBe(3);
});

test('yields nothing for an empty list', () => {
  expect(lengths(sizesOf([], { most: 2, size: 10 }))).toEqual([]);
});
