import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { aClickWorld, aLink } from '../clicks.fixture.ts';
import { keepClicks, rollClicks } from './affiliate-click.jobs.ts';
import { type Click, insertClicks } from './affiliate-click.queries.ts';
import { markLate } from './click-rollup.queries.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi({ TROUPE_ROLES: 'http' });
});
afterAll(() => t.stop());

test('counts clicks by quarter hour, repeats across processes and late clicks included, and forgets old ones', async () => {
  const world = await aClickWorld(t);
  const link = await aLink(t, world);
  const { pool } = t.api;
  const click = (time: string, visitor: string, verdict: Click['verdict'] = 'person'): Click => ({
    id: newId(),
    at: Date.parse(`2026-11-20T${time}Z`),
    brandId: world.brandId,
    linkId: link.id,
    verdict,
    reason: null,
    visitorKey: visitor.repeat(32),
    device: 'mobile',
    browserFamily: 'Instagram',
    referrerHost: null,
    sourceLabel: null,
    paidMarker: null,
    searchTerm: null,
    standDownSeen: false,
  });
  const counted = async () => {
    const { rows } = await pool.query(
      `select to_char(bucket at time zone 'UTC', 'HH24:MI') || ' ' || verdict || ' ' || n || ' ' || first_of_day as line
       from affiliate_click_quarter where link_id = $1 order by 1`,
      [link.id],
    );
    return rows.map(({ line }) => line);
  };
  const first = [
    click('10:00:00', 'a'),
    click('10:14:00', 'b'),
    click('10:18:00', 'b'),
    click('10:31:00', 'a'),
  ];
  await insertClicks(pool, [...first, click('10:01:00', 'c', 'bot')]);
  await insertClicks(pool, first);
  const now = new Date('2026-11-20T10:40:00Z');
  await rollClicks(pool, now);
  await rollClicks(pool, now);
  // The second hit of visitor b came four minutes after the first, to another process.
  expect(await counted()).toEqual([
    '10:00 bot 1 0',
    '10:00 person 2 2',
    '10:15 repeat 1 0',
    '10:30 person 1 0',
  ]);
  await insertClicks(pool, [click('09:50:00', 'a')]);
  await markLate(pool, [Date.parse('2026-11-20T09:50:00Z')]);
  await rollClicks(pool, now);
  expect(await counted()).toEqual([
    ...['09:45 person 1 1', '10:00 bot 1 0', '10:00 person 2 1', '10:15 repeat 1 0', '10:30 person 1 0'],
  ]);
  await keepClicks(t.api, new Date('2027-02-20T00:00:00Z'));
  const { rows } = await pool.query('select count(*) as n from affiliate_click where link_id = $1', [
    link.id,
  ]);
  expect(rows[0].n).toBe(0);
  expect((await counted()).length).toBe(5);
});
