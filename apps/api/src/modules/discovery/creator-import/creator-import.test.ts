import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchCreators } from '@troupe/contract/discovery/creator';
import * as calls from '@troupe/contract/discovery/creator-import';
import {
  createCreatorList,
  listCreatorListItems,
  updateCreatorListItem,
} from '@troupe/contract/discovery/creator-list';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { contentTable } from '../content/content.table.ts';
import { importFile, runToEnd, settled, upload } from './creator-import.fixture.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

async function member(): Promise<{ brandId: string; person: TestPerson }> {
  const brandId = await t.brand();
  return { brandId, person: await t.person({ brandId }) };
}

const RUNNERS = [
  'network,handle,Creator,Followers,ER,E-mail,Land,Remark',
  'Instagram,ana.norte,Ana Vasques,"48,200",3.9%,ana@ananorte.example,PT,Met at the fair',
  'TikTok,pedro.corre,Pedro Salgueiro,"112,000",5.2%,,PT,',
  'YouTube,larutalenta,Lucía Montalvo,"67,300",,lucia@larutalenta.example,ES,Long form',
  'Instagram,,Rui Teles,"9,800",5.0%,,PT,Handle missing',
  'Pinterest,casabravia,Casa Bravia,12,,,ES,',
  'Instagram,ANA.NORTE,Ana again,"48,200",3.9%,,PT,',
].join('\n');

const newList = async (person: TestPerson, brandId: string) =>
  (await person.call(createCreatorList, { params: { brandId }, body: { title: 'Iberia' } })).id;

test('detects, edits and imports a list, with an outcome for every row', async () => {
  const { brandId, person } = await member();
  const { import: draft, preview } = await upload(person, brandId, 'runners.csv', RUNNERS);
  expect(draft).toMatchObject({ state: 'draft', headerRow: 1, platform: null, counts: { rows: 6, done: 0 } });
  expect(draft.columns.map((column) => column.field)).toEqual([
    'platform',
    'username',
    'fullname',
    'followerCount',
    'engagement',
    'email',
    'country',
    'notes',
  ]);
  expect(preview).toHaveLength(6);
  expect(preview[0]).toMatchObject({ row: 2, username: 'ana.norte', platform: 'instagram', problem: null });
  expect(preview[0]?.cells[3]).toEqual({ raw: '48,200', value: 48_200, problem: null });
  expect(preview[3]).toMatchObject({ row: 5, problem: { field: 'username', reason: 'Username is empty' } });

  const params = { brandId, importId: draft.id };
  await expect(person.call(calls.startImport, { params })).rejects.toMatchObject({
    status: 422,
    body: { fields: { listId: 'Choose a list for the notes and tags, or skip those columns' } },
  });
  const listId = await newList(person, brandId);
  await person.call(calls.updateImport, { params, body: { listId } });
  const done = await runToEnd(person, brandId, draft.id);
  expect(done).toMatchObject({
    state: 'done',
    list: { title: 'Iberia' },
    counts: { rows: 6, done: 6, added: 3, linked: 0, already: 0, repeated: 1, rejected: 2 },
  });

  const { items } = await person.call(listCreatorListItems, {
    params: { brandId, productListId: listId, page: 1 },
    query: { tag: [], platform: [] },
  });
  expect(items.map((item) => [item.socialProfile.username, item.feedback]).sort()).toEqual([
    ['ana.norte', 'Met at the fair'],
    ['larutalenta', 'Long form'],
    ['pedro.corre', ''],
  ]);
  const ana = items.find((item) => item.socialProfile.username === 'ana.norte')?.socialProfile;
  expect(ana).toMatchObject({
    private: true,
    followerCount: 48_200,
    engagement: 3.9,
    country: 'PT',
    metaData: { contactsFetched: true },
    figures: { followerCount: { source: 'brand-import' } },
  });

  const { rows } = await person.call(calls.listImportRows, { params, query: { outcome: 'rejected' } });
  expect(rows.map(({ row, line, name, reason, field }) => [row, line, name, reason, field])).toEqual([
    [5, 5, 'Rui Teles', 'Username is empty', 'username'],
    [6, 6, 'Casa Bravia', "Platform “Pinterest” isn't supported", 'platform'],
  ]);
  const csv = await (await person.download(calls.downloadRejectedRows, { params })).text();
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'Row,Line,Reason,network,handle,Creator,Followers,ER,E-mail,Land,Remark',
    '5,5,Username is empty,Instagram,,Rui Teles,"9,800",5.0%,,PT,Handle missing',
  ]);
});

test('a rejected row can be corrected or dismissed, and the counts still add up', async () => {
  const { brandId, person } = await member();
  const { import: draft } = await upload(person, brandId, 'runners.csv', RUNNERS);
  const params = { brandId, importId: draft.id };
  await person.call(calls.updateImport, { params, body: { listId: await newList(person, brandId) } });
  await runToEnd(person, brandId, draft.id);
  await expect(
    person.call(calls.correctImportRow, {
      params: { ...params, row: 5 },
      body: { values: { username: 'rui teles' } },
    }),
  ).rejects.toMatchObject({
    status: 422,
    body: { fields: { 'values.username': 'Username has a space: “rui teles”' } },
  });
  const fixed = await person.call(calls.correctImportRow, {
    params: { ...params, row: 5 },
    body: { values: { username: 'rui.teles' } },
  });
  expect(fixed.row).toMatchObject({ row: 5, outcome: 'added', username: 'rui.teles' });
  expect(fixed.import.counts).toMatchObject({ added: 4, repeated: 1, rejected: 1 });
  const left = await person.call(calls.correctImportRow, {
    params: { ...params, row: 6 },
    body: { dismissed: true },
  });
  expect(left.row).toMatchObject({ outcome: 'rejected', dismissed: true });
  await expect(
    person.call(calls.correctImportRow, {
      params: { ...params, row: 5 },
      body: { values: { username: 'x' } },
    }),
  ).rejects.toMatchObject({ status: 409 });
});

test('importing a file again adds nothing', async () => {
  const { brandId, person } = await member();
  const file = 'Instagram name,followers,category\nana.one,"1,200",Fashion\nbo.two,900,Music\n';
  expect((await importFile(person, brandId, 'ig.csv', file)).counts).toMatchObject({ added: 2, already: 0 });
  expect((await importFile(person, brandId, 'ig.csv', file)).counts).toMatchObject({
    added: 0,
    linked: 0,
    already: 2,
  });
  const search = await person.call(searchCreators, {
    params: { brandId },
    query: { category: ['Fashion', 'Music'] },
  });
  expect(search.total).toBe(2);
});

test("a newer file of a brand updates figures, an older one doesn't", async () => {
  const { brandId, person } = await member();
  const file = (followers: number) => `Instagram name,followers\nana.one,${followers}\n`;
  const followers = async () =>
    (await person.call(searchCreators, { params: { brandId }, query: { q: 'ana.one' } })).creators[0]
      ?.followerCount;
  await importFile(person, brandId, 'ig_2024-03.csv', file(1000));
  expect((await importFile(person, brandId, 'ig_2024-06.csv', file(2000))).counts).toMatchObject({
    linked: 1,
  });
  expect(await followers()).toBe(2000);
  const older = await importFile(person, brandId, 'ig_2023-01.csv', file(5));
  expect(older.counts).toMatchObject({ already: 1 });
  expect(await followers()).toBe(2000);
});

test('new follower counts recalculate the engagement rate, and an undo restores it', async () => {
  const admin = await t.person({ role: 'administrator' });
  const { brandId, person } = await member();
  const forEveryone = async (followers: number) => {
    const file = `Instagram name,followers\nrate.changes,${followers}\n`;
    const { import: draft } = await upload(admin, brandId, 'ig.csv', file);
    const params = { brandId, importId: draft.id };
    await admin.call(calls.updateImport, { params, body: { forEveryone: true } });
    await runToEnd(admin, brandId, draft.id);
    return params;
  };
  await forEveryone(1000);
  const rate = async () =>
    (await person.call(searchCreators, { params: { brandId }, query: { q: 'rate.changes' } })).creators[0];
  const creatorId = (await rate())?.id ?? '';
  await t.api.db.insert(contentTable).values({
    id: newId(),
    creatorId,
    url: 'https://social.example/p/1',
    publishedAt: new Date(Date.now() - 60 * 86_400_000).toISOString(),
    type: 'Reel',
    format: 'video',
    likeCount: 100,
  });
  const later = await forEveryone(2000);
  await expect.poll(async () => (await rate())?.engagement, { timeout: 60_000 }).toBe(5);
  await admin.call(calls.undoImport, { params: later });
  await expect.poll(async () => (await rate())?.engagement, { timeout: 60_000 }).toBe(10);
});

test('a brand links to a shared profile without changing it for others, and its own profiles stay private', async () => {
  const admin = await t.person({ role: 'administrator' });
  const one = await member();
  const two = await member();
  const { import: shared } = await upload(
    admin,
    one.brandId,
    'ig.csv',
    'Instagram name,followers\nshared.star,5000\n',
  );
  await admin.call(calls.updateImport, {
    params: { brandId: one.brandId, importId: shared.id },
    body: { forEveryone: true },
  });
  expect((await runToEnd(admin, one.brandId, shared.id)).counts).toMatchObject({ added: 1 });

  const file = 'Instagram name,followers,email\nShared.Star,7,star@agency.example\nown.find,900,\n';
  const mine = await importFile(two.person, two.brandId, 'mine.csv', file);
  expect(mine.counts).toMatchObject({ added: 1, linked: 1 });
  const seen = async ({ brandId, person }: { brandId: string; person: TestPerson }) =>
    (await person.call(searchCreators, { params: { brandId }, query: { sort: 'followers' } })).creators
      .filter((creator) => ['shared.star', 'own.find'].includes(creator.username))
      .map((creator) => [
        creator.username,
        creator.followerCount,
        creator.private,
        creator.metaData.contactsFetched,
      ]);
  expect(await seen(two)).toEqual([
    ['shared.star', 5000, false, true],
    ['own.find', 900, true, false],
  ]);
  expect(await seen(one)).toEqual([['shared.star', 5000, false, false]]);
  expect((await importFile(two.person, two.brandId, 'mine.csv', file)).counts).toMatchObject({ already: 2 });
});

test('an update without changes returns the import as it is', async () => {
  const { brandId, person } = await member();
  const { import: draft } = await upload(person, brandId, 'ig.csv', RUNNERS);
  const answer = await person.call(calls.updateImport, {
    params: { brandId, importId: draft.id },
    body: {},
  });
  expect(answer.import).toMatchObject({ id: draft.id, state: 'draft' });
});

test("members can't import for all brands", async () => {
  const { brandId, person } = await member();
  const { import: draft } = await upload(person, brandId, 'ig.csv', 'Instagram name,followers\nana,5\n');
  await expect(
    person.call(calls.updateImport, { params: { brandId, importId: draft.id }, body: { forEveryone: true } }),
  ).rejects.toMatchObject({ status: 403 });
});

test("members can't change an administrator's import for all brands", async () => {
  const { brandId, person } = await member();
  const admin = await t.person({ role: 'administrator' });
  const { import: draft } = await upload(admin, brandId, 'ig.csv', RUNNERS);
  const params = { brandId, importId: draft.id };
  const refused = { status: 403 };
  const listId = await newList(admin, brandId);
  await admin.call(calls.updateImport, { params, body: { forEveryone: true, listId } });
  await expect(
    person.call(calls.updateImport, { params, body: { forEveryone: false } }),
  ).rejects.toMatchObject(refused);
  await expect(person.call(calls.deleteImport, { params })).rejects.toMatchObject(refused);
  await expect(person.call(calls.startImport, { params })).rejects.toMatchObject(refused);
  await runToEnd(admin, brandId, draft.id);
  const values = { username: 'rui.everywhere' };
  await expect(
    person.call(calls.correctImportRow, { params: { ...params, row: 5 }, body: { values } }),
  ).rejects.toMatchObject(refused);
  await expect(person.call(calls.undoImport, { params })).rejects.toMatchObject(refused);
});

test('undoing removes what only the import added and reports what it kept', async () => {
  const { brandId, person } = await member();
  const listId = await newList(person, brandId);
  const { import: draft } = await upload(
    person,
    brandId,
    'ig.csv',
    'Instagram name,followers\nana,5\nbo,6\ncy,7\n',
  );
  const params = { brandId, importId: draft.id };
  await person.call(calls.updateImport, { params, body: { listId } });
  await runToEnd(person, brandId, draft.id);
  const { items } = await person.call(listCreatorListItems, {
    params: { brandId, productListId: listId, page: 1 },
    query: { tag: [], platform: [] },
  });
  const bo = items.find((item) => item.socialProfile.username === 'bo');
  await person.call(updateCreatorListItem, {
    params: { brandId, itemId: bo?.id ?? '' },
    body: { feedback: 'Talked on the phone' },
  });
  await person.call(calls.undoImport, { params });
  expect(await settled(person, brandId, draft.id)).toMatchObject({
    state: 'undone',
    undo: { removed: 2, unlisted: 2, kept: 1 },
  });
  const left = await person.call(listCreatorListItems, {
    params: { brandId, productListId: listId, page: 1 },
    query: { tag: [], platform: [] },
  });
  expect(left.items.map((item) => item.socialProfile.username)).toEqual(['bo']);
  await expect(person.call(calls.startImport, { params })).rejects.toMatchObject({ status: 409 });
  // Importing the same file again restores two creators and finds the third.
  expect((await importFile(person, brandId, 'ig.csv', 'Instagram name\nana\nbo\ncy\n')).counts).toMatchObject(
    {
      added: 2,
      already: 1,
    },
  );
});

test('undoing an import restores previous figures', async () => {
  const { brandId, person } = await member();
  await importFile(person, brandId, 'ig_2024-03.csv', 'Instagram name,followers\nana.one,1000\n');
  const newer = await importFile(
    person,
    brandId,
    'ig_2024-06.csv',
    'Instagram name,followers\nana.one,2000\n',
  );
  await person.call(calls.undoImport, { params: { brandId, importId: newer.id } });
  expect(await settled(person, brandId, newer.id)).toMatchObject({ undo: { removed: 0, kept: 0 } });
  const { creators } = await person.call(searchCreators, { params: { brandId }, query: {} });
  expect(creators.find((creator) => creator.username === 'ana.one')).toMatchObject({
    followerCount: 1000,
    updated: '2024-03-31T00:00:00.000Z',
  });
});

test('of two files with the same date, the later upload counts in any order', async () => {
  const { brandId, person } = await member();
  const bring = async (bio: string, followers: number, asOf: string) => {
    const csv = `Instagram name,bio,followers\nana.day,${bio},${followers}\n`;
    const { import: draft } = await upload(person, brandId, 'ig.csv', csv);
    const params = { brandId, importId: draft.id };
    await person.call(calls.updateImport, { params, body: { asOf } });
    await person.call(calls.startImport, { params });
    await settled(person, brandId, draft.id);
  };
  await bring('Noon', 2000, '2024-03-31T12:00:00Z');
  await bring('Morning', 1000, '2024-03-31T06:00:00Z');
  const { creators } = await person.call(searchCreators, { params: { brandId }, query: {} });
  const ana = creators.find((creator) => creator.username === 'ana.day');
  expect(ana).toMatchObject({ bio: 'Noon', followerCount: 2000, updated: '2024-03-31T12:00:00.000Z' });
});

test('imports are hidden from other brands', async () => {
  const { brandId, person } = await member();
  const { import: draft } = await upload(person, brandId, 'ig.csv', 'Instagram name,followers\nana,5\n');
  const other = await member();
  for (const call of [
    calls.getImport,
    calls.startImport,
    calls.cancelImport,
    calls.undoImport,
    calls.deleteImport,
  ])
    await expect(
      other.person.call(call, { params: { brandId: other.brandId, importId: draft.id } }),
    ).rejects.toMatchObject({ status: 404 });
  await expect(other.person.call(calls.listImports, { params: { brandId } })).rejects.toMatchObject({
    status: 403,
  });
  expect(
    (await other.person.call(calls.listImports, { params: { brandId: other.brandId } })).imports,
  ).toEqual([]);
});

test('changing the header row suggests columns again, and a draft can be deleted', async () => {
  const { brandId, person } = await member();
  const { import: draft } = await upload(
    person,
    brandId,
    'ig.csv',
    'ana.one,1200\nbo.two,900\ncy.three,800\n',
  );
  expect(draft).toMatchObject({ headerRow: 0, counts: { rows: 3 } });
  expect(draft.columns.map(({ header }) => header)).toEqual(['Column A', 'Column B']);
  const params = { brandId, importId: draft.id };
  const changed = await person.call(calls.updateImport, { params, body: { headerRow: 1 } });
  expect(changed.import).toMatchObject({ headerRow: 1, counts: { rows: 2 } });
  expect(changed.import.columns.map(({ header }) => header)).toEqual(['ana.one', '1200']);
  await expect(
    person.call(calls.updateImport, {
      params,
      body: {
        columns: [
          { index: 0, field: 'bio' },
          { index: 1, field: 'bio' },
        ],
      },
    }),
  ).rejects.toMatchObject({ status: 422 });
  await person.call(calls.deleteImport, { params });
  await expect(person.call(calls.getImport, { params })).rejects.toMatchObject({ status: 404 });
});

const folder = join(
  process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../../shared'),
  'data/creators',
);
const present = existsSync(folder);
if (!present) console.log(`Skipping tests of real creator files: ${folder} does not exist.`);

describe.runIf(present)('the real creator files', () => {
  const files = present ? readdirSync(folder).filter((name) => /\.(?:csv|jsonl?)$/.test(name)) : [];
  test('all seventeen exist', () => expect(files).toHaveLength(17));
  for (const name of files)
    test(`every row of ${name} has an outcome, and importing it again adds none`, async () => {
      const { brandId, person } = await member();
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      const first = await importFile(person, brandId, name, bytes);
      expect(first.state).toBe('done');
      const again = await importFile(person, brandId, name, bytes);
      expect(again.counts).toMatchObject({
        added: 0,
        linked: 0,
        already: first.counts.added + first.counts.linked,
        repeated: first.counts.repeated,
        rejected: first.counts.rejected,
      });
    });
});

test('counts and lists imported rows with values that were skipped', async () => {
  const { person, brandId } = await member();
  const done = await importFile(
    person,
    brandId,
    'countries.csv',
    'username,platform,followers,country\nwithout.country,instagram,1200,0\nwith.country,instagram,900,PT\n',
  );
  expect(done.counts).toMatchObject({ added: 2, rejected: 0 });
  const params = { brandId, importId: done.id };
  const { rows, total } = await person.call(calls.listImportRows, { params, query: { remarked: 'true' } });
  expect([total, rows[0]?.username]).toEqual([1, 'without.country']);
  expect(rows[0]?.reason).toMatch(/0/);
});

test("a short import doesn't wait for another brand's long one", async () => {
  const long = await member();
  const short = await member();
  const rows = Array.from({ length: 20_000 }, (_, n) => `long.turn.${n},${n + 1000}`).join('\n');
  const { import: draft } = await upload(
    long.person,
    long.brandId,
    'long.csv',
    `username,followers\n${rows}`,
  );
  await long.person.call(calls.updateImport, {
    params: { brandId: long.brandId, importId: draft.id },
    body: { platform: 'instagram' },
  });
  await long.person.call(calls.startImport, { params: { brandId: long.brandId, importId: draft.id } });
  const done = await importFile(
    short.person,
    short.brandId,
    'short.csv',
    'platform,username,followers\ninstagram,short.turn,1200\n',
  );
  expect(done.state).toBe('done');
  const { import: meanwhile } = await long.person.call(calls.getImport, {
    params: { brandId: long.brandId, importId: draft.id },
  });
  expect(meanwhile.state).not.toBe('done');
  await long.person.call(calls.cancelImport, { params: { brandId: long.brandId, importId: draft.id } });
  expect((await settled(long.person, long.brandId, draft.id)).state).toBe('cancelled');
});
