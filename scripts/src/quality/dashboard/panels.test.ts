import { expect, test } from 'vitest';
import { fillIn, formatValue, nameOf, rangeOf, timesOf, valuesAt } from './panels.ts';

test('a range ends at a multiple of its step and has at most 250 steps', () => {
  expect(rangeOf(1007, 60, 5)).toEqual({ start: 945, end: 1005, step: 5 });
  expect(timesOf(rangeOf(1007, 20, 5))).toEqual([985, 990, 995, 1000, 1005]);
  const day = rangeOf(1_000_000, 86_400, 15);
  expect(day.step).toBe(346);
  expect(timesOf(day).length).toBe(250);
});

test('variables of a query are filled in as Grafana does', () => {
  const query = 'rate(x{app=~"$app"}[$__rate_interval])';
  expect(fillIn(query, { start: 0, end: 60, step: 5 }, 5)).toBe('rate(x{app=~".*"}[20s])');
  expect(fillIn(query, { start: 0, end: 60, step: 300 }, 15)).toBe('rate(x{app=~".*"}[315s])');
});

test('a series is named by its legend, or by its labels', () => {
  const metric = { call: 'getMe', status: '200' };
  expect(nameOf('{{call}} {{ status }}{{other}}', metric)).toBe('getMe 200');
  expect(nameOf('p95', metric)).toBe('p95');
  expect(nameOf(undefined, metric)).toBe('call="getMe", status="200"');
});

test('times without a value, and values that are no numbers, are gaps', () => {
  const values: [number, string][] = [
    [10, '1.5'],
    [20, 'NaN'],
    [30, '0'],
  ];
  expect(valuesAt([5, 10, 15, 20, 25, 30], { metric: {}, values })).toEqual([null, 1.5, null, null, null, 0]);
});

test.each([
  [0.0234, 's', '23.4 ms'],
  [90, 's', '1.5 min'],
  [0, 's', '0'],
  [350 * 1024 ** 2, 'bytes', '350 MiB'],
  [0.123, 'percentunit', '12.3%'],
  [3.456, 'reqps', '3.46/s'],
  [250, 'reqps', '250/s'],
  [1234, 'short', '1.23 k'],
  [20_500, 'short', '20.5 k'],
  [0.5, 'short', '0.5'],
])('%d %s reads "%s"', (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text);
});
