import { expect, test } from 'vitest';
import { momentIn, wallTimeIn } from './wall-time.ts';

const moment = (zone: string, year: number, month: number, day: number, hour: number, minute = 0) =>
  momentIn(zone, { year, month, day, hour, minute }).toISOString();

test('days and months may overflow', () => {
  expect(moment('Europe/Berlin', 2026, 10, 32, 9)).toBe('2026-11-01T08:00:00.000Z');
  expect(moment('Europe/Berlin', 2026, 13, 1, 0)).toBe('2026-12-31T23:00:00.000Z');
  expect(moment('Europe/Berlin', 2026, 0, 1, 0)).toBe('2025-11-30T23:00:00.000Z');
});

test('a time that daylight saving skips becomes an hour later, a repeated one is the first', () => {
  expect(moment('Europe/Berlin', 2026, 3, 29, 1, 30)).toBe('2026-03-29T00:30:00.000Z');
  expect(moment('Europe/Berlin', 2026, 3, 29, 2, 30)).toBe('2026-03-29T01:30:00.000Z');
  expect(wallTimeIn('Europe/Berlin', new Date('2026-03-29T01:30:00Z'))).toMatchObject({
    hour: 3,
    minute: 30,
  });
  expect(moment('Europe/Berlin', 2026, 10, 25, 2, 30)).toBe('2026-10-25T00:30:00.000Z');
});

test("a day without midnight starts at one o'clock", () => {
  expect(moment('America/Asuncion', 2023, 10, 1, 0)).toBe('2023-10-01T04:00:00.000Z');
});
