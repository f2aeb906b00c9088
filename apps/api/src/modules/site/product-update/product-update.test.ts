import { getMe } from '@troupe/contract/account/user';
import { listProductUpdates, readProductUpdates } from '@troupe/contract/site/product-update';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const seen = async (person: { call: TestApi['anonymous']['call'] }) =>
  (await person.call(getMe, {})).extraData.readUpdate;

test('lists updates publicly, newest first', async () => {
  const { updates } = await t.anonymous.call(listProductUpdates, {});
  expect(updates.length).toBeGreaterThan(10);
  expect(updates.map(({ day }) => day)).toEqual(
    updates
      .map(({ day }) => day)
      .toSorted()
      .reverse(),
  );
});

test('lists updates in German and Spanish under the same IDs, and in English for other languages', async () => {
  const list = async (language?: 'de' | 'es' | 'fr') =>
    (await t.anonymous.call(listProductUpdates, { query: { language } })).updates;
  const english = await list();
  const [german, spanish] = [await list('de'), await list('es')];
  const titled = (updates: typeof english) =>
    updates.find(({ id }) => id === '2026-11-21/search-by-profile-url');
  expect(titled(german)).toMatchObject({
    day: '2026-11-21',
    title: 'Nach Profil-URL suchen',
    text: expect.stringContaining('Füge eine Profil-URL in die Suche ein.'),
  });
  expect(titled(spanish)?.title).toBe('Busca por URL del perfil');
  expect(await list('fr')).toEqual(english);
  // Every update is translated, in the order of the English file.
  for (const translated of [german, spanish]) {
    expect(translated.map(({ id, day }) => [id, day])).toEqual(english.map(({ id, day }) => [id, day]));
    const same = translated.filter(({ text }, place) => text === english[place]?.text);
    expect(same).toEqual([]);
  }
});

test('remembers per user what was seen, and never goes back', async () => {
  const [one, other] = [await t.person(), await t.person()];
  expect(await seen(one)).toBeNull();
  const read = (id: string) => one.call(readProductUpdates, { body: { read: id } });
  expect(await read('2026-11-20/newer')).toEqual({ read: '2026-11-20/newer' });
  expect(await read('2026-11-02/older')).toEqual({ read: '2026-11-20/newer' });
  expect(await read('2026-11-20/newest')).toEqual({ read: '2026-11-20/newest' });
  expect(await seen(one)).toBe('2026-11-20/newest');
  expect(await seen(other)).toBeNull();
});

test("an older tab doesn't mark the later of two same-day updates unread", async () => {
  const { updates } = await t.anonymous.call(listProductUpdates, {});
  const older = updates.find(({ day }, at) => updates[at - 1]?.day === day);
  const newer = updates[updates.findIndex(({ id }) => id === older?.id) - 1];
  if (!older || !newer) throw new Error('The changelog has no day with two updates.');
  const person = await t.person();
  const read = (id: string) => person.call(readProductUpdates, { body: { read: id } });
  expect(await read(older.id)).toEqual({ read: older.id });
  expect(await read(newer.id)).toEqual({ read: newer.id });
  expect(await read(older.id)).toEqual({ read: newer.id });
});

test('stays consistent when two tabs open it at once', async () => {
  const person = await t.person();
  const ids = ['2026-11-18/a', '2026-11-20/c', '2026-11-19/b'];
  await Promise.all(ids.map((read) => person.call(readProductUpdates, { body: { read } })));
  expect(await seen(person)).toBe('2026-11-20/c');
});

test.each([
  '',
  'newest',
  '2026-11-20/',
  '2026-11-20/<b>',
  `2026-11-20/${'a'.repeat(300)}`,
  '2026-11-20/a\u0000',
])('ignores an invalid product update ID: %j', async (read) => {
  const person = await t.person();
  await expect(person.call(readProductUpdates, { body: { read } })).rejects.toMatchObject({ status: 422 });
  expect(await seen(person)).toBeNull();
});
