import type { ChildProcess } from 'node:child_process';
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

beforeAll(async () => {
  postgres = await startTestPostgres();
  t = await startTestApi({}, postgres.url);
  world = await aClickWorld(t);
  ({ child, url } = await startTestProcess(t, { TROUPE_ROLES: 'clicks' }));
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await t?.stop();
  await postgres?.remove();
});

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

test('a click host of its own redirects while the database is away, and writes every click once when it is back', async () => {
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
