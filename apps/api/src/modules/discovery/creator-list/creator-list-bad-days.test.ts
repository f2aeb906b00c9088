import * as calls from '@troupe/contract/discovery/creator-list';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { requestStatements } from '../../../testing/statements.ts';
import type { TestPerson } from '../../../testing/test-api.ts';
import { startListWorld } from './creator-list.fixture.ts';

let w: Awaited<ReturnType<typeof startListWorld>>;
let stranger: TestPerson;
let strangerBrand: string;
beforeAll(async () => {
  w = await startListWorld();
  strangerBrand = await w.t.brand('Hollow & Pine');
  stranger = await w.t.person({ brandId: strangerBrand });
});
afterAll(() => w.t.stop());

const LIVELY = [
  `'; drop table creator_list_item; --`,
  '<img src=x onerror=alert(1)><script>alert(1)</script>',
  '👩🏽‍🎤 emoji \u{1F9D7}‍♀️',
  'مرحبا بكم \u202E in the list',
  '$1 \\ %_ {{Name}} \u2028 "quoted"\n\ttabbed',
];

describe('lists and items of another brand', () => {
  test('are not found in any call', async () => {
    const { listId, item } = await w.listWith(1);
    const elsewhere = { brandId: strangerBrand };
    const notFound = { status: 404, code: 'not_found' };
    const params = { ...elsewhere, id: listId };
    await expect(
      stranger.call(calls.listCreatorListItems, {
        params: { ...elsewhere, productListId: listId, page: 1 },
        query: { tag: [], platform: [] },
      }),
    ).rejects.toMatchObject(notFound);
    await expect(
      stranger.call(calls.updateCreatorList, { params, body: { title: 'Mine' } }),
    ).rejects.toMatchObject(notFound);
    await expect(stranger.call(calls.archiveCreatorList, { params, body: {} })).rejects.toMatchObject(
      notFound,
    );
    await expect(
      stranger.call(calls.addToCreatorList, { params, body: { socialProfileIds: [await w.creator()] } }),
    ).rejects.toMatchObject(notFound);
    const itemParams = { ...elsewhere, itemId: item.id };
    await expect(
      stranger.call(calls.updateCreatorListItem, { params: itemParams, body: { feedback: 'Mine' } }),
    ).rejects.toMatchObject(notFound);
    await expect(stranger.call(calls.archiveCreatorListItem, { params: itemParams })).rejects.toMatchObject(
      notFound,
    );
    await expect(w.unarchive(item.id, stranger)).rejects.toMatchObject(notFound);
    const own = await w.newList('Theirs', stranger, strangerBrand);
    for (const body of [
      { action: 'archive', itemIds: [item.id] },
      { action: 'tag', itemIds: [item.id], add: ['Invited'] },
      { action: 'copy', itemIds: [item.id], listId: own },
      { action: 'move', itemIds: [item.id], listId: own },
    ] as const) {
      await expect(
        stranger.call(calls.changeCreatorListItems, {
          params: elsewhere,
          body: { ...body, itemIds: [item.id] } as never,
        }),
      ).rejects.toMatchObject(notFound);
    }
    expect((await w.page(listId)).items[0]).toMatchObject({ feedback: '', tags: [], version: 1 });
  });

  test("can't be reached through one's own list", async () => {
    const { item } = await w.listWith(1);
    const theirs = await w.newList('Theirs', stranger, strangerBrand);
    await expect(w.change({ action: 'copy', itemIds: [item.id], listId: theirs })).rejects.toMatchObject({
      status: 404,
    });
    await expect(w.change({ action: 'move', itemIds: [item.id], listId: theirs })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("rejects another brand's id in the path", async () => {
    await expect(
      stranger.call(calls.listCreatorLists, { params: { brandId: w.brandId } }),
    ).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(
      w.t.anonymous.call(calls.listCreatorLists, { params: { brandId: w.brandId } }),
    ).rejects.toMatchObject({
      status: 401,
    });
  });

  test('an administrator can work in any brand', async () => {
    const administrator = await w.t.person({ role: 'administrator' });
    const { item } = await w.listWith(1);
    await w.archive(item.id, administrator);
    await w.unarchive(item.id, administrator);
  });
});

describe('texts', () => {
  test.each(LIVELY)('%j is stored unchanged in titles, descriptions and notes', async (text) => {
    const { id } = await w.person.call(calls.createCreatorList, {
      params: { brandId: w.brandId },
      body: { title: text, description: text },
    });
    await w.add(id, [await w.creator()]);
    const { items } = await w.page(id);
    await w.save(items[0]!.id, { feedback: text });
    const after = await w.page(id, { search: text.slice(0, 100) });
    expect(after).toMatchObject({ list: { title: text, description: text }, items: [{ feedback: text }] });
  });

  test('rejects a note that is too long with its field, and one of 1 MB as too large', async () => {
    const { listId, item } = await w.listWith(1);
    await w.save(item.id, { feedback: 'Short' });
    await expect(w.save(item.id, { feedback: 'x'.repeat(1_048_576) })).rejects.toMatchObject({
      status: 413,
      code: 'too_large',
    });
    await expect(w.save(item.id, { feedback: 'x'.repeat(100_001) })).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      body: { fields: { feedback: 'Use at most 100,000 characters' } },
    });
    expect((await w.page(listId)).items[0]!.feedback).toBe('Short');
  });

  test.each(['a\u0000b', 'half \ud83d'])('rejects %j in every text', async (text) => {
    const { listId, item } = await w.listWith(1);
    const refused = { status: 422, code: 'invalid' };
    await expect(w.save(item.id, { feedback: text })).rejects.toMatchObject(refused);
    await expect(w.newList(text)).rejects.toMatchObject(refused);
    if (text.includes('\u0000'))
      await expect(w.page(listId, { search: text })).rejects.toMatchObject(refused);
  });

  test('rejects an empty title with a message', async () => {
    await expect(w.newList(' \n ')).rejects.toMatchObject({
      body: { fields: { title: 'Enter a title' } },
    });
  });
});

describe('invalid input', () => {
  test('rejects unknown pages, sorts, tags and ids', async () => {
    const { listId, item } = await w.listWith(1);
    const refused = { status: 422, code: 'invalid' };
    for (const page of [0, -1, 1.5, 1e9])
      await expect(w.page(listId, {}, page)).rejects.toMatchObject(refused);
    await expect(w.page(listId, { tag: ['Nope' as 'Invited'] })).rejects.toMatchObject(refused);
    await expect(w.page(listId, { platform: ["x' or 1=1" as 'tiktok'] })).rejects.toMatchObject(refused);
    await expect(w.save(item.id, { tags: ['Nope'] as never })).rejects.toMatchObject(refused);
    await expect(w.save(item.id, { version: 0 })).rejects.toMatchObject(refused);
    await expect(w.page('not-an-id')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(w.add(listId, [])).rejects.toMatchObject(refused);
    await expect(w.add(listId, Array.from({ length: 1001 }, newId))).rejects.toMatchObject(refused);
    await expect(w.save(newId(), { feedback: 'x' })).rejects.toMatchObject({ status: 404 });
    await expect(w.page(newId())).rejects.toMatchObject({ status: 404 });
  });

  test('a bulk change with an unknown item changes nothing', async () => {
    const { listId, items } = await w.listWith(2);
    await expect(
      w.change({ action: 'archive', itemIds: [...items.map(({ id }) => id), newId()] }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await w.page(listId)).total).toBe(2);
  });
});

test('concurrent adds, saves and archives on one list never deadlock', async () => {
  const { listId, creatorIds, items } = await w.listWith(6);
  const ids = items.map(({ id }) => id);
  const other = await w.newList('Other');
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => {
      const some = at % 2 ? ids : [...ids].reverse();
      if (at % 5 === 0) return w.add(listId, at % 2 ? creatorIds : [...creatorIds].reverse());
      if (at % 5 === 1) return w.change({ action: 'archive', itemIds: some });
      if (at % 5 === 2) return w.change({ action: 'tag', itemIds: some, add: ['Invited'] });
      if (at % 5 === 3) return w.change({ action: 'copy', itemIds: some, listId: other });
      return w.save(ids[at % 6]!, { feedback: `at ${at}` });
    }),
  );
  expect((await w.page(other)).total).toBe(6);
});

test('saving an item takes one statement on any list', async () => {
  const { item } = await w.listWith(1);
  const { items } = await w.listWith(24);
  await w.save(item.id, { tags: ['Invited'], feedback: 'Once before' });
  for (const { id } of [item, ...items.slice(0, 1)]) {
    const body = { tags: ['Approved' as const], feedback: 'Next' };
    expect(await requestStatements(w.t, () => w.save(id, body))).toEqual([
      'item-save-feedback-tags-whole+webhook-queue+audit-entry',
    ]);
    expect(
      await requestStatements(w.t, () =>
        w.person.call(calls.updateCreatorListItem, {
          params: { brandId: w.brandId, itemId: id },
          query: { profile: 'summary' },
          body,
        }),
      ),
    ).toEqual(['item-save-feedback-tags-summary+webhook-queue+audit-entry']);
  }
});

test('saves every field of an item at once, whichever part of the profile is returned', async () => {
  const { item } = await w.listWith(1);
  for (const profile of ['whole', 'summary'] as const) {
    const saved = await w.person.call(calls.updateCreatorListItem, {
      params: { brandId: w.brandId, itemId: item.id },
      query: profile === 'summary' ? { profile } : {},
      body: { tags: ['Approved'], feedback: `All for ${profile}`, custom: {} },
    });
    expect(saved).toMatchObject({ item: { feedback: `All for ${profile}`, tags: ['Approved'] } });
  }
});

test('concurrent saves of one item each return the values they overwrote', async () => {
  const { item } = await w.listWith(1);
  const other = await w.t.person({ brandId: w.brandId });
  const saves = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      w.save(item.id, { feedback: `note ${at}`, version: 1 }, at % 2 ? other : w.person),
    ),
  );
  const inOrder = saves.toSorted((one, next) => one.item.version - next.item.version);
  expect(inOrder.map((save) => save.item.version)).toEqual(Array.from({ length: 20 }, (_, at) => at + 2));
  for (const [at, { overwritten }] of inOrder.entries()) {
    const before = inOrder[at - 1]?.item;
    expect(overwritten).toEqual(
      before
        ? { tags: [], custom: {}, feedback: before.feedback, version: before.version, updatedBy: 'Alva Berg' }
        : null,
    );
  }
});

test('a save concurrent with a move is kept in the new list', async () => {
  const { item } = await w.listWith(1);
  const target = await w.newList('Target');
  await Promise.all([
    w.change({ action: 'move', itemIds: [item.id], listId: target }),
    ...Array.from({ length: 5 }, (_, at) => w.save(item.id, { feedback: `note ${at}` })),
  ]);
  const { items } = await w.page(target);
  expect(items).toMatchObject([{ id: item.id, feedback: expect.stringMatching(/^note \d$/), version: 7 }]);
});
