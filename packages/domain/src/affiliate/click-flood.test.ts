import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addToFlood, driftOf, type FloodState, LINK_FLOOD, NETWORK_FLOOD } from './click-flood.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const CLICKS = join(SHARED, 'data/affiliate/clickfraud_train_sample_20000.csv');
if (!existsSync(CLICKS)) console.log('The sample of ad clicks is not here: false alarms are not measured.');

/** How many of these clicks are part of a flood; times in milliseconds, ascending. */
const floodsIn = (times: readonly number[], limit = NETWORK_FLOOD) => {
  const state: FloodState = { sum: 0, at: times[0] ?? 0 };
  return times.filter((at) => addToFlood(state, limit, at)).length;
};
const every = (ms: number, count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n * ms);

test('the sum shrinks by the drift of a Poisson CUSUM', () => {
  // (3 - 1) / ln 3 and (300 - 100) / ln 3
  expect(driftOf(NETWORK_FLOOD)).toBeCloseTo(1.8205, 4);
  expect(driftOf(LINK_FLOOD)).toBeCloseTo(182.0478, 4);
});

test('a normal rate never is a flood, and three times of it soon is', () => {
  expect(floodsIn(every(1000, 100_000))).toBe(0);
  // Three a second grow the sum by 3 - 1.82 a second: it passes 60 after 51 s.
  const first = every(1000 / 3, 1000).findIndex((_, n, all) => floodsIn(all.slice(0, n + 1)) > 0);
  expect(first).toBeGreaterThan(145);
  expect(first).toBeLessThan(160);
});

test('of a million clicks of one network in a minute all but the first few are a flood', () => {
  expect(1_000_000 - floodsIn(every(0.06, 1_000_000))).toBeLessThan(200);
});

test('a flood is over soon after its clicks stop coming', () => {
  const flood = every(1, 100_000);
  const after = every(1000, 100, 100_000 + 40_000);
  expect(floodsIn([...flood, ...after]) - floodsIn(flood)).toBe(0);
});

test('a clock that goes back neither ends a flood nor starts one', () => {
  const state: FloodState = { sum: 50, at: 10_000 };
  expect(addToFlood(state, NETWORK_FLOOD, 1000)).toBe(false);
  expect(state).toEqual({ sum: 51, at: 10_000 });
});

test.runIf(existsSync(CLICKS))('calls almost none of 20,000 real ad clicks a flood', () => {
  const [, ...lines] = readFileSync(CLICKS, 'utf8').trim().split('\n');
  const clicks = lines.map((line) => {
    const [ip, , , , channel, time = ''] = line.split(',');
    return { key: `${ip}:${channel}`, at: Date.parse(`${time} UTC`) };
  });
  expect(clicks.length).toBeGreaterThan(19_000);
  const networks = Map.groupBy(clicks, ({ key }) => key).values();
  const floods = [...networks].map((of) => floodsIn(of.map(({ at }) => at).sort((a, b) => a - b)));
  expect(floods.reduce((all, count) => all + count, 0)).toBe(0);
});
