import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as calls from '@troupe/contract/discovery/creator-import';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { startTestProcess } from '../../../testing/test-process.ts';
import { creatorTable } from '../creator/creator.table.ts';
import { expectAccounted, runToEnd, settled, upload } from './creator-import.fixture.ts';

/** Several batches, so work is left when a server is killed after the first. */
const ROWS = 5000;

let t: TestApi;
let brandId: string;
let person: TestPerson;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  // This process only serves requests; the work is done by processes that can be killed.
  t = await startTestApi({ TROUPE_ROLES: 'http' });
});
afterAll(async () => {
  await killWorkers();
  await t.stop();
});

async function newBrand() {
  brandId = await t.brand();
  person = await t.person({ brandId });
}

const living = () => workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);

/** Starts workers until `count` of them run. Each start costs seconds, so tests leave them running. */
async function haveWorkers(count: number): Promise<void> {
  while (living().length < count) {
    const { child } = await startTestProcess(t, { TROUPE_ROLES: 'jobs', LOG_LEVEL: 'silent' });
    workers.push(child);
  }
}

async function killWorkers(): Promise<void> {
  for (const worker of living()) {
    const gone = once(worker, 'exit');
    worker.kill('SIGKILL');
    await gone;
  }
}

const file = () =>
  [
    'Instagram name,followers',
    ...Array.from({ length: ROWS }, (_, n) => `user.${n % (ROWS - 500)},${n + 10}`),
  ].join('\n');

async function until(importId: string, reached: (found: CreatorImport) => boolean): Promise<CreatorImport> {
  for (;;) {
    const { import: found } = await person.call(calls.getImport, { params: { brandId, importId } });
    if (reached(found)) return found;
    await new Promise((done) => setTimeout(done, 10));
  }
}

const creators = () => t.api.db.$count(creatorTable, eq(creatorTable.brandId, brandId));

test('an import resumes after its server is killed, without repeating rows', async () => {
  await newBrand();
  const { import: draft } = await upload(person, brandId, 'ig.csv', file());
  const params = { brandId, importId: draft.id };
  await haveWorkers(1);
  await person.call(calls.startImport, { params });
  await until(draft.id, ({ counts }) => counts.done >= 1000);
  await killWorkers();
  const killed = (await person.call(calls.getImport, { params })).import;
  expect(killed.state).toBe('running');
  expect(killed.counts.done).toBeLessThan(ROWS);
  expect(await creators()).toBe(killed.counts.added);

  await haveWorkers(1);
  const done = await settled(person, brandId, draft.id);
  expectAccounted(done);
  expect(done).toMatchObject({
    state: 'done',
    counts: { rows: ROWS, done: ROWS, added: ROWS - 500, repeated: 500 },
  });
  expect(await creators()).toBe(ROWS - 500);
  const { rows } = await t.api.db.execute(
    sql`select count(*)::int as rows, count(distinct row)::int as different from creator_import_row where import_id = ${draft.id}`,
  );
  expect(rows).toEqual([{ rows: ROWS, different: ROWS }]);
});

test('two processes working on one import process each row once', async () => {
  await newBrand();
  const { import: draft } = await upload(person, brandId, 'ig.csv', file());
  await haveWorkers(2);
  const params = { brandId, importId: draft.id };
  await person.call(calls.startImport, { params });
  await until(draft.id, ({ counts }) => counts.done >= 1000);
  await t.api.jobs.send('creator-import', { importId: draft.id });
  const done = await settled(person, brandId, draft.id);
  expectAccounted(done);
  expect(await creators()).toBe(ROWS - 500);
});

test('a cancelled import keeps its rows, resumes when started again, and can be undone', async () => {
  await newBrand();
  await haveWorkers(1);
  const { import: draft } = await upload(person, brandId, 'ig.csv', file());
  const params = { brandId, importId: draft.id };
  await person.call(calls.startImport, { params });
  await until(draft.id, ({ counts }) => counts.done >= 1000);
  await person.call(calls.cancelImport, { params });
  const cancelled = await settled(person, brandId, draft.id);
  expect(cancelled.state).toBe('cancelled');
  expect(cancelled.counts.done).toBeLessThan(ROWS);
  expect(await creators()).toBe(cancelled.counts.added);
  await expect(
    person.call(calls.updateImport, { params, body: { platform: 'tiktok' } }),
  ).rejects.toMatchObject({
    status: 409,
  });

  expect((await runToEnd(person, brandId, draft.id)).state).toBe('done');
  expect(await creators()).toBe(ROWS - 500);
  await person.call(calls.undoImport, { params });
  expect(await settled(person, brandId, draft.id)).toMatchObject({
    state: 'undone',
    undo: { removed: ROWS - 500 },
  });
  expect(await creators()).toBe(0);
});
