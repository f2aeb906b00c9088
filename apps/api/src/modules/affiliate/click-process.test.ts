import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/test-postgres.ts';
import { startTestProcess } from '../../testing/test-process.ts';
import { aClickWorld, aLink, CHROME, type ClickWorld, hit, keptClicks } from './clicks.fixture.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let postgres: TestPostgres;
let t: TestApi;
let world: ClickWorld;
let child: ChildProcess;
let url: string;
let spool: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  t = await startTestApi({}, postgres.url);
  world = await aClickWorld(t);
  spool = await mkdtemp(join(tmpdir(), 'troupe-clicks-'));
  ({ child, url } = await startClickHost());
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await t?.stop();
  await postgres?.remove();
  if (spool) await rm(spool, { recursive: true, force: true });
});

const startClickHost = () => startTestProcess(t, { TROUPE_ROLES: 'clicks', CLICK_SPOOL_DIR: spool });

/** Opens a link as many visitors; returns the ids of the answered clicks. */
async function visits(slug: string, from: number, count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      hit(url, `/r/${slug}`, { headers: { 'user-agent': `${CHROME} v${from + n}` } }),
    ),
  );
  expect(answers.every(({ status }) => status === 302)).toBe(true);
  return answers.map(({ headers }) => new URL(String(headers.location)).searchParams.get('tr') ?? '');
}

test('a separate click host redirects without the database and writes each click once when it returns', async () => {
  const link = await aLink(t, world);
  await expect.poll(async () => (await hit(url, `/r/${link.slug}`, { method: 'HEAD' })).status).toBe(302);
  const ids = await visits(link.slug, 0, 20);
  await postgres.halt();
  for (let round = 0; round < 10; round++) ids.push(...(await visits(link.slug, 100 * (round + 1), 20)));
  expect((await hit(url, '/readyz')).status).toBe(200);
  await postgres.start();
  const kept = async () =>
    (await keptClicks(t.databaseUrl, link.id)).filter(({ reason }) => reason !== 'HEAD');
  await expect.poll(async () => (await kept()).length).toBe(ids.length);
  expect((await kept()).map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('a killed click host loses no click it has spooled while the database is slow', async () => {
  const link = await aLink(t, world);
  await expect.poll(async () => (await hit(url, `/r/${link.slug}`, { method: 'HEAD' })).status).toBe(302);
  const kept = async () =>
    (await keptClicks(t.databaseUrl, link.id)).filter(({ reason }) => reason !== 'HEAD');
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table affiliate_click in access exclusive mode');
    const ids = await visits(link.slug, 2000, 200);
    const spooled = async () => {
      const files = (await readdir(spool)).map((name) => readFile(join(spool, name), 'utf8').catch(() => ''));
      const text = (await Promise.all(files)).join('');
      return ids.filter((id) => text.includes(id)).length;
    };
    await expect.poll(spooled).toBe(ids.length);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // What the killed process had sent must not arrive on its own.
    await t.api.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%affiliate_click%'`,
    );
    await client.query('rollback');
    ({ child, url } = await startClickHost());
    await expect.poll(async () => (await kept()).length).toBe(ids.length);
    expect((await kept()).map(({ id }) => id).sort()).toEqual(ids.sort());
  } finally {
    await client.end();
  }
});
