import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectedCount, negativeShift, spikeOf, type WeeklyCounts } from './spike.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const DAILY = join(SHARED, 'data/listening/bluesky/daily_counts.csv');
const HOURLY = join(SHARED, 'data/analytics/bike_sharing_hour.csv');
const isHere = existsSync(DAILY) && existsSync(HOURLY);
if (!isHere) console.log('Real counts are not here: false alarms are not measured.');

const HOUR_MS = 3_600_000;
const steady = { sameHours: [4, 6, 5, 5, 4, 6, 5, 5] };

describe('the expected count', () => {
  test('is the median of known weeks', () => {
    expect(expectedCount([4, null, 100, 6, 5])).toMatchObject({ expected: 5.5, weeks: 4 });
    expect(expectedCount([4, 4, 4, 4])).toEqual({ expected: 4, dispersion: 1.25, weeks: 4 });
    expect(expectedCount([0, 0, 0])).toMatchObject({ expected: 0.5 });
    expect(expectedCount([5, null, null, 5])).toBeNull();
  });

  test('scatters as much as the hours around it', () => {
    // Variance of 0, 10, 20 is 100, so 10 times its mean; the mean with 1 and 1 is 4, times 4/3.
    const wild = [0, 10, 20];
    expect(expectedCount([4, 4, 4], [wild, [7, 7, 7]])?.dispersion).toBeCloseTo(4 * (4 / 3), 10);
    expect(expectedCount(wild, [[7, 7, 7]])?.dispersion).toBeCloseTo(10 * (4 / 3), 10);
  });
});

describe('a spike', () => {
  test('needs ten mentions that are almost impossible', () => {
    expect(spikeOf(9, { sameHours: [0, 0, 0, 0] })).toBeNull();
    expect(spikeOf(10, { sameHours: [0, 0, 0, 0] })).toMatchObject({ seen: 10, expected: 0.5 });
    expect(spikeOf(14, steady)).toBeNull();
    expect(spikeOf(20, steady)).toMatchObject({ expected: 5, dispersion: 1.125 });
  });

  test('is raised once in six hours', () => {
    expect(spikeOf(50, steady, 5 * HOUR_MS)).toBeNull();
    expect(spikeOf(50, steady, 6 * HOUR_MS)).not.toBeNull();
  });

  test('says nothing where sources were down', () => {
    expect(spikeOf(50, { sameHours: [5, null, null, 5, null, null, null, null] })).toBeNull();
  });
});

test('the share of negative mentions shifts when its interval excludes the usual one', () => {
  expect(negativeShift(10, 19, 0.1)).toBeNull();
  expect(negativeShift(15, 30, 0.1)).toMatchObject({ direction: 'up', share: 0.5 });
  expect(negativeShift(4, 30, 0.1)).toBeNull();
  expect(negativeShift(0, 100, 0.3)).toMatchObject({ direction: 'down', share: 0 });
});

describe.runIf(isHere)('false alarms on real counts', () => {
  const alarmsOf = (hours: readonly number[], count: (hour: number) => number | undefined, week: number) => {
    const sameOf = (hour: number): WeeklyCounts =>
      Array.from({ length: 8 }, (_, n) => count(hour - week * (n + 1)) ?? null);
    let [alarms, judged, last] = [0, 0, Number.NEGATIVE_INFINITY];
    for (const hour of hours) {
      const sameHours = sameOf(hour);
      if (sameHours.filter((one) => one !== null).length < 3) continue;
      judged += 1;
      const around = week === 7 ? [] : [-3, -2, -1, 1, 2, 3].map((distance) => sameOf(hour + distance));
      if (spikeOf(count(hour) ?? 0, { sameHours, around }, (hour - last) * HOUR_MS)) {
        alarms += 1;
        last = hour;
      }
    }
    return { alarms, judged };
  };

  test('less than one a month on three years of two accounts', () => {
    const rows = readFileSync(DAILY, 'utf8').trim().split('\n').slice(1);
    for (const column of [1, 2]) {
      const counts = rows.map((row) => Number(row.split(',')[column]));
      const days = counts.map((_, day) => day).slice(56);
      const { alarms, judged } = alarmsOf(days, (day) => counts[day], 7);
      expect(judged).toBe(1100);
      expect(alarms / (judged / 30.4)).toBeLessThan(1);
      // The new account and the election day of 2024 are alarms.
      expect(alarms).toBeGreaterThan(0);
    }
  });

  test('on the hours of a year that nothing was chosen by', () => {
    const lines = readFileSync(HOURLY, 'utf8').trim().split('\n');
    const header = lines[0]?.split(',') ?? [];
    const [day, hour] = [header.indexOf('dteday'), header.indexOf('hr')];
    for (const [name, most] of [
      ['casual', 3],
      ['registered', 1.5],
    ] as const) {
      const column = header.indexOf(name);
      const counts = new Map<number, number>();
      for (const line of lines.slice(1)) {
        const row = line.split(',');
        const [month = 0, date = 0, year = 0] = (row[day] ?? '').split('/').map(Number);
        counts.set(Date.UTC(year, month - 1, date, Number(row[hour])) / HOUR_MS, Number(row[column]));
      }
      // The formula was chosen on 2011.
      const hours = [...counts.keys()]
        .filter((one) => one >= Date.UTC(2012, 0, 1) / HOUR_MS)
        .toSorted((a, b) => a - b);
      const { alarms, judged } = alarmsOf(hours, (one) => counts.get(one), 168);
      const rate = alarms / (judged / 730);
      console.log(`Alarms a month on hourly rentals of 2012, ${name}: ${rate.toFixed(2)}`);
      expect(rate).toBeLessThan(most);
    }
  });
});
