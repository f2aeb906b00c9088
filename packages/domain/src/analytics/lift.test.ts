import { expect, test } from 'vitest';
import { compareWithPast } from './counterfactual.ts';
import { type Disturbance, LIFT_BUCKET_MS, measureLift } from './lift.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-01-05T00:00:00Z');
const DAYS = 140;

/** Orders that repeat each week: `hourly` at noon of each day, plus one in every third week so that weeks differ. */
function steady(hourly: number): Uint32Array {
  const orders = new Uint32Array(DAYS * 96);
  for (let day = 0; day < DAYS; day += 1)
    for (let hour = 8; hour < 20; hour += 1)
      orders[day * 96 + hour * 4] = hourly + ((day * 7 + hour * 3 + Math.floor(day / 7)) % 3);
  return orders;
}

const study = (orders: ArrayLike<number>, at: readonly number[], disturbances: Disturbance[] = []) =>
  measureLift({
    timeline: { start: START, orders },
    posts: at.map((time, i) => ({ id: `p${i}`, at: time })),
    disturbances,
    windowHours: 48,
    baselineWeeks: 8,
  });

test('windows that overlap are merged, and each post is counted once', () => {
  const at = START + 100 * DAY;
  const { windows, used } = study(steady(5), [at, at + 10 * HOUR, at + 50 * HOUR, at + 20 * DAY]);
  expect(windows.map(({ postIds }) => postIds)).toEqual([['p0', 'p1', 'p2'], ['p3']]);
  expect(windows[0]).toMatchObject({ from: at, to: at + 98 * HOUR, leftOut: null });
  expect(used).toBe(2);
});

test('a window that is not over is left out without spoiling the ones before', () => {
  const end = START + DAYS * DAY;
  const { windows } = study(steady(5), [end - 60 * HOUR, end - 20 * HOUR]);
  expect(windows.map(({ leftOut }) => leftOut)).toEqual([null, 'no-data']);
});

test('a store that hardly sells never shows a lift from single orders', () => {
  const orders = new Uint32Array(DAYS * 96);
  orders[0] = 1;
  const at = START + 100 * DAY;
  for (let extra = 1; extra <= 2; extra += 1) {
    orders[(at - START) / LIFT_BUCKET_MS + extra * 8] = 1;
    const found = study(orders, [at]);
    expect(found.verdict).toBe('cannot-tell');
    // Counts alone vary this much.
    expect(found.effect?.low).toBeLessThan(0);
  }
});

test('intervals are those of the formula, calculated by hand', () => {
  // Ten orders a day, and these in the two days of a window and in the same days of the nine weeks before it.
  const single = { day: 120, orders: [40, 18, 22, 20, 24, 16, 20, 21, 19, 20] };
  const varied = { day: 260, orders: [30, 10, 34, 12, 40, 22, 8, 36, 18, 20] };
  const orders = new Uint32Array(300 * 96);
  for (let day = 0; day < 300; day += 1) orders[day * 96 + 48] = 10;
  for (const window of [single, varied])
    for (const [weeks, sum] of window.orders.entries())
      for (const half of [0, 1]) orders[(window.day - 7 * weeks + half) * 96 + 48] = (sum + half) >> 1;
  const at = ({ day }: { day: number }) => START + day * DAY;
  const close = (rate: number, low: number, high: number) => ({
    rate: expect.closeTo(rate, 5),
    low: expect.closeTo(low, 5),
    high: expect.closeTo(high, 5),
  });
  const both = study(orders, [at(single), at(varied)]);
  // t(7) * sd * sqrt(1 + 1/8); of the first window counts alone vary more than its weeks do.
  expect(both.windows.map(({ weeks, effect, expected }) => [weeks, effect, expected])).toEqual([
    [8, close(1.052523, 0.179548, 2.571581), expect.closeTo(19.231811, 5)],
    [8, close(0.869439, -0.698236, 10.581249), expect.closeTo(15.815051, 5)],
  ]);
  // t(1) * sd / sqrt(2) of the two effects.
  expect(both.effect).toEqual(close(0.958844, 0.081962, 2.546399));
  expect(both.incremental).toEqual({
    orders: expect.closeTo(34.264629, 5),
    low: expect.closeTo(5.302708, 5),
    high: expect.closeTo(50.261666, 5),
  });
  // One window has its own interval.
  expect(study(orders, [at(varied)]).effect).toEqual(both.windows[1]?.effect);
});

test('growth is no lift', () => {
  const orders = steady(5).map((n, i) => Math.round(n * (1 + i / (DAYS * 96))));
  const found = study(
    orders,
    [100, 107, 113, 120, 126].map((day) => START + day * DAY),
  );
  expect(found.verdict).toBe('cannot-tell');
  expect(Math.abs(found.effect?.rate ?? 1)).toBeLessThan(0.1);
});

test('a closed day is left out, of windows and of the weeks they are compared with', () => {
  const orders = steady(5);
  const day = 100;
  orders.fill(0, day * 96, (day + 1) * 96);
  const [during, later] = study(orders, [START + day * DAY, START + (day + 7) * DAY]).windows;
  expect(during?.leftOut).toBe('closed');
  expect(later?.skippedWeeks).toContainEqual({ weeksBack: 1, reason: 'closed' });
  expect(study(orders, [START + (day + 14) * DAY]).windows[0]?.skippedWeeks).toContainEqual({
    weeksBack: 2,
    reason: 'closed',
  });
});

test('an effect is found where there is one, and none where the series only grows', () => {
  const noise = (i: number) => Math.sin(i * 1.7) + Math.cos(i * 0.9);
  const control = Array.from({ length: 120 }, (_, i) => 50 + 0.3 * i + 3 * noise(i * 2));
  const series = control.map((value, i) => 2 * value + noise(i) + (i >= 90 ? 8 : 0));
  const found = compareWithPast(series, [control], 90);
  expect(found?.effect.mean).toBeCloseTo(8, 0);
  expect(found?.effect.low).toBeGreaterThan(5);
  expect(found?.p).toBeLessThan(0.01);
  const quiet = compareWithPast(
    control.map((value, i) => 2 * value + noise(i)),
    [control],
    90,
  );
  expect(quiet?.effect.low).toBeLessThan(0);
  expect(quiet?.effect.high).toBeGreaterThan(0);
  // Too short, or nothing after.
  expect(compareWithPast([1, 2, 3, 4, 5], [], 3)).toBeNull();
  expect(compareWithPast([1, 2, 3, 4, 5], [], 5)).toBeNull();
  // A constant series and a constant control break nothing.
  expect(compareWithPast(Array(20).fill(3), [Array(20).fill(1)], 15)?.effect.mean).toBeCloseTo(0, 6);
});
