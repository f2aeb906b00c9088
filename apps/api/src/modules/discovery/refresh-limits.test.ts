import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { diskFiles } from '../../providers/files/disk.ts';
import { creatorRefreshTable } from './creator/creator-refresh.table.ts';
import { recordCall, reserveShare, reserveUnits } from './provider/provider.queries.ts';
import { type RefreshWorld, startRefreshWorld } from './refresh-creator.fixture.ts';
import { refreshDue } from './refresh-creator.ts';

let w: RefreshWorld;
beforeAll(async () => {
  w = await startRefreshWorld({ YOUTUBE_UNITS_A_DAY: '100' });
});
afterAll(() => w.stop());
beforeEach(async () => {
  w.t.setNow(null);
  await w.t.api.db.execute(sql`delete from provider_quota`);
  await w.t.api.db.execute(sql`delete from provider_share`);
  await w.t.api.db.execute(sql`delete from provider_state`);
  await w.t.api.db.execute(sql`delete from creator_list_item`);
  await w.t.api.db.execute(sql`delete from creator`);
  await w.sandbox.call('DELETE', '/api/social/quotas');
  await w.sandbox.call('DELETE', '/api/faults');
});

const later = (minutes: number) => w.t.setNow(new Date(Date.now() + minutes * 60_000));
const runSchedule = () => refreshDue(w.t.api, diskFiles(w.t.api.config.FILES_DIR), 5);
const OLD = '2026-01-05T00:00:00.000Z';
const readIds = async () =>
  (
    await w.t.api.db
      .select({ id: creatorRefreshTable.creatorId })
      .from(creatorRefreshTable)
      .where(sql`read_at is not null`)
      .orderBy(creatorRefreshTable.readAt)
  ).map(({ id }) => id);

test("administrators see each quota's usage and reset time", async () => {
  const id = await w.creator({ platform: 'youtube', username: 'quo.ta' });
  await w.read(id);
  const seen = await w.provider('youtube');
  expect(seen).toMatchObject({
    configured: true,
    openUntil: null,
    lastFailure: null,
    lastCall: expect.any(String),
  });
  const [quota] = seen.quotas;
  expect(quota).toMatchObject({ name: 'Units a day', used: 3, limit: 100 });
  // Midnight in California.
  expect(new Date(quota?.resets ?? 0).toLocaleTimeString('en-GB', { timeZone: 'America/Los_Angeles' })).toBe(
    '00:00:00',
  );
  await w.read(await w.creator({ platform: 'instagram', username: 'quo.ta' }));
  expect((await w.provider('instagram')).quotas).toMatchObject([{ name: 'Percent of an hour', limit: 100 }]);
});

test('an exhausted quota stops refreshes until it resets, without using up the hourly one', async () => {
  await w.fail('youtube', 'quota', 1);
  const id = await w.creator({ platform: 'youtube', username: 'end.ed', followerCount: 12 });
  const refresh = await w.read(id);
  expect(refresh.message).toContain('used up');
  expect((await w.provider('youtube')).quotas).toMatchObject([{ used: 100, limit: 100 }]);
  expect(refresh.next).toBe((await w.provider('youtube')).quotas[0]?.resets);
  expect((await w.row(id)).followerCount).toBe(12);
});

test('concurrent processes never exceed the quota', async () => {
  const window = { name: 'Units a day', from: new Date('2026-11-20T08:00:00Z'), resets: null, limit: 50 };
  const taken = await Promise.all(
    Array.from({ length: 80 }, () => reserveUnits(w.t.api.db, 'youtube', window, 1)),
  );
  expect(taken.filter(Boolean)).toHaveLength(50);
});

test('a platform outage is explained and can be retried soon', async () => {
  await w.fail('youtube', 'down', 3);
  const id = await w.creator({ platform: 'youtube', username: 'do.wn' });
  const refresh = await w.read(id);
  expect(refresh).toMatchObject({
    state: null,
    readAt: null,
    message: "YouTube isn't available right now. Try again in a few minutes.",
  });
  expect(await w.ask(id)).toMatchObject({ started: false, reason: refresh.message, next: refresh.next });
  later(6);
  expect(await w.read(id)).toMatchObject({ state: 'read', message: null });
});

test('HTML instead of JSON and a rejected key are failures shown to administrators', async () => {
  await w.fail('instagram', 'garbage', 3);
  await w.read(await w.creator({ platform: 'instagram', username: 'gar.bage' }));
  expect((await w.provider('instagram')).lastFailure?.message).toContain("wasn't JSON");
  await w.fail('instagram', 'wrong_key', 1);
  const refresh = await w.read(await w.creator({ platform: 'instagram', username: 're.fused' }));
  expect(refresh.message).toBe('Instagram rejected our API key. Contact your administrator.');
  expect((await w.provider('instagram')).lastFailure?.message).toContain('Key or token rejected');
});

test('five consecutive failures pause calls for growing times until one succeeds', async () => {
  const { db } = w.t.api;
  const now = new Date('2026-11-20T10:00:00Z');
  const fail = () =>
    recordCall(db, { provider: 'tiktok', ok: false, message: 'It responded with 503.' }, now);
  w.t.setNow(now);
  for (let count = 0; count < 4; count++) await fail();
  expect((await w.provider('tiktok')).openUntil).toBeNull();
  await fail();
  expect((await w.provider('tiktok')).openUntil).toBe('2026-11-20T10:01:00.000Z');
  await fail();
  expect((await w.provider('tiktok')).openUntil).toBe('2026-11-20T10:02:00.000Z');
  await recordCall(db, { provider: 'tiktok', ok: true }, now);
  expect((await w.provider('tiktok')).openUntil).toBeNull();
  await fail();
  expect((await w.provider('tiktok')).openUntil).toBeNull();
});

test('an open circuit sends no requests', async () => {
  const now = w.t.api.clock.now();
  for (let count = 0; count < 5; count++)
    await recordCall(w.t.api.db, { provider: 'youtube', ok: false, message: 'It responded with 503.' }, now);
  const { seen: before } = await w.sandbox.call<{ seen: number }>('GET', '/api/social');
  const refresh = await w.read(await w.creator({ platform: 'youtube', username: 'he.ld' }));
  expect(refresh.message).toContain("isn't available right now");
  expect((await w.sandbox.call<{ seen: number }>('GET', '/api/social')).seen).toBe(before);
});

test('the schedule reads creators on lists and with invites first, oldest first, and skips recent ones', async () => {
  const [old, older, oldest, fresh] = await w.creators(
    { platform: 'instagram', username: 'on.list.old', updatedAt: '2026-03-01T00:00:00.000Z' },
    { platform: 'instagram', username: 'on.list.older', updatedAt: '2026-02-01T00:00:00.000Z' },
    { platform: 'instagram', username: 'on.no.list', updatedAt: OLD },
    { platform: 'instagram', username: 'fre.sh', updatedAt: new Date().toISOString() },
  );
  await w.onList(old ?? '');
  await w.onList(older ?? '', 'Winter');
  await w.onList(fresh ?? '', 'Spring');
  expect(await runSchedule()).toBe(3);
  expect(await readIds()).toEqual([older, old, oldest]);
  expect(await runSchedule()).toBe(0);
});

test.each([
  ['the platform reports an exhausted quota', '[platform]'],
  ['our own counter is exhausted', '[books]'],
])(
  'a quota that runs out keeps what was read, and the breakdown shows how far back it goes: %s',
  async (_, by) => {
    const id = await w.creator({ platform: 'youtube', username: 'daily.paint' });
    // Channel, uploads and videos, then two more pages of two units each.
    if (by === '[platform]') await w.sandbox.call('PUT', '/api/social/quotas/youtube', { limit: 7 });
    else {
      await w.read(await w.creator({ platform: 'youtube', username: 'fir.st' }));
      await w.t.api.db.execute(sql`update provider_quota set used = 93`);
    }
    expect(await w.read(id)).toMatchObject({ state: 'read', message: null });
    expect(await w.contentOf(id)).toHaveLength(150);
    const breakdown = (await w.details(id)).extraData.engagementBreakdown;
    const oldest = (await w.contentOf(id)).map(({ publishedAt }) => publishedAt).sort()[0];
    expect(breakdown).toMatchObject({ complete: false, contentFromDate: oldest });
    expect((breakdown?.contentCount ?? 0) + (breakdown?.tooRecentCount ?? 0)).toBe(150);
    // On a new day the next reading reaches the start of the window.
    await w.sandbox.call('DELETE', '/api/social/quotas');
    await w.sandbox.call('DELETE', '/api/faults');
    await w.t.api.db.execute(sql`delete from provider_quota`);
    later(61);
    await w.read(id);
    expect((await w.details(id)).extraData.engagementBreakdown).toMatchObject({ complete: true });
  },
);

test("a long reading ends when its brand's share is used up", async () => {
  const other = await w.t.brand('Fernhill');
  const member = await w.t.person({ brandId: other });
  const id = await w.creator({ platform: 'youtube', username: 'daily.clay' });
  // The brand's share is half of 100 units: after 3 for the first page, 2 remain for one more.
  const day = w.t.api.clock.now();
  await reserveShare(w.t.api.db, { provider: 'youtube', brandId: other, units: 45, most: 50 }, day);
  expect(await w.read(id, member, other)).toMatchObject({ state: 'read', message: null });
  expect(await w.contentOf(id)).toHaveLength(100);
  expect((await w.details(id)).extraData.engagementBreakdown).toMatchObject({ complete: false });
});

test('the schedule reserves a fifth of the daily quota for people', async () => {
  await w.creators(
    ...Array.from({ length: 5 }, (_, at) => ({
      platform: 'youtube' as const,
      username: `plan.${at}`,
      updatedAt: OLD,
    })),
  );
  const used = async () => (await w.provider('youtube')).quotas[0]?.used ?? 0;
  const first = await w.creator({ platform: 'youtube', username: 'per.son' });
  await w.read(first);
  await w.t.api.db.execute(sql`update provider_quota set used = 74`);
  expect(await runSchedule()).toBeGreaterThan(0);
  expect(await runSchedule()).toBe(0);
  const planned = await used();
  expect(planned).toBeGreaterThan(74);
  expect(planned).toBeLessThanOrEqual(80);
  const asked = await w.creator({ platform: 'youtube', username: 'per.son.two' });
  expect(await w.read(asked)).toMatchObject({ state: 'read' });
  expect(await used()).toBeGreaterThan(planned);
});

test('the schedule limits creators per run and stops at a failing platform', async () => {
  await w.creators(
    ...Array.from({ length: 8 }, (_, at) => ({
      platform: 'instagram' as const,
      username: `run.${at}`,
      updatedAt: OLD,
    })),
  );
  expect(await runSchedule()).toBe(5);
  await w.fail('instagram', 'rate_limit');
  expect(await runSchedule()).toBe(0);
  expect(await readIds()).toHaveLength(5);
});
