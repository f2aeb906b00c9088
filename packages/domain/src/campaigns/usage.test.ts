import { expect, test } from 'vitest';
import { lastDays, lastMonths, monthSpan } from './usage.ts';

test('the last months and days end with the present one, over the turn of a year too', () => {
  const now = new Date('2027-02-01T00:30:00Z');
  expect(lastMonths(now, 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  expect(lastDays(now, 3)).toEqual(['2027-01-30', '2027-01-31', '2027-02-01']);
});

test('a month runs from its first moment to that of the next', () => {
  expect(monthSpan('2026-12')).toEqual({
    from: new Date('2026-12-01T00:00:00Z'),
    to: new Date('2027-01-01T00:00:00Z'),
  });
});
