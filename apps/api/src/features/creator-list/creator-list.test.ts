import * as calls from '@troupe/contract/creator-list';
import type { Platform } from '@troupe/domain/creator';
import { StatusTag } from '@troupe/domain/creator-list';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { creatorTable } from '../creator/creator.table.ts';

let t: TestApi;
let brandId: string;
let person: TestPerson;
beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  person = await t.person({ brandId });
});
afterAll(() => t.stop());

type CreatorValues = Partial<typeof creatorTable.$inferInsert>;

async function creator(values: CreatorValues = {}): Promise<string> {
  const id = newId();
  const platform: Platform = values.platform ?? 'instagram';
  const username = values.username ?? `creator.${id}`;
  await t.api.db
    .insert(creatorTable)
    .values({ id, platform, username, profileUrl: `https://social.example/${username}`, ...values });
  return id;
}

const newList = async (title = 'Autumn shortlist', by = person, of = brandId) =>
  (await by.call(calls.createCreatorList, { params: { brandId: of }, body: { title } })).id;

const lists = async () => (await person.call(calls.listCreatorLists, { params: { brandId } })).lists;

type PageQuery = {
  search?: string;
  tag?: StatusTag[];
  platform?: Platform[];
  sort?: 'saved' | 'followers' | 'name';
};
const page = (productListId: string, query: PageQuery = {}, number = 1) =>
  person.call(calls.listCreatorListItems, { params: { brandId, productListId, page: number }, query });

const add = (id: string, socialProfileIds: string[], by = person) =>
  by.call(calls.addToCreatorList, { params: { brandId, id }, body: { socialProfileIds } });

/** A list with that many creators on it; the first item of the answer was named first. */
async function listWith(count: number, values: CreatorValues[] = []) {
  const listId = await newList();
  const creatorIds: string[] = [];
  for (let at = 0; at < count; at += 1) creatorIds.push(await creator(values[at]));
  await add(listId, creatorIds);
  return { listId, creatorIds, items: (await page(listId)).items };
}

const save = (
  itemId: string,
  body: { feedback?: string; tags?: StatusTag[]; version?: number },
  by = person,
) => by.call(calls.updateCreatorListItem, { params: { brandId, itemId }, body });

const archive = (itemId: string) =>
  person.call(calls.archiveCreatorListItem, { params: { brandId, itemId } });

describe('lists', () => {
  test('[R7.040] a list that was made is among the lists, with counts and last change', async () => {
    const listId = await newList('Spring launch');
    await add(listId, [await creator({ contactsFetchedAt: '2026-11-01T00:00:00.000Z' }), await creator()]);
    expect((await lists())[0]).toMatchObject({
      id: listId,
      title: 'Spring launch',
      description: '',
      itemCount: 2,
      contactCount: 1,
      archived: false,
    });
  });

  test('[R7.041] a page of lists shows the creators last put on each', async () => {
    const { listId, creatorIds } = await listWith(7, [{ fullname: 'Inês Caldeira' }]);
    const answer = await person.call(calls.listCreatorListDetails, { params: { brandId, page: 1 } });
    const list = answer.lists.find(({ id }) => id === listId)!;
    expect(list.preview.map(({ id }) => id)).toEqual(creatorIds.slice(0, 5));
    expect(list.preview[0]!.fullname).toBe('Inês Caldeira');
    expect(answer).toMatchObject({ page: 1, pages: Math.ceil(answer.total / 24) });
  });

  test('[R7.043] a list takes a new title and keeps its description', async () => {
    const { id } = await person.call(calls.createCreatorList, {
      params: { brandId },
      body: { title: 'Draft', description: 'For the trail kit' },
    });
    await person.call(calls.updateCreatorList, { params: { brandId, id }, body: { title: 'Final' } });
    expect((await lists()).find((list) => list.id === id)).toMatchObject({
      title: 'Final',
      description: 'For the trail kit',
    });
  });

  test('[R7.046] an archived list is gone from the lists and can be brought back', async () => {
    const id = await newList();
    const answer = await person.call(calls.archiveCreatorList, { params: { brandId, id }, body: {} });
    expect(answer).toMatchObject({ success: true, list: { archived: true } });
    expect((await lists()).some((list) => list.id === id)).toBe(false);
    const archived = await person.call(calls.listCreatorListDetails, {
      params: { brandId, page: 1 },
      query: { archived: 'true' },
    });
    expect(archived.lists[0]!.id).toBe(id);
    await person.call(calls.archiveCreatorList, { params: { brandId, id }, body: { archived: false } });
    expect((await lists()).some((list) => list.id === id)).toBe(true);
  });
});

describe('items', () => {
  test('[R7.042] the items of a list come 24 a page with tags, notes and profile, last saved first', async () => {
    const { listId, creatorIds } = await listWith(26, [
      {
        fullname: 'Inês Caldeira',
        username: 'inesoutside',
        verified: true,
        followerCount: 84_213,
        engagement: 4.561,
      },
    ]);
    const first = await page(listId);
    expect(first).toMatchObject({ page: 1, pages: 2, total: 26, list: { id: listId, itemCount: 26 } });
    expect(first.items.map((item) => item.socialProfile.id)).toEqual(creatorIds.slice(0, 24));
    expect(first.items[0]).toMatchObject({
      tags: [],
      feedback: '',
      version: 1,
      archived: false,
      updatedBy: 'Alva Berg',
      creatorList: { id: listId, title: 'Autumn shortlist' },
      socialProfile: {
        username: 'inesoutside',
        fullname: 'Inês Caldeira',
        platform: 'instagram',
        followerCount: 84_213,
        engagement: 4.561,
        verified: true,
      },
    });
    expect((await page(listId, {}, 2)).items.map((item) => item.socialProfile.id)).toEqual(
      creatorIds.slice(24),
    );
    expect((await page(listId, {}, 100_000)).items).toEqual([]);
  });

  test('[R7.045] tags and notes that were saved are read back', async () => {
    const { listId, items } = await listWith(1);
    const answer = await save(items[0]!.id, {
      feedback: 'Wants moss',
      tags: ['Invited', 'Approved', 'Invited'],
    });
    expect(answer).toMatchObject({ overwritten: null, item: { version: 2, feedback: 'Wants moss' } });
    expect((await page(listId)).items[0]).toMatchObject({
      feedback: 'Wants moss',
      tags: ['Invited', 'Approved'],
    });
  });

  test('[R7.047, R7.048, R4.010] archiving a list item answers with its message and moves it to the archived ones', async () => {
    const { listId, items } = await listWith(1);
    expect(await archive(items[0]!.id)).toEqual({ success: true, message: 'Creator list item archived.' });
    expect((await page(listId)).items).toEqual([]);
    const archived = await person.call(calls.listArchivedCreators, { params: { brandId } });
    expect(archived.items[0]).toMatchObject({ id: items[0]!.id, archived: true });
  });
});

test('the nine tags are known', () => {
  expect(StatusTag.options).toHaveLength(9);
});
