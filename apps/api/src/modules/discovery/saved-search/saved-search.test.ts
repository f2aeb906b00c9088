import { deleteSavedSearch, listSavedSearches, saveSearch } from '@troupe/contract/discovery/creator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';

let t: TestApi;
let brandId: string;
let person: TestPerson;
beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  person = await t.person({ brandId });
});
afterAll(() => t.stop());

const list = async (by = person, of = brandId) =>
  (await by.call(listSavedSearches, { params: { brandId: of } })).savedSearches;
const save = (name: string, query: string, by = person, of = brandId) =>
  by.call(saveSearch, { params: { brandId: of }, body: { name, query } });

test('saves searches and lists them by name', async () => {
  await save('vegan in Oslo', 'q=vegan&country=NO');
  await save('Big', '?followersMin=1000000');
  const saved = await list();
  expect(saved.map(({ name, query }) => [name, query])).toEqual([
    ['Big', 'followersMin=1000000'],
    ['vegan in Oslo', 'q=vegan&country=NO'],
  ]);
});

test('saving an existing name replaces its filters, regardless of case', async () => {
  const first = await save('Nordic', 'country=NO');
  const second = await save(' NORDIC ', 'country=SE');
  expect(second).toEqual({ ...first, name: 'NORDIC', query: 'country=SE' });
  expect((await list()).filter(({ name }) => name.toLowerCase() === 'nordic')).toHaveLength(1);
});

test('two concurrent saves with one name create one search', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => save('Race', `page=${n}`)));
  expect((await list()).filter(({ name }) => name === 'Race')).toHaveLength(1);
});

test('a saved search can be deleted once', async () => {
  const { id } = await save('Gone', 'q=x');
  const remove = () => person.call(deleteSavedSearch, { params: { brandId, savedSearchId: id } });
  expect(await remove()).toEqual({ success: true });
  await expect(remove()).rejects.toMatchObject({ status: 404 });
});

test('brands can use the same name', async () => {
  const other = await t.brand();
  const stranger = await t.person({ brandId: other });
  const mine = await save('Shared name', 'q=mine');
  await save('Shared name', 'q=theirs', stranger, other);
  expect((await list(stranger, other)).map(({ query }) => query)).toEqual(['q=theirs']);
  await expect(
    stranger.call(deleteSavedSearch, { params: { brandId: other, savedSearchId: mine.id } }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(list(stranger, brandId)).rejects.toMatchObject({ status: 403 });
});

test('requires a name and keeps text unchanged', async () => {
  await expect(save('  ', 'q=x')).rejects.toMatchObject({
    status: 422,
    body: { fields: { name: 'Please enter a name' } },
  });
  await expect(save('x'.repeat(121), '')).rejects.toMatchObject({ status: 422 });
  await expect(save('a\u0000', '')).rejects.toMatchObject({ status: 422 });
  const name = `'); drop table saved_search;-- <b>🌱</b> مرحبا`;
  expect(await save(name, 'q=%27')).toMatchObject({ name, query: 'q=%27' });
});

test('list views are separate from searches, even with the same name', async () => {
  const screen = 'creator-list' as const;
  const kept = { name: 'Nordic', query: 'columns=followers&columns=note&sort=followers' };
  await save('Nordic', 'country=NO');
  const view = await person.call(saveSearch, { params: { brandId }, body: { ...kept, screen } });
  expect(view).toMatchObject({ ...kept, screen });
  const colleague = await t.person({ brandId });
  const views = await colleague.call(listSavedSearches, { params: { brandId }, query: { screen } });
  expect(views.savedSearches).toEqual([view]);
  expect((await list()).find(({ name }) => name === 'Nordic')?.query).toBe('country=NO');
});

test('a personal view is seen and deleted by its author only', async () => {
  const teammate = await t.person({ brandId });
  const screen = 'creator-list' as const;
  const own = (by: TestPerson, query: string) =>
    by.call(saveSearch, { params: { brandId }, body: { name: 'Mine', query, screen, personal: true } });
  const listed = async (by: TestPerson) =>
    (await by.call(listSavedSearches, { params: { brandId }, query: { screen } })).savedSearches
      .filter(({ name }) => name === 'Mine')
      .map(({ name, query, personal }) => [name, query, personal]);
  await person.call(saveSearch, { params: { brandId }, body: { name: 'Mine', query: 'sort=name', screen } });
  const { id } = await own(person, 'view=cards');
  await own(person, 'view=board');
  await own(teammate, 'sort=updated');
  expect((await listed(person)).sort()).toEqual([
    ['Mine', 'sort=name', false],
    ['Mine', 'view=board', true],
  ]);
  expect((await listed(teammate)).sort()).toEqual([
    ['Mine', 'sort=name', false],
    ['Mine', 'sort=updated', true],
  ]);
  const remove = (by: TestPerson) => by.call(deleteSavedSearch, { params: { brandId, savedSearchId: id } });
  await expect(remove(teammate)).rejects.toMatchObject({ status: 404 });
  await remove(person);
  expect(await listed(person)).toEqual([['Mine', 'sort=name', false]]);
});
