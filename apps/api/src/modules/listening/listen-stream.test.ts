import { listMentions } from '@troupe/contract/listening/mention';
import { createMonitor } from '@troupe/contract/listening/monitor';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { listenTo, postOf } from './listening.fixture.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let t: TestApi;
let sandbox: TestSandbox;
let brandId: string;
let member: TestPerson;
const processes: TestProcess[] = [];

beforeAll(async () => {
  sandbox = await startTestSandbox();
  // It answers calls; other processes listen.
  t = await startTestApi({ TROUPE_ROLES: 'http' });
  brandId = await t.brand();
  member = await t.person({ brandId });
});

afterAll(async () => {
  await t?.stop();
  await sandbox?.stop();
});

async function listen(version: 1 | 2 = 1): Promise<TestProcess> {
  const one = await startTestProcess(t, Object.assign(listenTo(sandbox, version), { TROUPE_ROLES: 'jobs' }));
  processes.push(one);
  return one;
}

/** A failed test may leave its process, which would keep the others from listening. */
afterEach(async () => {
  for (const one of processes.splice(0)) await kill(one);
});

async function kill(one: TestProcess): Promise<void> {
  if (one.child.exitCode !== null || one.child.signalCode !== null) return;
  const ended = new Promise((resolve) => one.child.once('exit', resolve));
  one.child.kill('SIGKILL');
  await ended;
}

const monitorOf = async (query: string) =>
  (await member.call(createMonitor, { params: { brandId }, body: { name: query, kind: 'brand', query } }))
    .monitor.id;

const textsOf = async (monitorId: string): Promise<string[]> => {
  const { rows } = await t.api.pool.query<{ text: string }>(
    `select m.text from monitor_mention t join mention m on m.id = t.mention_id where t.monitor_id = $1`,
    [monitorId],
  );
  return rows.map(({ text }) => text);
};

const countOf = async (monitorId: string) => {
  const { rows } = await t.api.pool.query<{ n: number }>(
    'select coalesce(sum(n), 0)::int as n from listening_quarter where monitor_id = $1',
    [monitorId],
  );
  return rows[0]?.n;
};

const soon = { timeout: 60_000, interval: 100 };
const until = (monitorId: string, count: number) =>
  vi.waitUntil(async () => (await textsOf(monitorId)).length >= count, soon);
/** Waits until a monitor has as many mentions as were posted, and names those that were lost. */
async function untilAll(monitorId: string, posted: readonly string[]): Promise<void> {
  const enough = async () => (await textsOf(monitorId)).length >= posted.length;
  await vi.waitUntil(enough, { timeout: 30_000, interval: 100 }).catch(() => {});
  const texts = await textsOf(monitorId);
  const lost = posted.filter((text) => !texts.includes(text));
  expect(lost, `${lost.length} of ${posted.length} posts were lost`).toEqual([]);
  expect(texts.toSorted()).toEqual(posted.toSorted());
}

/** Waits until a stream is connected: a post from before the first connection isn't sent. */
const connected = async () => {
  const id = await monitorOf('isconnected');
  await vi.waitUntil(
    async () => {
      await postOf(sandbox, { text: `isconnected ${Math.random()}` });
      return (await textsOf(id)).length > 0;
    },
    { timeout: 60_000, interval: 500 },
  );
};

const fault = (failure: string, more: object = {}) =>
  sandbox.call(
    'POST',
    '/api/faults',
    Object.assign({ provider: 'bluesky', target: 'stream', failure, times: 1 }, more),
  );

test('loses and doubles nothing when the listening process is killed again and again', async () => {
  const id = await monitorOf('killedbrand');
  let one = await listen();
  await connected();
  const posted: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const posting = (async () => {
      for (let n = 0; n < 25; n += 1) {
        const text = `killedbrand says ${round} ${n}`;
        await postOf(sandbox, { text, handle: `k${n}.bsky.test` });
        posted.push(text);
      }
    })();
    await vi.waitUntil(async () => (await textsOf(id)).length > round * 25, soon);
    await kill(one);
    await posting;
    one = await listen(round % 2 === 0 ? 2 : 1);
    await untilAll(id, posted);
  }
  expect(await countOf(id)).toBe(posted.length);
  await kill(one);
}, 240_000);

test('lets one process listen, and another one take over', async () => {
  const id = await monitorOf('takeover');
  const first = await listen();
  const second = await listen();
  await vi.waitUntil(async () => {
    const { rows } = await t.api.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where application_name = 'troupe-listening'
        and datname = current_database()`,
    );
    return (rows[0]?.n ?? 0) >= 1;
  }, soon);
  await postOf(sandbox, { text: 'takeover one' });
  await until(id, 1);
  await kill(first);
  await postOf(sandbox, { text: 'takeover two' });
  await until(id, 2);
  expect((await textsOf(id)).toSorted()).toEqual(['takeover one', 'takeover two']);
  await kill(second);
}, 120_000);

test('a paused stream is not read; resuming reads the posts of the pause', async () => {
  const id = await monitorOf('pausedbrand');
  const one = await listen();
  await connected();
  const setState = (state: string) =>
    t.api.pool.query("update listening_source set state = $1 where kind = 'bluesky' and brand_id is null", [
      state,
    ]);
  await setState('paused');
  const posted: string[] = [];
  // It notices within five seconds. Posts arrive at once until then.
  const isRead = async () => {
    const text = `pausedbrand says ${posted.length}`;
    await postOf(sandbox, { text });
    posted.push(text);
    const arrived = async () => (await textsOf(id)).includes(text);
    return vi.waitUntil(arrived, { timeout: 3000, interval: 100 }).catch(() => false);
  };
  await vi.waitUntil(async () => !(await isRead()), soon);
  await setState('active');
  await untilAll(id, posted);
  await kill(one);
}, 120_000);

test('survives what streams do: drops, duplicates, other collections, disorder, a slow consumer', async () => {
  const id = await monitorOf('sturdy');
  const one = await listen(2);
  await until(await monitorOfConnected(), 1);
  const posted: string[] = [];
  for (const failure of ['duplicate', 'drop', 'other_collections', 'slow_consumer', 'reorder'] as const) {
    await fault(failure);
    await sandbox.call('POST', '/api/bluesky/other', { collection: 'app.bsky.feed.like' });
    for (const n of [1, 2]) {
      const text = `sturdy ${failure} ${n}`;
      posted.push(text);
      await postOf(sandbox, { text, handle: `s${n}.bsky.test` });
    }
    if (failure === 'reorder') await sandbox.call('POST', '/api/bluesky/disconnect');
    await untilAll(id, posted);
  }
  expect(await countOf(id)).toBe(posted.length);
  await kill(one);
}, 120_000);

const monitorOfConnected = async () => {
  await connected();
  const { rows } = await t.api.pool.query<{ id: string }>(
    "select id from monitor where query = 'isconnected'",
  );
  return rows[0]?.id ?? '';
};

test.each([1, 2] as const)(
  'notes a gap when version %i no longer has what was missed, and fills it by search',
  async (version) => {
    const word = `lookback${version}`;
    const id = await monitorOf(word);
    const one = await listen(version);
    await connected();
    await postOf(sandbox, { text: `${word} before` });
    await until(id, 1);
    await kill(one);
    await postOf(sandbox, { text: `${word} missed` });
    // The last position was ten minutes ago, and the host has a second.
    await t.api.pool.query("update source_cursor set event_at = event_at - interval '10 minutes'");
    await fault(version === 1 ? 'cursor_moved' : 'too_old', { seconds: 0.001, times: 10 });
    const two = await listen(version);
    await vi.waitUntil(
      async () => {
        await postOf(sandbox, { text: `${word} after ${Math.random()}` });
        return (await t.api.pool.query('select from source_gap')).rowCount;
      },
      { timeout: 60_000, interval: 500 },
    );
    await sandbox.call('DELETE', '/api/faults?provider=bluesky');
    await t.api.jobs.send('listening-fill-gaps', {});
    await vi.waitUntil(async () => (await textsOf(id)).includes(`${word} missed`), soon);
    await vi.waitUntil(async () => {
      const { rows } = await t.api.pool.query('select reason, filled_at from source_gap');
      return rows.every(({ reason, filled_at }) => reason === 'look-back' && filled_at !== null);
    }, soon);
    const texts = await textsOf(id);
    expect(new Set(texts).size).toBe(texts.length);
    await t.api.pool.query('delete from source_gap');
    await kill(two);
  },
  180_000,
);

test('lists what the processes found', async () => {
  const { mentions } = await member.call(listMentions, { params: { brandId }, query: {} });
  expect(mentions.length).toBeGreaterThan(0);
});
