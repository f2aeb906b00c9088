import { expect, test } from 'vitest';
import { afterDelay, nextLocalSending, readerZone } from './send-time.ts';

const iso = (at: Date) => at.toISOString();
const at = (text: string) => new Date(text);

test('knows the time zone of a country, the main one of several, or takes the brand’s', () => {
  expect(readerZone('PT', 'Europe/Berlin')).toEqual({ zone: 'Europe/Lisbon', source: 'main' });
  expect(readerZone('de', 'UTC')).toEqual({ zone: 'Europe/Berlin', source: 'country' });
  expect(readerZone('US', 'UTC')).toEqual({ zone: 'America/New_York', source: 'main' });
  expect(readerZone('JP', 'UTC')).toEqual({ zone: 'Asia/Tokyo', source: 'country' });
  expect(readerZone(null, 'Europe/Berlin')).toEqual({ zone: 'Europe/Berlin', source: 'brand' });
  expect(readerZone('XX', 'UTC')).toEqual({ zone: 'UTC', source: 'brand' });
});

test('sends at nine on the reader’s clock, today or on the next day', () => {
  const nine = { time: '09:00', date: null, weekdaysOnly: false };
  // Tuesday, 8:30 in New York.
  expect(iso(nextLocalSending(nine, 'America/New_York', at('2026-12-01T13:30:00Z')))).toBe(
    '2026-12-01T14:00:00.000Z',
  );
  // The same moment is 22:30 in Tokyo, so it is the next morning there.
  expect(iso(nextLocalSending(nine, 'Asia/Tokyo', at('2026-12-01T13:30:00Z')))).toBe(
    '2026-12-02T00:00:00.000Z',
  );
  // Exactly nine is past.
  expect(iso(nextLocalSending(nine, 'UTC', at('2026-12-01T09:00:00Z')))).toBe('2026-12-02T09:00:00.000Z');
});

test('keeps a wished day, and takes today if it has passed', () => {
  const on = (date: string) => ({ time: '09:00', date, weekdaysOnly: false });
  expect(iso(nextLocalSending(on('2026-12-24'), 'Europe/Berlin', at('2026-12-01T13:30:00Z')))).toBe(
    '2026-12-24T08:00:00.000Z',
  );
  expect(iso(nextLocalSending(on('2026-11-30'), 'Asia/Tokyo', at('2026-12-01T20:00:00Z')))).toBe(
    '2026-12-02T00:00:00.000Z',
  );
});

test('moves weekends to Monday', () => {
  const nine = { time: '09:00', date: '2026-12-05', weekdaysOnly: true };
  expect(iso(nextLocalSending(nine, 'Europe/Berlin', at('2026-12-01T00:00:00Z')))).toBe(
    '2026-12-07T08:00:00.000Z',
  );
  // Friday evening: the next nine o’clock is on Saturday.
  expect(
    iso(
      nextLocalSending(
        { time: '09:00', date: null, weekdaysOnly: true },
        'Europe/Berlin',
        at('2026-12-04T20:00:00Z'),
      ),
    ),
  ).toBe('2026-12-07T08:00:00.000Z');
});

test('keeps the time of day across daylight saving', () => {
  const days = { unit: 'days', count: 3 } as const;
  // Berlin goes to winter time on October 25, 2026.
  expect(iso(afterDelay(at('2026-10-23T07:00:10Z'), days, 'Europe/Berlin', false))).toBe(
    '2026-10-26T08:00:10.000Z',
  );
  // New York goes to summer time on March 8, 2026.
  expect(iso(afterDelay(at('2026-03-06T14:00:00Z'), days, 'America/New_York', false))).toBe(
    '2026-03-09T13:00:00.000Z',
  );
  // Without daylight saving nothing moves.
  expect(iso(afterDelay(at('2026-10-23T07:00:00Z'), days, 'Asia/Tokyo', false))).toBe(
    '2026-10-26T07:00:00.000Z',
  );
});

test('days end on weekdays where wished', () => {
  // Thursday and three days is Sunday, so Monday.
  expect(iso(afterDelay(at('2026-12-03T10:00:00Z'), { unit: 'days', count: 3 }, 'UTC', true))).toBe(
    '2026-12-07T10:00:00.000Z',
  );
});

test('business hours pass on weekdays between 9:00 and 17:00', () => {
  const hours = (count: number) => ({ unit: 'business-hours', count }) as const;
  const after = (from: string, count: number, zone = 'UTC') =>
    iso(afterDelay(at(from), hours(count), zone, true));
  expect(after('2026-12-01T10:00:00Z', 3)).toBe('2026-12-01T13:00:00.000Z');
  expect(after('2026-12-01T15:30:00Z', 4)).toBe('2026-12-02T11:30:00.000Z');
  // Before opening, after closing, on a weekend.
  expect(after('2026-12-01T05:00:00Z', 1)).toBe('2026-12-01T10:00:00.000Z');
  expect(after('2026-12-04T18:00:00Z', 8)).toBe('2026-12-07T17:00:00.000Z');
  expect(after('2026-12-05T12:00:00Z', 2)).toBe('2026-12-07T11:00:00.000Z');
  // Friday 16:00 in Berlin, across the change to winter time.
  expect(after('2026-10-23T14:00:00Z', 2, 'Europe/Berlin')).toBe('2026-10-26T09:00:00.000Z');
});
