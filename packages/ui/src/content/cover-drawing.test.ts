import { expect, test } from 'vitest';
import { coverOf } from './cover-drawing.tsx';

const kindOf = (title: string) => {
  const { drawing, palette } = coverOf(title);
  return `${drawing} ${palette}`;
};

test('covers of a brand with a few campaigns differ in drawing or palette', () => {
  const titles = [
    'Autumn Trail Kit',
    'First Light Runs',
    'Pack Light',
    'Winter Layers',
    'Summer Ridge',
    'Spring Sample Sale',
  ];
  expect(new Set(titles.map(kindOf)).size).toBe(titles.length);
});

test('covers use six drawings and eight palettes evenly', () => {
  const counts = new Map<string, number>();
  for (let at = 0; at < 4800; at += 1) {
    const kind = kindOf(`Campaign ${at}`);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  expect(counts.size).toBe(48);
  // 100 each on average; four standard deviations are 40.
  for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
});

test('a title always has the same cover', () => {
  expect(coverOf('Pack Light')).toEqual(coverOf('Pack Light'));
  expect(coverOf('Pack Light').parts).not.toEqual(coverOf('Pack Lighter').parts);
});
