import * as calls from '@troupe/contract/discovery/creator-list';
import type { ListField } from '@troupe/domain/discovery/list-field';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import type { TestPerson } from '../../../testing/test-api.ts';
import { startListWorld } from './creator-list.fixture.ts';

let w: Awaited<ReturnType<typeof startListWorld>>;
let teammate: TestPerson;
let stranger: TestPerson;
let strangerBrand: string;
beforeAll(async () => {
  w = await startListWorld();
  teammate = await w.t.person({ brandId: w.brandId });
  strangerBrand = await w.t.brand('Hollow & Pine');
  stranger = await w.t.person({ brandId: strangerBrand });
});
afterAll(() => w.t.stop());

const field = (name: string, kind: ListField['kind'], choices: string[] = []): ListField => ({
  id: newId(),
  name,
  kind,
  choices: choices.map((choice) => ({ id: newId(), name: choice })),
});

const set = (id: string, fields: ListField[], seen: string[] = [], by = w.person) =>
  by.call(calls.updateListFields, { params: { brandId: w.brandId, id }, body: { fields, seen } });

const read = (id: string) =>
  w.person.call(calls.getListFields, { params: { brandId: w.brandId, id } }).then(({ fields }) => fields);

type Values = Record<string, string | number | null>;

const save = (itemId: string, custom: Values, customSeen?: Values, by = w.person) =>
  by.call(calls.updateCreatorListItem, {
    params: { brandId: w.brandId, itemId },
    body: { custom, ...(customSeen === undefined ? {} : { customSeen }) },
  });

/** Names of the creators on a page, in order. */
async function names(listId: string, query: { where?: string[]; sort?: string } = {}): Promise<string[]> {
  const { items, total } = await w.person.call(calls.listCreatorListItems, {
    params: { brandId: w.brandId, productListId: listId, page: 1 },
    query: { ...query, profile: 'summary' },
  });
  expect(total).toBe(items.length);
  return items.map(({ socialProfile }) => socialProfile.fullname);
}

/** Creates a list with Ana, Bo and Cem and one field of each kind. */
async function listWithFields() {
  const { listId, items } = await w.listWith(3, [
    { fullname: 'Ana' },
    { fullname: 'Bo' },
    { fullname: 'Cem' },
  ]);
  const brief = field('Brief', 'text');
  const budget = field('Budget', 'number');
  const size = field('Size', 'choice', ['Large', 'Small']);
  const visit = field('Visit', 'date');
  await set(listId, [brief, budget, size, visit]);
  const of = (name: string) => items.find(({ socialProfile }) => socialProfile.fullname === name)!.id;
  return { listId, ana: of('Ana'), bo: of('Bo'), cem: of('Cem'), brief, budget, size, visit };
}

test('custom fields are shown with every item and keep only values of their kind', async () => {
  const { listId, ana, brief, budget, size, visit } = await listWithFields();
  const [large] = size.choices;
  const values = {
    [brief.id]: 'Trail shoes',
    [budget.id]: 1250.5,
    [size.id]: large!.id,
    [visit.id]: '2026-12-01',
  };
  const { item } = await save(ana, values);
  expect(item.custom).toEqual(values);
  const whole = await w.page(listId);
  const summary = await w.page(listId, { profile: 'summary' });
  for (const page of [whole, summary]) {
    expect(page.fields).toEqual([brief, budget, size, visit]);
    expect(page.items.map(({ custom }) => custom)).toContainEqual(values);
  }
  for (const [id, value] of [
    [budget.id, 'much'],
    [budget.id, 1e15],
    [size.id, newId()],
    [visit.id, '2026-02-30'],
    [brief.id, 7],
    [newId(), 'of no field'],
  ] as const)
    await expect(save(ana, { [id]: value })).rejects.toMatchObject({
      status: 422,
      body: { fields: { [`custom.${id}`]: expect.any(String) } },
    });
  expect((await save(ana, { [brief.id]: null })).item.custom).not.toHaveProperty(brief.id);
});

test('items can be sorted and filtered by custom fields', async () => {
  const { listId, ana, bo, cem, brief, budget, size, visit } = await listWithFields();
  const [large, small] = size.choices as [ListField['choices'][0], ListField['choices'][0]];
  await save(ana, { [budget.id]: 900, [size.id]: small.id, [brief.id]: 'zelt 100%' });
  await save(bo, { [budget.id]: 1000, [size.id]: large.id, [brief.id]: 'Alps', [visit.id]: '2026-12-24' });
  await save(cem, { [visit.id]: '2027-01-02' });
  expect(await names(listId, { sort: `field.${budget.id}` })).toEqual(['Bo', 'Ana', 'Cem']);
  expect(await names(listId, { sort: `field.${brief.id}` })).toEqual(['Bo', 'Ana', 'Cem']);
  expect(await names(listId, { sort: `field.${size.id}` })).toEqual(['Bo', 'Ana', 'Cem']);
  expect(await names(listId, { sort: `field.${visit.id}` })).toEqual(['Cem', 'Bo', 'Ana']);
  const where = (...filters: string[]) => names(listId, { where: filters, sort: 'name' });
  expect(await where(`${budget.id}.min.950`)).toEqual(['Bo']);
  expect(await where(`${budget.id}.max.950`)).toEqual(['Ana']);
  expect(await where(`${budget.id}.empty`)).toEqual(['Cem']);
  expect(await where(`${size.id}.is.${large.id}`, `${size.id}.is.${small.id}`)).toEqual(['Ana', 'Bo']);
  expect(await where(`${brief.id}.has.ZELT 100%`)).toEqual(['Ana']);
  expect(await where(`${visit.id}.min.2026-12-24`, `${visit.id}.max.2026-12-31`)).toEqual(['Bo']);
  // A field that was deleted has no values, and doesn't sort.
  expect(await where(`${newId()}.min.1`)).toEqual([]);
  expect(await names(listId, { sort: `field.${newId()}` })).toHaveLength(3);
});

test('keeps both fields that two people set at once, and reports the replaced value of the same field', async () => {
  const { ana, brief, budget } = await listWithFields();
  const { item } = await save(ana, { [brief.id]: 'First' });
  const answers = await Promise.all([
    save(ana, { [budget.id]: 5 }, { [budget.id]: null }),
    save(ana, { [brief.id]: 'Second' }, { [brief.id]: 'First' }, teammate),
  ]);
  expect(answers.map(({ overwritten }) => overwritten)).toEqual([null, null]);
  const { item: latest, overwritten } = await save(ana, { [brief.id]: 'Third' }, { [brief.id]: 'First' });
  expect(latest.custom).toEqual({ [brief.id]: 'Third', [budget.id]: 5 });
  expect(overwritten).toMatchObject({ custom: { [brief.id]: 'Second' }, updatedBy: 'Alva Berg' });
  // Concurrent note edits don't conflict with custom fields.
  expect(latest.version).toBe(item.version);
  const note = await w.save(ana, { feedback: 'Typed', version: item.version });
  expect(note.overwritten).toBeNull();
});

test('deleting a field or choice deletes its values, and renaming keeps them', async () => {
  const { listId, ana, bo, brief, budget, size, visit } = await listWithFields();
  const [large, small] = size.choices as [ListField['choices'][0], ListField['choices'][0]];
  await save(ana, { [brief.id]: 'Gone', [size.id]: large.id });
  await save(bo, { [size.id]: small.id });
  expect((await read(listId)).map(({ used, choicesUsed }) => [used, choicesUsed])).toEqual([
    [1, {}],
    [0, {}],
    [2, { [large.id]: 1, [small.id]: 1 }],
    [0, {}],
  ]);
  const renamed = { ...size, name: 'Volume', choices: [{ ...large, name: 'XL' }] };
  const all = [brief, budget, size, visit].map(({ id }) => id);
  const { fields } = await set(listId, [renamed, budget, visit], all);
  expect(fields).toEqual([renamed, budget, visit]);
  const { items } = await w.page(listId);
  const custom = (id: string) => items.find((item) => item.id === id)!.custom;
  expect([custom(ana), custom(bo)]).toEqual([{ [size.id]: large.id }, {}]);
  const { rows } = await w.t.api.pool.query('select custom from creator_list_item where id = any($1)', [
    [ana, bo],
  ]);
  expect(rows.flatMap((row) => Object.keys(row.custom))).toEqual([size.id]);
});

test('only a change to text keeps the values of a field', async () => {
  const { listId, ana, budget, size, brief } = await listWithFields();
  await save(ana, { [budget.id]: 12.5, [size.id]: size.choices[0]!.id });
  const seen = (await read(listId)).map(({ id }) => id);
  await expect(set(listId, [{ ...budget, kind: 'date' }, size], seen)).rejects.toMatchObject({
    status: 409,
    code: 'invalid_transition',
  });
  await set(
    listId,
    [
      { ...budget, kind: 'text' },
      { ...size, kind: 'text', choices: [] },
      { ...brief, kind: 'date' },
    ],
    seen,
  );
  const { items } = await w.page(listId);
  expect(items.find(({ id }) => id === ana)!.custom).toEqual({ [budget.id]: '12.5', [size.id]: 'Large' });
});

test('two people changing the fields of a list keep what both added', async () => {
  const { listId } = await w.listWith(1);
  const [one, two] = [field('One', 'text'), field('Two', 'number')];
  await Promise.all([set(listId, [one]), set(listId, [two], [], teammate)]);
  expect((await read(listId)).map(({ name }) => name).sort()).toEqual(['One', 'Two']);
  // A field that someone deleted stays deleted.
  await set(listId, [two], [one.id, two.id]);
  await set(listId, [one, two], [one.id, two.id], teammate);
  expect((await read(listId)).map(({ name }) => name)).toEqual(['Two']);
});

test('a list has at most 20 fields with different names, and 50 choices each', async () => {
  const { listId } = await w.listWith(1);
  const many = Array.from({ length: 20 }, (_, at) => field(`Field ${at}`, 'text'));
  await set(listId, many);
  await expect(set(listId, [...many, field('Another', 'text')])).rejects.toMatchObject({ status: 422 });
  await expect(set(listId, [field('Another', 'text')])).rejects.toMatchObject({ code: 'too_many' });
  const seen = many.map(({ id }) => id);
  for (const wrong of [
    [field('Twice', 'text'), field('twice', 'number')],
    [field('Choices', 'choice')],
    [
      field(
        'Choices',
        'choice',
        Array.from({ length: 51 }, (_, at) => `${at}`),
      ),
    ],
    [field(' ', 'text')],
  ])
    await expect(set(listId, wrong, seen)).rejects.toMatchObject({ status: 422 });
});

test('exports custom fields with choices by name and never as formulas', async () => {
  const { listId, ana, brief, size, visit } = await listWithFields();
  await save(ana, { [brief.id]: '=HYPERLINK("http://evil.example")', [size.id]: size.choices[1]!.id });
  const csv = async (query: string, language = 'en') => {
    const response = await fetch(`${w.t.url}/brand/${w.brandId}/creator-list/${listId}/csv${query}`, {
      headers: { authorization: `Bearer ${w.person.token}`, 'accept-language': language },
    });
    return (await response.text()).split('\r\n');
  };
  const [head, ...rows] = await csv('');
  expect(head).toMatch(/,Brief,Budget,Size,Visit,Open flags$/);
  expect(rows.find((row) => row.includes('Ana'))).toContain(
    `,"'=HYPERLINK(""http://evil.example"")",,Small,,`,
  );
  const [chosen] = await csv(`?column=status&field=${visit.id}`);
  expect(chosen).toMatch(/,Status,Visit,Open flags$/);
  // Titles of the team's own fields stay, also where Troupe has a word for them.
  const [german] = await csv('', 'de');
  expect(german).toMatch(
    /^Name,Nutzername,Plattform,Profil,Follower,Follower: Quelle,.*,Brief,Budget,Size,Visit,Offene Hinweise$/,
  );
});

test('moving a creator to another list hides values of the old one, and moving back shows them again', async () => {
  const { listId, ana, brief } = await listWithFields();
  await save(ana, { [brief.id]: 'Kept' });
  const other = await w.newList('Other');
  await w.change({ action: 'move', itemIds: [ana], listId: other });
  expect((await w.page(other)).items[0]!.custom).toEqual({});
  await w.change({ action: 'move', itemIds: [ana], listId });
  expect((await w.page(listId)).items.find(({ id }) => id === ana)!.custom).toEqual({ [brief.id]: 'Kept' });
});

test("fields of another brand's list can be neither read nor changed", async () => {
  const { listId, ana, brief } = await listWithFields();
  const params = { brandId: strangerBrand, id: listId };
  const notFound = { status: 404 };
  await expect(stranger.call(calls.getListFields, { params })).rejects.toMatchObject(notFound);
  await expect(
    stranger.call(calls.updateListFields, { params, body: { fields: [], seen: [brief.id] } }),
  ).rejects.toMatchObject(notFound);
  await expect(
    stranger.call(calls.updateCreatorListItem, {
      params: { brandId: strangerBrand, itemId: ana },
      body: { custom: { [brief.id]: 'Mine' } },
    }),
  ).rejects.toMatchObject(notFound);
  expect(await read(listId)).toHaveLength(4);
});

test('a list is owned by its creator until its owner or a brand owner transfers it', async () => {
  const id = await w.newList('Owned', teammate);
  const params = { brandId: w.brandId, id };
  const owner = await w.t.person({ brandId: w.brandId, brandRole: 'owner' });
  const give = (ownerId: string, by: TestPerson) =>
    by.call(calls.updateCreatorList, { params, body: { ownerId } });
  const mine = async (by: TestPerson) =>
    (
      await by.call(calls.listCreatorListDetails, {
        params: { brandId: w.brandId, page: 1 },
        query: { owner: by.userId, search: 'Owned' },
      })
    ).lists.map((list) => list.id);
  expect((await w.lists()).find((list) => list.id === id)!.owner).toMatchObject({ id: teammate.userId });
  expect([await mine(teammate), await mine(w.person)]).toEqual([[id], []]);
  await expect(give(w.person.userId, w.person)).rejects.toMatchObject({ status: 403 });
  await expect(give(stranger.userId, teammate)).rejects.toMatchObject({ status: 422 });
  expect((await give(w.person.userId, teammate)).owner).toMatchObject({ id: w.person.userId });
  expect((await give(teammate.userId, owner)).owner).toMatchObject({ id: teammate.userId });
  // Saving other fields with the same owner is open to everybody.
  await w.person.call(calls.updateCreatorList, {
    params,
    body: { title: 'Owned', ownerId: teammate.userId },
  });
  // Without the member, an owner of the brand has the list.
  await w.t.api.pool.query('delete from brand_member where user_id = $1', [teammate.userId]);
  expect((await w.page(id)).list.owner).toMatchObject({ id: owner.userId });
  expect(await mine(owner)).toEqual([id]);
});
