import { expect, test } from 'vitest';
import { dayIn } from './provider.ts';

const at = (text: string) => new Date(`2026-${text}Z`);

test.each([
  ['an ordinary day', '07-01T12:34:56.789', '07-01T04:00:00.000', '07-02T04:00:00.000'],
  ['the day with 23 hours', '03-08T12:00:00.123', '03-08T05:00:00.000', '03-09T04:00:00.000'],
  ['the day with 25 hours', '11-01T12:00:00.999', '11-01T04:00:00.000', '11-02T05:00:00.000'],
])('in New York, %s lasts from midnight to midnight', (_day, now, from, to) => {
  expect(dayIn('America/New_York', at(now))).toEqual({ from: at(from), to: at(to) });
});
