import * as lists from '@troupe/contract/discovery/creator-list';
import * as calls from '@troupe/contract/discovery/list-board';
import type { ListStage } from '@troupe/domain/discovery/list-field';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import type { TestPerson } from '../../../testing/test-api.ts';
import { startListWorld } from './creator-list.fixture.ts';

let w: Awaited<ReturnType<typeof startListWorld>>;
let teammate: TestPerson;
beforeAll(async () => {
  w = await startListWorld();
  teammate = await w.t.person({ brandId: w.brandId });
});
afterAll(() => w.t.stop());

const stage = (name: string): ListStage => ({ id: newId(), name, color: 'iris' });

const setStages = (id: string, stages: ListStage[], seen: string[] = [], by = w.person) =>
  by.call(calls.updateListStages, { params: { brandId: w.brandId, id }, body: { stages, seen } });

const board = (id: string, page = 1) =>
  w.person.call(calls.getListBoard, { params: { brandId: w.brandId, id }, query: { page } });

interface Move {
  stageId: string | null;
  after?: string | null;
  from?: string | null;
}

const move = (itemId: string, body: Move, by = w.person) =>
  by.call(calls.moveListCard, { params: { brandId: w.brandId, itemId }, body });

/** Names on the cards of each column. */
const shown = async (id: string) =>
  (await board(id)).columns.map(({ cards, count }) => {
    expect(count).toBe(cards.length);
    return cards.map(({ fullname }) => fullname).join(' ');
  });

/** A list with Ana, Bo, Cem and Dee, and two stages. */
async function listWithBoard() {
  const names = ['Ana', 'Bo', 'Cem', 'Dee'];
  const { listId, items } = await w.listWith(
    4,
    names.map((fullname) => ({ fullname })),
  );
  const [asked, booked] = [stage('Asked'), stage('Booked')];
  await setStages(listId, [asked, booked]);
  const id = (name: string) => items.find(({ socialProfile }) => socialProfile.fullname === name)!.id;
  return { listId, asked, booked, ana: id('Ana'), bo: id('Bo'), cem: id('Cem'), dee: id('Dee') };
}

test('cards move between stages and keep the order in which people put them', async () => {
  const { listId, asked, booked, ana, bo, cem, dee } = await listWithBoard();
  expect(await shown(listId)).toEqual(['Ana Bo Cem Dee', '', '']);
  await move(ana, { stageId: asked.id });
  await move(bo, { stageId: asked.id, after: ana });
  await move(cem, { stageId: asked.id, after: ana });
  await move(dee, { stageId: asked.id });
  expect(await shown(listId)).toEqual(['', 'Dee Ana Cem Bo', '']);
  await move(ana, { stageId: booked.id, from: asked.id });
  await move(dee, { stageId: asked.id, after: bo });
  await move(cem, { stageId: null });
  expect(await shown(listId)).toEqual(['Cem', 'Bo Dee', 'Ana']);
  // The nine statuses and the version of the note stay as they are.
  expect((await w.page(listId)).items.map(({ tags, version }) => [tags, version])).toEqual(
    Array.from({ length: 4 }, () => [[], 1]),
  );
  await w.archive(dee);
  expect(await shown(listId)).toEqual(['Cem', 'Bo', 'Ana']);
});

test('the order survives moving cards between the same two a hundred times', async () => {
  const { listId, asked, ana, bo, cem, dee } = await listWithBoard();
  await move(ana, { stageId: asked.id });
  await move(bo, { stageId: asked.id, after: ana });
  for (let round = 0; round < 50; round += 1) {
    await move(cem, { stageId: asked.id, after: ana });
    await move(dee, { stageId: asked.id, after: ana });
  }
  expect(await shown(listId)).toEqual(['', 'Ana Dee Cem Bo', '']);
});

test('a concurrent move of the same card fails with its new stage', async () => {
  const { listId, asked, booked, ana } = await listWithBoard();
  const answers = await Promise.allSettled([
    move(ana, { stageId: asked.id, from: null }),
    move(ana, { stageId: booked.id, from: null }, teammate),
  ]);
  const [refused] = answers.filter(({ status }) => status === 'rejected');
  const { columns } = await board(listId);
  const holder = columns.find(({ cards }) => cards.some(({ itemId }) => itemId === ana))!.stageId;
  expect([asked.id, booked.id]).toContain(holder);
  expect(refused).toMatchObject({
    reason: { status: 409, code: 'conflict', body: { stageId: holder } },
  });
  // A double click moves to where the card already is.
  await expect(move(ana, { stageId: holder, from: null })).resolves.toEqual({ stageId: holder });
});

test('deleting a stage keeps its creators, and changes of two people to the stages are merged', async () => {
  const { listId, asked, booked, ana } = await listWithBoard();
  await move(ana, { stageId: asked.id });
  const extra = stage('Extra');
  const renamed = { ...booked, name: 'Confirmed', color: 'green' as const };
  await setStages(listId, [asked, booked, extra], [asked.id, booked.id], teammate);
  const { stages } = await setStages(listId, [renamed], [asked.id, booked.id]);
  expect(stages).toEqual([renamed, extra]);
  expect(await shown(listId)).toEqual(['Ana Bo Cem Dee', '', '']);
  await expect(move(ana, { stageId: asked.id })).rejects.toMatchObject({ status: 409 });
  // A stage that comes back, such as by an older tab, has no creators.
  await setStages(listId, [renamed, extra, asked], [renamed.id, extra.id]);
  expect(await shown(listId)).toEqual(['Ana Bo Cem Dee', '', '', '']);
});

test("cards show the values of the list's custom fields, and none of other lists", async () => {
  const { listId, ana, bo } = await listWithBoard();
  const other = await w.newList('Other');
  const [brief, kept] = [newId(), newId()];
  const define = (id: string, list: string, name: string) =>
    w.person.call(lists.updateListFields, {
      params: { brandId: w.brandId, id: list },
      body: { fields: [{ id, name, kind: 'text', choices: [] }], seen: [] },
    });
  await define(brief, listId, 'Brief');
  await define(kept, other, 'Kept');
  const save = (itemId: string, custom: Record<string, string>) =>
    w.person.call(lists.updateCreatorListItem, { params: { brandId: w.brandId, itemId }, body: { custom } });
  await save(ana, { [brief]: 'Tent tour' });
  await save(bo, { [brief]: 'Stays behind' });
  await w.change({ action: 'move', itemIds: [bo], listId: other });
  await save(bo, { [kept]: 'Internal' });
  const customOf = async (list: string) =>
    Object.fromEntries(
      (await board(list)).columns[0]!.cards.map(({ fullname, custom }) => [fullname, custom]),
    );
  expect(await customOf(listId)).toEqual({ Ana: { [brief]: 'Tent tour' }, Cem: {}, Dee: {} });
  expect(await customOf(other)).toEqual({ Bo: { [kept]: 'Internal' } });
});

test('a board has at most 12 stages with different names', async () => {
  const { listId } = await listWithBoard();
  const many = Array.from({ length: 13 }, (_, at) => stage(`Stage ${at}`));
  await expect(setStages(listId, many)).rejects.toMatchObject({ status: 422 });
  await expect(setStages(listId, many.slice(0, 12))).rejects.toMatchObject({ code: 'too_many' });
  await expect(setStages(listId, [stage('Same'), stage('same')])).rejects.toMatchObject({ status: 422 });
});

test('long columns are read by page', async () => {
  const { listId } = await w.listWith(53);
  const [first, second] = [await board(listId), await board(listId, 2)];
  expect([first.columns[0]!.cards.length, second.columns[0]!.cards.length]).toEqual([50, 3]);
  expect(first.columns[0]!.count).toBe(53);
});

test("boards of another brand's lists can be neither read nor changed", async () => {
  const { listId, asked, ana } = await listWithBoard();
  const brandId = await w.t.brand('Hollow & Pine');
  const stranger = await w.t.person({ brandId });
  const notFound = { status: 404 };
  const params = { brandId, id: listId };
  await expect(stranger.call(calls.getListBoard, { params })).rejects.toMatchObject(notFound);
  await expect(
    stranger.call(calls.updateListStages, { params, body: { stages: [], seen: [asked.id] } }),
  ).rejects.toMatchObject(notFound);
  await expect(
    stranger.call(calls.moveListCard, { params: { brandId, itemId: ana }, body: { stageId: asked.id } }),
  ).rejects.toMatchObject(notFound);
});
