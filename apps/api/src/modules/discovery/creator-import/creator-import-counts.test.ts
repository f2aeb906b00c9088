import { searchCreators } from '@troupe/contract/discovery/creator';
import * as calls from '@troupe/contract/discovery/creator-import';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { runToEnd, settled, upload } from './creator-import.fixture.ts';

let t: TestApi;
let brandId: string;
let person: TestPerson;

beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  person = await t.person({ role: 'administrator', brandId });
});
afterAll(() => t.stop());

const ROWS = 6000;

/** Half of the creators are in Norway; the categories are new to the query planner. */
const fileOf = (name: string, rows: number) =>
  ['username,followers,country,category']
    .concat(
      Array.from(
        { length: rows },
        (_, at) => `${name}.${at},${1000 + at},${at % 2 ? 'Norway' : 'Japan'},Knitting ${name}`,
      ),
    )
    .join('\n');

async function imported(name: string, forEveryone: boolean, rows = ROWS): Promise<string> {
  const { import: draft } = await upload(person, brandId, `${name}.csv`, fileOf(name, rows));
  await person.call(calls.updateImport, {
    params: { brandId, importId: draft.id },
    body: { platform: 'instagram', forEveryone },
  });
  expect((await runToEnd(person, brandId, draft.id)).counts.added).toBe(rows);
  return draft.id;
}

async function undone(importId: string): Promise<void> {
  await person.call(calls.undoImport, { params: { brandId, importId } });
  expect((await settled(person, brandId, importId)).state).toBe('undone');
}

const totalOf = async (query: { country?: string[]; category?: string[] } = {}) =>
  (await person.call(searchCreators, { params: { brandId }, query })).total;

test("counts a brand's own creators exactly right after a large import and its undo", async () => {
  const before = await totalOf();
  const importId = await imported('own', false);
  expect(await totalOf()).toBe(before + ROWS);
  expect(await totalOf({ country: ['NO'] })).toBe(ROWS / 2);
  expect(await totalOf({ category: ['Knitting own'] })).toBe(ROWS);
  expect(await totalOf({ category: ['Knitting own'], country: ['JP'] })).toBe(ROWS / 2);
  await undone(importId);
  expect(await totalOf()).toBe(before);
  expect(await totalOf({ country: ['NO'] })).toBe(0);
});

test('totals of shared creators are within 5% soon after an import for everyone and its undo', async () => {
  const before = await totalOf();
  const importId = await imported('shared', true);
  // Topics are derived in the background, and rewrite each creator once more.
  let polls = 0;
  const counted = async (query: Parameters<typeof totalOf>[0]) => {
    polls += 1;
    // Autovacuum, which is off here, would analyze a table that topics have rewritten since the import did.
    if (polls % 100 === 0) await t.api.pool.query('analyze creator');
    return totalOf(query);
  };
  const within = (query: Parameters<typeof totalOf>[0], truth: number) =>
    expect
      .poll(() => counted(query))
      .toSatisfy((total: number) => total >= truth * 0.95 && total <= truth * 1.05);
  await within({}, before + ROWS);
  await within({ country: ['NO'] }, ROWS / 2);
  await within({ category: ['Knitting shared'] }, ROWS);
  await undone(importId);
  await within({}, before);
  expect(await totalOf({ country: ['NO'] })).toBe(0);
});

test('two concurrent large undos both finish, even if analyzing takes longer than a turn', async () => {
  const importIds = [await imported('first', false, 1000), await imported('second', false, 1000)];
  for (const importId of importIds) await person.call(calls.undoImport, { params: { brandId, importId } });
  const states = async () =>
    Promise.all(
      importIds.map(
        async (importId) =>
          (await person.call(calls.getImport, { params: { brandId, importId } })).import.state,
      ),
    );
  // ANALYZE waits for this lock, which is held longer than an import's turn (2 s) and blocks
  // nothing else.
  const connection = await t.api.pool.connect();
  try {
    for (let round = 0; round < 15 && (await states()).includes('undoing'); round += 1) {
      await connection.query('begin');
      await connection.query('lock table creator in share update exclusive mode');
      await connection.query('select pg_sleep(2.2)');
      await connection.query('commit');
    }
  } finally {
    connection.release();
  }
  expect(await states()).toEqual(['undone', 'undone']);
});
