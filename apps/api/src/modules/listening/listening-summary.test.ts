import { getListeningSummary, getShareOfVoice } from '@troupe/contract/listening/listening-summary';
import { listMentions } from '@troupe/contract/listening/mention';
import { actOnMentionAlert, listMentionAlerts } from '@troupe/contract/listening/mention-alert';
import { createMonitor, listMonitors } from '@troupe/contract/listening/monitor';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { listenTo, postOf } from './listening.fixture.ts';
import { watchSpikes } from './mention-alerts.ts';

let t: TestApi;
let sandbox: TestSandbox;
let brandId: string;
let member: TestPerson;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  t = await startTestApi(listenTo(sandbox));
  brandId = await t.brand();
  member = await t.person({ brandId });
});

afterAll(async () => {
  await t?.stop();
  await sandbox?.stop();
});

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const monitorOf = async (query: string, more: object = {}) =>
  (
    await member.call(createMonitor, {
      params: { brandId },
      body: Object.assign({ name: query, kind: 'brand' as const, query }, more),
    })
  ).monitor.id;

const summaryOf = async (monitorId: string, query: object = {}) =>
  (
    await member.call(getListeningSummary, {
      params: { brandId },
      query: Object.assign({ monitorId: [monitorId] }, query),
    })
  ).summary;

/** Adds counts of the past, as intake does. */
const count = (
  monitorId: string,
  at: number,
  n: number,
  { sentiment = 'neutral', voices = n }: { sentiment?: string; voices?: number } = {},
) =>
  t.api.pool.query(
    `insert into listening_quarter (monitor_id, bucket, source_kind, lang, sentiment, brand_id, n, clusters, reach, reach_known)
      values ($1, $2, 'bluesky', 'en', $3, $4, $5, $6, 0, 0)`,
    [
      monitorId,
      new Date(Math.floor(at / QUARTER_MS) * QUARTER_MS).toISOString(),
      sentiment,
      brandId,
      n,
      voices,
    ],
  );

/** Notes that Bluesky was down. */
const gap = (from: number, to: number) =>
  t.api.pool.query(
    `insert into source_gap (id, source_id, from_at, to_at, reason)
      select gen_random_uuid(), id, $1, $2, 'outage' from listening_source where kind = 'bluesky'`,
    [new Date(from).toISOString(), new Date(to).toISOString()],
  );

/** Makes a monitor older, as if it had listened all the time. */
const age = (monitorId: string, days: number) =>
  t.api.pool.query(`update monitor set created_at = created_at - make_interval(days => $2) where id = $1`, [
    monitorId,
    days,
  ]);

const now = () => t.api.clock.now().getTime();

test('summarizes what the stream brought', async () => {
  const monitorId = await monitorOf('brockwell');
  const link = 'https://shop.example/tent';
  for (const [index, handle] of ['ada', 'ben', 'cyd'].entries())
    await postOf(sandbox, {
      text: `Brockwell number ${'xyz'[index]}: the waterproof zipper sticks again, says ${handle}`,
      handle: `${handle}.bsky.test`,
      followers: 1000 * (index + 1),
      langs: ['en'],
      link,
    });
  await vi.waitUntil(
    async () =>
      (await member.call(listMentions, { params: { brandId }, query: { monitorId: [monitorId] } })).mentions
        .length === 3,
    { timeout: 15_000, interval: 100 },
  );
  const summary = await summaryOf(monitorId);
  expect(summary.current).toMatchObject({
    mentions: 3,
    voices: 3,
    // No models are installed: nothing is judged, and nothing counts as neutral.
    sentiment: { positive: 0, neutral: 0, negative: 0, abstained: 0, unknown: 3 },
    net: { net: null, low: null, high: null, health: null, judged: 0 },
    reach: { followers: 6000, authors: 3, known: 3 },
  });
  expect(summary.previous.mentions).toBe(0);
  expect(summary.volume).toHaveLength(30);
  expect(summary.volume.at(-1)).toMatchObject({ mentions: 3, voices: 3 });
  expect(summary.languages).toEqual([{ language: 'en', mentions: 3, voices: 3 }]);
  expect(summary.authors.map(({ handle }) => handle)).toEqual([
    'cyd.bsky.test',
    'ben.bsky.test',
    'ada.bsky.test',
  ]);
  expect(summary.links).toEqual([{ url: link, mentions: 3, authors: 3 }]);
  expect(summary.topics[0]).toMatchObject({ phrase: 'waterproof zipper sticks', posts: 3, before: 0 });
  expect(summary.topics.map(({ phrase }) => phrase)).not.toContain('brockwell');
  expect(summary.formulas.map(({ figure }) => figure)).toContain('netSentiment');
  const otherBrand = await t.brand('Other');
  const stranger = await t.person({ brandId: otherBrand });
  const theirs = await stranger.call(getListeningSummary, {
    params: { brandId: otherBrand },
    query: { monitorId: [monitorId] },
  });
  expect(theirs.summary.current).toMatchObject({ mentions: 0, reach: { authors: 0 } });
  expect([theirs.summary.authors, theirs.summary.links, theirs.summary.topics]).toEqual([[], [], []]);
});

test('judges with intervals, and shows what was not judged apart', async () => {
  const monitorId = await monitorOf('calderfell');
  const at = now() - 2 * DAY_MS;
  await count(monitorId, at, 60, { sentiment: 'positive' });
  await count(monitorId, at, 20, { sentiment: 'negative' });
  await count(monitorId, at, 20, { sentiment: 'neutral' });
  await count(monitorId, at, 40, { sentiment: 'abstained' });
  await count(monitorId, at, 10, { sentiment: 'unknown' });
  await count(monitorId, now() - 40 * DAY_MS, 7);
  const { current, previous } = await summaryOf(monitorId);
  expect(current.mentions).toBe(150);
  expect(current.sentiment).toEqual({ positive: 60, neutral: 20, negative: 20, abstained: 40, unknown: 10 });
  expect(current.net).toMatchObject({ net: 0.4, judged: 100 });
  // Wilson, 60 of 80: 0.6452 to 0.8317.
  expect(current.net.health?.rate).toBe(0.75);
  expect(current.net.health?.low).toBeCloseTo(0.645, 3);
  expect(current.net.health?.high).toBeCloseTo(0.832, 3);
  expect(previous.mentions).toBe(7);
});

test('counts days and hours in the zone of the brand, and names the source that was down', async () => {
  const monitorId = await monitorOf('dunmore');
  const owner = await t.person({ brandId, brandRole: 'owner' });
  await t.api.pool.query(`update person set time_zone = 'Asia/Kathmandu' where id = $1`, [owner.userId]);
  // 18:10 and 18:20 UTC are 23:55 and, on the next day, 00:05 in Kathmandu.
  await count(monitorId, Date.parse('2026-03-01T18:00:00Z'), 4);
  await count(monitorId, Date.parse('2026-03-01T18:15:00Z'), 5);
  await gap(Date.parse('2026-03-02T20:00:00Z'), Date.parse('2026-03-02T21:00:00Z'));
  const summary = await summaryOf(monitorId, { from: '2026-03-01', to: '2026-03-03' });
  expect(summary.zone).toBe('Asia/Kathmandu');
  expect(summary.volume).toEqual([
    expect.objectContaining({ start: '2026-02-28T18:15:00.000Z', mentions: 4, down: [] }),
    expect.objectContaining({ start: '2026-03-01T18:15:00.000Z', mentions: 5, down: [] }),
    expect.objectContaining({ start: '2026-03-02T18:15:00.000Z', mentions: 0, down: ['bluesky'] }),
  ]);
  expect(summary.current.blindSeconds).toBe(3600);
  expect(summary.times).toEqual([
    { weekday: 1, hour: 0, mentions: 5 },
    { weekday: 7, hour: 23, mentions: 4 },
  ]);
  const hours = await summaryOf(monitorId, { from: '2026-03-02', to: '2026-03-02', groupBy: 'hour' });
  expect(hours.volume).toHaveLength(24);
  expect(hours.volume[0]).toMatchObject({ start: '2026-03-01T18:15:00.000Z', mentions: 5 });
  await expect(
    summaryOf(monitorId, { from: '2026-03-01', to: '2026-03-04', groupBy: 'quarter' }),
  ).rejects.toMatchObject({
    status: 422,
  });
  await expect(summaryOf(monitorId, { from: '2026-03-02', to: '2026-03-01' })).rejects.toMatchObject({
    status: 422,
  });
});

test('compares monitors of a set only while all sources were up', async () => {
  const ours = await monitorOf('eskdale', { setName: 'Tents' });
  const rival = await monitorOf('farndale', { setName: 'Tents', kind: 'competitor' });
  await monitorOf('other', { setName: 'Boots' });
  await age(ours, 40);
  await age(rival, 20);
  const hour = Math.floor((now() - 3 * DAY_MS) / HOUR_MS) * HOUR_MS;
  await count(ours, hour, 30, { voices: 20 });
  await count(rival, hour, 90, { voices: 60 });
  // Down: these don't count. And 30 days ago the rival's monitor didn't exist.
  await count(ours, hour + HOUR_MS, 500);
  await gap(hour + HOUR_MS, hour + 2 * HOUR_MS);
  await count(ours, now() - 25 * DAY_MS, 900);
  const { report } = await member.call(getShareOfVoice, { params: { brandId }, query: { setName: 'Tents' } });
  expect(report.monitors).toMatchObject([
    { name: 'eskdale', voices: 20, copies: 30, byVoices: { rate: 0.25 }, byCopies: { rate: 0.25 } },
    { name: 'farndale', voices: 60, copies: 90, byVoices: { rate: 0.75 }, byCopies: { rate: 0.75 } },
  ]);
  // Wilson, 20 of 80: 0.1683 to 0.3548.
  expect(report.monitors[0]?.byVoices?.low).toBeCloseTo(0.168, 3);
  expect(report.monitors[0]?.byVoices?.high).toBeCloseTo(0.355, 3);
  expect(report.leftOut).toBeGreaterThan(4);
  await expect(
    member.call(getShareOfVoice, { params: { brandId }, query: { setName: 'Nothing' } }),
  ).rejects.toMatchObject({ status: 404 });
});

const alertsOf = (monitorId: string) =>
  member.call(listMentionAlerts, { params: { brandId }, query: { monitorId: [monitorId] } });

test('raises one alert for a spike, with its figures, and mutes the monitor with a reason', async () => {
  const monitorId = await monitorOf('garsdale');
  await age(monitorId, 70);
  const at = now();
  for (let week = 1; week <= 8; week += 1) await count(monitorId, at - 7 * week * DAY_MS, 2 + (week % 2));
  await count(monitorId, at, 40);
  await watchSpikes(t.api, new Date(at));
  await watchSpikes(t.api, new Date(at + QUARTER_MS));
  const { alerts, open } = await alertsOf(monitorId);
  expect(open).toBe(1);
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatchObject({
    monitorName: 'garsdale',
    rule: 'spike',
    seen: 40,
    expected: 2.5,
    state: 'open',
    figures: { weeks: 8 },
    abilities: { settle: { allowed: true }, mute: { allowed: true } },
  });
  expect(alerts[0]?.p).toBeLessThan(1e-4);
  const { rows } = await t.api.pool.query(
    `select title from notification where user_id = $1 and kind = 'listening'`,
    [member.userId],
  );
  expect(rows).toEqual([{ title: 'Spike in mentions of “garsdale”' }]);
  const act = (person: TestPerson, body: object, brand = brandId) =>
    person.call(actOnMentionAlert, {
      params: { brandId: brand, alertId: alerts[0]?.id ?? '' },
      body: body as { action: 'mute' },
    });
  await expect(act(member, { action: 'mute' })).rejects.toMatchObject({ status: 422 });
  const otherBrand = await t.brand('Stranger');
  const stranger = await t.person({ brandId: otherBrand });
  await expect(act(stranger, { action: 'seen' }, otherBrand)).rejects.toMatchObject({ status: 404 });
  const muted = await act(member, { action: 'mute', reason: 'Our own campaign', hours: 168 });
  expect(muted.alert).toMatchObject({ state: 'dismissed', reason: 'Our own campaign' });
  expect(muted.alert.mutedUntil).not.toBeNull();
  await expect(act(member, { action: 'seen' })).rejects.toMatchObject({ status: 409 });
  await count(monitorId, at + DAY_MS, 400);
  await watchSpikes(t.api, new Date(at + DAY_MS));
  expect((await alertsOf(monitorId)).alerts).toHaveLength(1);
  const { monitors } = await member.call(listMonitors, { params: { brandId } });
  expect(monitors.find(({ id }) => id === monitorId)?.alertRules.muteReason).toBe('Our own campaign');
});

test('raises nothing for a usual hour, a young monitor, or weeks in which the source was down', async () => {
  const [usual, young, blind] = [
    await monitorOf('hartsop'),
    await monitorOf('ickwell'),
    await monitorOf('jarrow'),
  ];
  await age(usual, 70);
  await age(blind, 70);
  const at = now() + 3 * HOUR_MS;
  for (let week = 1; week <= 8; week += 1) await count(usual, at - 7 * week * DAY_MS, 38 + week);
  for (const monitorId of [usual, young]) await count(monitorId, at, 45);
  await watchSpikes(t.api, new Date(at));
  for (let week = 1; week <= 6; week += 1)
    await gap(at - 7 * week * DAY_MS - HOUR_MS, at - 7 * week * DAY_MS + HOUR_MS);
  await count(blind, at, 45);
  await watchSpikes(t.api, new Date(at));
  for (const monitorId of [usual, young, blind]) expect((await alertsOf(monitorId)).alerts).toEqual([]);
});

test('raises an alert when the share of negative mentions rises or falls', async () => {
  const monitorId = await monitorOf('keswick');
  const at = now();
  await count(monitorId, at - 10 * DAY_MS, 90, { sentiment: 'positive' });
  await count(monitorId, at - 10 * DAY_MS, 10, { sentiment: 'negative' });
  await count(monitorId, at - 5 * HOUR_MS, 20, { sentiment: 'negative' });
  await count(monitorId, at - 5 * HOUR_MS, 20, { sentiment: 'positive' });
  await watchSpikes(t.api, new Date(at));
  const { alerts } = await alertsOf(monitorId);
  expect(alerts).toMatchObject([
    {
      rule: 'negative-shift',
      seen: 20,
      expected: 4,
      p: null,
      figures: { direction: 'up', judged: 40, share: 50, usualShare: 10 },
    },
  ]);
  const better = await monitorOf('langdale');
  await count(better, at - 10 * DAY_MS, 60, { sentiment: 'positive' });
  await count(better, at - 10 * DAY_MS, 40, { sentiment: 'negative' });
  await count(better, at - 5 * HOUR_MS, 50, { sentiment: 'positive' });
  await watchSpikes(t.api, new Date(at));
  expect((await alertsOf(better)).alerts).toMatchObject([
    {
      rule: 'negative-shift',
      seen: 0,
      expected: 20,
      figures: { direction: 'down', judged: 50, share: 0, usualShare: 40 },
    },
  ]);
  expect((await alertsOf(monitorId)).alerts).toHaveLength(1);
});
