import { expect, test } from 'vitest';
import { asOfFileName } from './as-of.ts';

const now = new Date('2026-11-20T00:00:00Z');

test.each([
  ['export-2024-03-15.csv', '2024-03-15'],
  ['export_20240315.csv', '2024-03-15'],
  ['2024.12.31 list.xlsx', '2024-12-31'],
  ['list 2024 10 09', '2024-10-09'],
  ['20240229.json', '2024-02-29'],
  ['2024-01-30-final.csv', '2024-01-30'],
  ['ig_2022-06.csv', '2022-06-30'],
  ['ig_2022-12.csv', '2022-12-31'],
  ['ig_2024-02', '2024-02-29'],
  ['ig_2022-13.csv', '2022-12-31'],
  ['ig_2022-1.csv', '2022-12-31'],
  ['influencers sep-2022.csv', '2022-09-30'],
  ['DECEMBER 2021.csv', '2021-12-31'],
  ['feb2024.csv', '2024-02-29'],
  ['youtube_2023.csv', '2023-12-31'],
  ['youtube_2005.csv', '2005-12-31'],
  ['2023.csv', '2023-12-31'],
  ['list.2023', null],
  ['2026-11-20.csv', '2026-11-20'],
  ['2026-11-21.csv', null],
  ['youtube_2004.csv', null],
  ['youtube_2026.csv', null],
  ['120230.csv', null],
  ['20231.csv', null],
  ['list.csv', null],
  ['may.csv', null],
])('the file %s has figures of %s', (name, day) => {
  expect(asOfFileName(name, now)?.toISOString().slice(0, 10) ?? null).toBe(day);
});
