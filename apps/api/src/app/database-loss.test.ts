import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAnalytics } from '@troupe/contract/analytics/analytics';
import { addCost } from '@troupe/contract/analytics/cost-entry';
import { type CallError, createClient, urlOf } from '@troupe/contract/client';
import { searchCreators } from '@troupe/contract/discovery/creator';
import {
  addToCreatorList,
  createCreatorList,
  listCreatorLists,
} from '@troupe/contract/discovery/creator-list';
import { listenToBrand, sendMessage } from '@troupe/contract/inbox/conversation';
import { isDatabaseUnavailable } from '@troupe/server/error-code';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import {
  createTestCampaign,
  createTestOptIn,
  listen,
} from '../modules/inbox/conversation/conversation.fixture.ts';
import { newId } from '../platform/id.ts';
import { Replica } from '../platform/replica/replica.ts';
import { startTestApi, type TestApi, type TestPerson } from '../testing/test-api.ts';
import { startTestPostgres, type TestPostgres, type TestReplica } from '../testing/test-postgres.ts';
import { freePort, startTestProcess } from '../testing/test-process.ts';

// Creates, kills and recovers a database server.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let postgres: TestPostgres;
let t: TestApi;
let brandId: string;
let optInId: string;
let member: TestPerson;
let child: ChildProcess;
let url: string;
/** The read replica that this process uses. */
let replica: TestReplica;
let replicaUrl: string;
let metricsPort: number;
/** The API in its own process, which must survive all tests here. */
let api: ReturnType<typeof createClient>;
const exits: unknown[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
  t = await startTestApi({}, postgres.url);
  brandId = await t.brand();
  member = await t.person({ brandId });
  ({ optInId } = await createTestOptIn(t, { brandId, campaignId: await createTestCampaign(t, brandId) }));
  replica = await postgres.replica();
  replicaUrl = Object.assign(new URL(replica.url), { pathname: new URL(t.databaseUrl).pathname }).href;
  metricsPort = await freePort();
  ({ child, url } = await startTestProcess(t, {
    RATE_LIMIT_PER_MINUTE: '1000000',
    DATABASE_REPLICA_URL: replicaUrl,
    METRICS_PORT: String(metricsPort),
  }));
  child.once('exit', (code, signal) => exits.push(code ?? signal));
  api = createClient({ baseUrl: url, token: () => member.token });
});
beforeEach(() => expect(exits).toEqual([]));
afterAll(async () => {
  child?.kill('SIGKILL');
  await t?.stop();
  await postgres?.remove();
});

const path = (call: { path: string }, more: object = {}) =>
  urlOf(call as never, { params: { brandId, ...more } });

/** Starts ten writers that send messages until stopped, and records the responses. */
function writeAlong() {
  const acknowledged = new Set<string>();
  const refusals: { status: number; retryAfter: string | null; code: unknown }[] = [];
  let stopped = false;
  const writers = Array.from({ length: 10 }, async () => {
    while (!stopped) {
      const clientId = newId();
      const response = await fetch(url + path(sendMessage, { optInId }), {
        method: 'POST',
        headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ clientId, text: clientId }),
      });
      const { code } = (await response.json()) as { code?: string };
      if (response.ok) acknowledged.add(clientId);
      else {
        refusals.push({ status: response.status, retryAfter: response.headers.get('retry-after'), code });
        await sleep(5);
      }
    }
  });
  return {
    acknowledged,
    refusals,
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

async function kept(): Promise<string[]> {
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ text: string }>('select text from message where text is not null');
  await client.end();
  return rows.map(({ text }) => text);
}

/** Asserts that writes work again, all failures were clear, and acknowledged messages are stored exactly once. */
async function expectSurvived(writing: ReturnType<typeof writeAlong>) {
  const before = writing.acknowledged.size;
  await expect.poll(() => writing.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 10);
  await writing.stop();
  for (const refusal of writing.refusals)
    expect(refusal).toEqual({ status: 503, retryAfter: '2', code: 'unavailable' });
  const texts = await kept();
  expect(new Set(texts).size).toBe(texts.length);
  expect([...writing.acknowledged].filter((text) => !texts.includes(text))).toEqual([]);
  expect(exits).toEqual([]);
}

const atLeast = (read: () => number, count: number) =>
  expect.poll(read, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);

async function expectRefused() {
  const read = api.call(listCreatorLists, { params: { brandId } });
  const failure = await read.then(
    () => null,
    (error: CallError) => error,
  );
  expect(failure).toMatchObject({
    status: 503,
    message: expect.stringContaining("can't reach its database"),
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
}

async function onServer<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return (await client.query<Row>(text, values).finally(() => client.end())).rows;
}

/** When the replica last ran a statement of a search, and of figures; null if never. */
const lastReads = async () => {
  const [last] = await onServer<{ search: string | null; figures: string | null }>(
    replicaUrl,
    `select max(query_start) filter (where application_name = 'troupe-search') as search,
       max(query_start) filter (where application_name = 'troupe-replica') as figures
     from pg_stat_activity where datname = current_database()`,
  );
  return { search: last?.search ?? '', figures: last?.figures ?? '' };
};

/** The titles of lists of the creator in a search, and the brand's spend, as the process with the replica sees them. */
async function seenByReader(): Promise<{ lists: string[]; spend: number | null }> {
  const found = await api.call(searchCreators, { params: { brandId }, query: { q: 'replicated' } });
  const { analytics } = await api.call(getAnalytics, { params: { brandId }, query: {} });
  return {
    lists: found.creators.flatMap(({ lists }) => lists.map(({ title }) => title)),
    spend: analytics.figures.find(({ formula }) => formula === 'spend')?.value ?? null,
  };
}

/** Waits until searches and figures come from the replica (again). */
async function untilReplicaReads(): Promise<void> {
  const before = await lastReads();
  await vi.waitFor(
    async () => {
      await seenByReader();
      const now = await lastReads();
      expect(now.search > before.search && now.figures > before.figures).toBe(true);
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** Saves a creator on a new list, and adds a cost of 10 USD, through another process. */
async function change(title: string, creatorId: string): Promise<void> {
  const { id } = await member.call(createCreatorList, { params: { brandId }, body: { title } });
  await member.call(addToCreatorList, { params: { brandId, id }, body: { socialProfileIds: [creatorId] } });
  const day = new Date().toISOString().slice(0, 10);
  await member.call(addCost, {
    params: { brandId },
    body: { kind: 'other', amount: 1000, currency: 'USD', day, note: title },
  });
}

test('reads searches and figures from the replica, but never an older state than a caller has seen', async () => {
  const creatorId = newId();
  await t.api.db.insert(creatorTable).values({
    id: creatorId,
    platform: 'instagram',
    username: 'replicated',
    profileUrl: 'https://social.example/replicated',
  });
  await change('First', creatorId);
  await untilReplicaReads();
  expect(await seenByReader()).toEqual({ lists: ['First'], spend: 1000 });

  await onServer(replicaUrl, 'select pg_wal_replay_pause()');
  await change('Second', creatorId);
  const paused = await lastReads();
  expect(await seenByReader()).toEqual({ lists: ['Second', 'First'], spend: 2000 });
  expect(await lastReads()).toEqual(paused);
  expect(await onServer(replicaUrl, `select title from creator_list where title = 'Second'`)).toEqual([]);

  await onServer(replicaUrl, 'select pg_wal_replay_resume()');
  await untilReplicaReads();
  expect(await seenByReader()).toEqual({ lists: ['Second', 'First'], spend: 2000 });
});

/** Reads the metrics of the replica: bytes that it lacks, if known, and reads by server and reason. */
async function replicaMetrics(): Promise<{ behind: number | undefined; reads: Record<string, number> }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(text).toContain('# TYPE troupe_replica_reads_total counter');
  const reads = text.matchAll(/^troupe_replica_reads_total\{target="(\w+)",reason="(\w+)".*\} (\d+)$/gm);
  const [, behind] = /^troupe_replica_behind_bytes\{.*\} (\d+)$/m.exec(text) ?? [];
  return {
    behind: behind === undefined ? undefined : Number(behind),
    reads: Object.fromEntries(
      [...reads].map(([, target, reason, count]) => [`${target} ${reason}`, Number(count)]),
    ),
  };
}

test('reads from the primary while the replica is down, and from the replica once it is back', async () => {
  const before = await replicaMetrics();
  expect(before.behind).toBeGreaterThanOrEqual(0);
  expect(before.reads['replica current']).toBeGreaterThan(0);
  // From the test before, whose replay was paused.
  expect(before.reads['primary behind']).toBeGreaterThan(0);
  expect(before.reads['primary unreachable']).toBe(0);

  await replica.halt();
  expect(await seenByReader()).toEqual({ lists: ['Second', 'First'], spend: 2000 });
  // The last known value must not outlive the replica.
  await expect.poll(async () => (await replicaMetrics()).behind, { timeout: 60_000 }).toBe(undefined);
  const { reads } = await replicaMetrics();
  expect(reads['primary unreachable']).toBeGreaterThan(0);
  expect(reads['replica current']).toBe(before.reads['replica current']);

  replica = await postgres.replica();
  await untilReplicaReads();
  await expect
    .poll(async () => (await replicaMetrics()).behind, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(0);
});

test('never reads from a server that is not a replica', async () => {
  const other = new Replica(t.api.config, t.databaseUrl, t.api.log);
  onTestFinished(() => other.stop());
  const from = await other.read(
    async () => 'replica',
    async () => 'primary',
  );
  expect(from).toBe('primary');
  expect(other.reads).toContainEqual({ target: 'primary', reason: 'not_a_replica', count: 1 });
  expect(await other.measureLag()).toBe(null);
});

test('survives kill -9 of the database server with writes and streams in progress', async () => {
  const stream = await listen(url + path(listenToBrand), member.token);
  await expect.poll(() => stream.last()).not.toBe('');
  const writing = writeAlong();
  for (let round = 0; round < 2; round++) {
    await atLeast(() => writing.acknowledged.size, writing.acknowledged.size + 20);
    const refused = writing.refusals.length;
    postgres.kill();
    await atLeast(() => writing.refusals.length, refused + 10);
    await expectRefused();
    await postgres.start();
    await atLeast(() => writing.acknowledged.size, writing.acknowledged.size + 20);
  }
  await expectSurvived(writing);
  // The stream that stayed open has received every stored message.
  const texts = await kept();
  await expect
    .poll(() => texts.filter((text) => !stream.raw().includes(text)), { timeout: 60_000 })
    .toEqual([]);
  stream.stop();
});

test('survives an administrator repeatedly terminating all connections', async () => {
  const writing = writeAlong();
  const administrator = new pg.Client({ connectionString: postgres.url });
  await administrator.connect();
  for (let round = 0; round < 5; round++) {
    await atLeast(() => writing.acknowledged.size, writing.acknowledged.size + 10);
    await administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname is not null and pid <> pg_backend_pid()',
    );
  }
  await administrator.end();
  await expectSurvived(writing);
});

test('rejects writes clearly during a failover and resumes afterwards', async () => {
  const writing = writeAlong();
  await atLeast(() => writing.acknowledged.size, 10);
  await postgres.halt();
  await atLeast(() => writing.refusals.length, 50);
  await expectRefused();
  const stream = await fetch(url + path(listenToBrand), {
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect([stream.status, stream.headers.get('retry-after')]).toEqual([503, '2']);
  await postgres.start();
  await expectSurvived(writing);
});

test('reports statements on a reset connection as database unavailable', async () => {
  const client = await t.api.pool.connect();
  const failures = ['select pg_sleep(60)', 'select 1'].map((text) =>
    client.query(text).then(
      () => null,
      (error: unknown) => error,
    ),
  );
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  for (const failure of failures) expect(isDatabaseUnavailable(await failure)).toBe(true);
  client.release(true);
  // A reset by another host isn't a database failure.
  const elsewhere = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(isDatabaseUnavailable(elsewhere)).toBe(false);
});
