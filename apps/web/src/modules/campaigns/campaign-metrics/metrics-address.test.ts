import { expect, test } from 'vitest';
import { shownUntil } from './metrics-address.ts';

const NOW = new Date('2026-11-28T10:00:00Z');
const until = (...days: string[]) =>
  shownUntil(
    days.map((day) => ({ day })),
    undefined,
    NOW,
  );

test('charts of a running campaign end today, those of a finished one on the day of its last post', () => {
  expect(until('2026-08-30', '2026-09-09', '2026-09-02')).toBe('2026-09-09');
  expect(until('2026-10-31')).toBe('2026-10-31');
  // The first day of the axis.
  expect(until('2026-11-01')).toBe('2026-11-28');
  expect(until('2026-08-30', '2026-11-27')).toBe('2026-11-28');
  expect(until()).toBe('2026-11-28');
});

test('a chosen last day is kept', () => {
  expect(shownUntil([{ day: '2026-09-09' }], '2026-10-05', NOW)).toBe('2026-10-05');
});
