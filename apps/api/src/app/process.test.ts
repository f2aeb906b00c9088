import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@troupe/contract/client';
import {
  addToCreatorList,
  archiveCreatorListItem,
  createCreatorList,
  listArchivedCreators,
  listCreatorListItems,
  updateCreatorListItem,
} from '@troupe/contract/discovery/creator-list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import { newId } from '../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../testing/test-api.ts';
import { API_PROGRAM, startTestProcess, type TestProcess } from '../testing/test-process.ts';

let t: TestApi;
let brandId: string;
let person: TestPerson;
/** The first one is killed, and the last test stops its successor. */
let running: TestProcess;
const children: ChildProcess[] = [];

beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  person = await t.person({ brandId, email: 'alva.personal@larkmoor.example' });
  running = await startProcess();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await t.stop();
});

/** Starts the API as a separate process on the test's database. */
async function startProcess(): Promise<TestProcess> {
  const started = await startTestProcess(t);
  children.push(started.child);
  return started;
}

const clientAt = (url: string) => createClient({ baseUrl: url, token: () => person.token });

async function listWithCreators(client: TestPerson, count: number) {
  const ids = Array.from({ length: count }, newId);
  await t.api.db.insert(creatorTable).values(
    ids.map((id) => ({
      id,
      platform: 'tiktok' as const,
      username: id,
      profileUrl: `https://www.tiktok.com/@${id}`,
    })),
  );
  const list = await client.call(createCreatorList, { params: { brandId }, body: { title: 'Kept' } });
  await client.call(addToCreatorList, { params: { brandId, id: list.id }, body: { socialProfileIds: ids } });
  return list.id;
}

test('logs structured lines without personal data', async () => {
  const { url, log } = running;
  await clientAt(url).call(createCreatorList, {
    params: { brandId },
    body: { title: 'A very private title' },
  });
  await fetch(`${url}/brand/${brandId}/creators?q=private+words`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  await fetch(`${url}/me`, { headers: { authorization: 'Bearer x.y.z' } });
  const lines = () =>
    log()
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
  await expect
    .poll(() => lines().filter((line) => line.includes('"route"')).length)
    .toBeGreaterThanOrEqual(3);
  for (const line of lines()) expect(() => JSON.parse(line)).not.toThrow();
  for (const secret of [person.token, 'private', 'larkmoor.example', 'x.y.z'])
    expect(log()).not.toContain(secret);
});

test('a server killed during writes loses nothing acknowledged, including audit log entries', async () => {
  const listId = await listWithCreators(person, 20);
  const read = () =>
    person.call(listCreatorListItems, { params: { brandId, productListId: listId, page: 1 } });
  const { items } = await read();
  const client = clientAt(running.url);
  const saved = new Map<string, string>();
  const archived = new Set<string>();
  const archiving = items.slice(15);
  const writers = items.slice(0, 15).map(async ({ id }) => {
    for (let n = 0; ; n++) {
      const feedback = `note ${n} 👍`;
      await client.call(updateCreatorListItem, { params: { brandId, itemId: id }, body: { feedback } });
      saved.set(id, feedback);
    }
  });
  const archivers = archiving.map(async ({ id }) => {
    await client.call(archiveCreatorListItem, { params: { brandId, itemId: id } });
    archived.add(id);
  });
  await expect.poll(() => saved.size, { timeout: 60_000 }).toBe(15);
  running.child.kill('SIGKILL');
  await Promise.allSettled([...writers, ...archivers]);

  running = await startProcess();
  const after = new Map((await read()).items.map((item) => [item.id, item.feedback]));
  const number = (text: string | undefined) => Number(text?.split(' ')[1]);
  // Unacknowledged writes may be stored; acknowledged ones must be.
  for (const [id, feedback] of saved) expect(number(after.get(id))).toBeGreaterThanOrEqual(number(feedback));
  const gone = await person.call(listArchivedCreators, { params: { brandId } });
  const goneIds = new Set(gone.items.map(({ id }) => id));
  for (const id of archived) expect(goneIds.has(id)).toBe(true);
  // Each stored save has its audit log entry, and no entry lacks its save.
  const { rows } = await t.api.pool.query<{ version: number; lines: number }>(
    `select version, (select count(*) from audit_entry where object_id = creator_list_item.id
        and action = 'updateCreatorListItem') as lines
      from creator_list_item where id = any($1)`,
    [items.slice(0, 15).map(({ id }) => id)],
  );
  expect(rows).toHaveLength(15);
  for (const { version, lines } of rows) expect(lines).toBe(version - 1);
});

test('names missing configuration at startup', async () => {
  const child = spawn(process.execPath, [API_PROGRAM], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const [code] = await once(child, 'exit');
  expect(code).not.toBe(0);
  expect(text).toContain('DATABASE_URL');
  expect(text).toContain('OIDC_ISSUER');
});

test('finishes work and exits cleanly when asked to stop', async () => {
  const { child, log } = running;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(log()).toContain('stopping');
});
