import { listAlerts, settleAlert } from '@troupe/contract/affiliate/affiliate-alert';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { listMonitors } from '@troupe/contract/listening/monitor';
import { codeQuery } from '@troupe/domain/listening/monitor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { aBooksWorld, aCode, anAffiliate } from '../affiliate/books.fixture.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import { syncCodeMonitors } from './code-monitors.ts';
import { listenTo, postOf } from './listening.fixture.ts';

let w: StoreWorld;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  w = await startStoreWorld(listenTo(sandbox));
});
afterAll(async () => {
  await w?.stop();
  await sandbox?.stop();
});

test('searches for a code as it is written, unless it can only be a code', () => {
  expect(codeQuery('MARA10')).toBe('MARA10');
  expect(codeQuery('SUMMER')).toBe('{SUMMER}');
  expect(codeQuery('MARA-10')).toBe('"MARA-10"');
  expect(codeQuery('M1')).toBeNull();
});

test('gives a code one monitor, archives it when the code ends, and restores it', async () => {
  const world = await aBooksWorld(w);
  const { userId } = await w.t.person({ role: 'creator' });
  const mara = await anAffiliate(world, { userId });
  const codeId = await aCode(world, mara.id, 'MARA10');
  await aCode(world, mara.id, 'M1');
  const monitors = async (state: 'active' | 'archived') =>
    (
      await world.owner.call(listMonitors, {
        params: { brandId: world.brandId },
        query: { state: [state], kind: ['creator-code'] },
      })
    ).monitors;
  await Promise.all([syncCodeMonitors(w.t.api), syncCodeMonitors(w.t.api)]);
  expect(await monitors('active')).toMatchObject([
    {
      name: 'MARA10',
      query: 'MARA10',
      subjectId: codeId,
      queryVersion: 1,
      abilities: { change: { allowed: false } },
    },
  ]);
  const end = (state: string) =>
    w.t.api.pool.query('update affiliate_code set state = $2 where id = $1', [codeId, state]);
  await end('ended');
  await syncCodeMonitors(w.t.api);
  expect([await monitors('active'), await monitors('archived')]).toMatchObject([[], [{ subjectId: codeId }]]);
  await end('live');
  await syncCodeMonitors(w.t.api);
  expect(await monitors('active')).toMatchObject([{ subjectId: codeId }]);
});

test('announces changed monitors only if there are any: all searched sources are read then', async () => {
  const world = await aBooksWorld(w);
  const { userId } = await w.t.person({ role: 'creator' });
  const mara = await anAffiliate(world, { userId });
  await aCode(world, mara.id, 'MARAONCE');
  const { pool } = w.t.api;
  const client = await pool.connect();
  const heard: string[] = [];
  const hear = ({ payload = '' }: { payload?: string }) => void heard.push(payload);
  client.on('notification', hear);
  await client.query('listen monitors_changed');
  const announced = async () => {
    heard.length = 0;
    await syncCodeMonitors(w.t.api);
    await pool.query(`select pg_notify('monitors_changed', 'end')`);
    await expect.poll(() => heard.at(-1)).toBe('end');
    return heard.length > 1;
  };
  expect([await announced(), await announced()]).toEqual([true, false]);
  client.off('notification', hear);
  await client.query('unlisten monitors_changed');
  client.release();
});

test('a post with a code raises the leak alarm, unless its creator wrote it', async () => {
  const world = await aBooksWorld(w);
  const { userId } = await w.t.person({ role: 'creator' });
  const mara = await anAffiliate(world, { userId });
  const codeId = await aCode(world, mara.id, 'MARASHELL');
  await aCode(world, mara.id, 'MARAQUIET');
  await syncCodeMonitors(w.t.api);
  const { rows } = await w.t.api.pool.query<{ username: string }>(
    'select username from creator where id = $1',
    [mara.creatorId],
  );
  const own = `${rows[0]?.username}.bsky.test`;
  const alerts = async (query = {}) =>
    (await world.owner.call(listAlerts, { params: { brandId: world.brandId }, query })).alerts;
  const mentions = async (code: string) => {
    const found = await w.t.api.pool.query<{ n: number }>(
      `select count(*)::int as n from monitor_mention n join monitor m on m.id = n.monitor_id
        where m.brand_id = $1 and m.name = $2`,
      [world.brandId, code],
    );
    return found.rows[0]?.n;
  };

  await postOf(sandbox, { text: 'My code MARAQUIET is good until Sunday', handle: own });
  await expect.poll(() => mentions('MARAQUIET'), { timeout: 20_000 }).toBe(1);
  const uri = await postOf(sandbox, {
    text: 'MARASHELL takes 10% off everything',
    handle: 'deals.bsky.test',
  });
  await expect
    .poll(() => alerts(), { timeout: 20_000 })
    .toMatchObject([
      {
        kind: 'leak',
        subject: codeId,
        affiliateId: mara.id,
        figures: { code: 'MARASHELL', sightings: 1, authors: 1 },
        sightings: [{ author: 'deals.bsky.test', source: 'Bluesky', url: expect.stringMatching(/^https?:/) }],
        state: 'open',
        abilities: { replaceCode: { allowed: true } },
      },
    ]);
  const { notifications } = await world.owner.call(listNotifications, {});
  expect(notifications.filter(({ href }) => href === '/affiliate/alerts')).toMatchObject([
    {
      title: 'The code MARASHELL may have leaked',
      text: 'deals.bsky.test posted the code on Bluesky. Review the details, then act on the alert or dismiss it.',
    },
  ]);

  // A second post joins the open alert.
  await postOf(sandbox, { text: 'still working: MARASHELL!', handle: 'bargains.bsky.test' });
  await expect
    .poll(async () => (await alerts()).map(({ sightings }) => sightings.map(({ author }) => author)), {
      timeout: 20_000,
    })
    .toEqual([['bargains.bsky.test', 'deals.bsky.test']]);
  // A deleted post leaves no trace of its author.
  await sandbox.call('DELETE', `/api/bluesky/posts?uri=${encodeURIComponent(uri)}`);
  await expect
    .poll(async () => (await alerts())[0]?.sightings.map(({ author }) => author), { timeout: 20_000 })
    .toEqual(['bargains.bsky.test']);

  const stranger = await w.t.person({ brandId: await w.t.brand(), brandRole: 'owner' });
  await expect(
    stranger.call(listAlerts, { params: { brandId: world.brandId }, query: {} }),
  ).rejects.toMatchObject({
    status: 403,
  });
  const [{ id: alertId } = { id: '' }] = await alerts();
  await world.owner.call(settleAlert, {
    params: { brandId: world.brandId, alertId },
    body: { state: 'dismissed', reason: 'A fan of hers' },
  });
  await postOf(sandbox, { text: 'MARASHELL again', handle: 'third.bsky.test' });
  await expect.poll(() => mentions('MARASHELL'), { timeout: 20_000 }).toBe(2);
  await expect.poll(sightingJobs, { timeout: 20_000 }).toBe(0);
  expect(await alerts({ state: ['open'] })).toEqual([]);
});

/** Checks of seen codes that haven't run yet. */
async function sightingJobs(): Promise<number | undefined> {
  const { rows } = await w.t.api.pool.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job
      where name = 'affiliate-watch-sightings' and state in ('created', 'retry', 'active')`,
  );
  return rows[0]?.n;
}
