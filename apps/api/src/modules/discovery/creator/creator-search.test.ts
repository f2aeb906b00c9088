import { searchCreators } from '@troupe/contract/discovery/creator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreatorWorld, type Query, startCreatorWorld } from './creator.fixture.ts';

let w: CreatorWorld;
let onList: string;
beforeAll(async () => {
  // Without jobs, which would derive topics and find more at some moment.
  w = await startCreatorWorld({ TROUPE_ROLES: 'http' });
  const [mara, shop] = await w.creators(
    {
      username: 'mara.oslo',
      fullname: 'Mara Lindqvist',
      bio: 'Vegan food and slow travel from Oslo',
      followerCount: 12_000,
      engagement: 4.5,
      country: 'NO',
      language: 'no',
      categories: ['Food', 'Travel'],
      verified: true,
      contactEmail: 'mara@mail.example',
      updatedAt: '2026-10-03T00:00:00.000Z',
    },
    {
      username: 'tamara',
      platform: 'tiktok-shop',
      fullname: 'Tamara Stone',
      followerCount: 90_000,
      engagement: 1,
      avgViews: 5000,
      country: 'SE',
      language: 'sv',
      categories: ['Beauty'],
      userId: 'creator-1',
      updatedAt: '2026-10-02T00:00:00.000Z',
    },
    {
      username: 'maraschino',
      platform: 'tiktok',
      fullname: '桜 東京カメラ部',
      bio: '写真と旅 🌱 مرحبا بكم',
      followerCount: 500,
      engagement: 12,
      avgViews: 90_000,
      country: 'JP',
      language: 'ja',
      categories: ['Photography'],
      updatedAt: '2026-10-01T00:00:00.000Z',
    },
    {
      username: 'UCx1234567890abcdefghij',
      platform: 'youtube',
      fullname: 'Zoë & Mara bake',
      bio: `Robert'); drop table creator;-- <b>bold</b> 100%_off`,
      followerCount: null,
      engagement: null,
      avgViews: null,
      updatedAt: '2026-10-04T00:00:00.000Z',
    },
  );
  onList = (await w.onList(mara!, 'Autumn shortlist')).listId;
  await w.contact(shop!);
  await w.content(mara!, { title: 'Soup in Bergen' }, { title: 'Vegan waffles' });
});
afterAll(() => w.t.stop());

const MARA = 'mara.oslo';
const SHOP = 'tamara';
const TOKYO = 'maraschino';
const BAKE = 'UCx1234567890abcdefghij';

test('a profile URL finds the creator', async () => {
  const found = async (q: string) => (await w.search({ q })).creators.map(({ username }) => username);
  expect(await found('https://www.instagram.com/mara.oslo/')).toEqual([MARA]);
  expect(await found('tiktok.com/@maraschino')).toEqual([TOKYO]);
  expect(await found('https://www.tiktok.com/@tamara')).toEqual([SHOP]);
});

test('[R1.002, R1.010, R1.011] finds creators on all four platforms, most followers first', async () => {
  const { creators, total, totalIsExact, nextCursor } = await w.search({ sort: 'followers' });
  expect(creators.map(({ platform }) => platform)).toEqual(['tiktok-shop', 'instagram', 'tiktok', 'youtube']);
  expect({ total, totalIsExact, nextCursor }).toEqual({ total: 4, totalIsExact: true, nextCursor: null });
  for (const platform of ['instagram', 'tiktok', 'youtube'] as const)
    expect((await w.search({ platform })).creators.map((creator) => creator.platform)).toEqual([platform]);
});

test.each<[string, Query, string[]]>([
  ['platforms', { platform: ['youtube', 'tiktok'] }, [TOKYO, BAKE]],
  ['a country', { country: 'no' }, [MARA]],
  ['several countries', { country: ['SE', 'JP', 'IS'] }, [SHOP, TOKYO]],
  ['a language', { language: ['SV'] }, [SHOP]],
  ['categories', { category: ['Travel', 'Beauty'] }, [SHOP, MARA]],
  ['fewest followers', { followersMin: 12_000 }, [SHOP, MARA]],
  ['most followers', { followersMax: 12_000 }, [MARA, TOKYO]],
  ['a range of engagement', { engagementMin: 1, engagementMax: 4.5 }, [SHOP, MARA]],
  ['a range of views', { viewsMin: 5000, viewsMax: 89_999 }, [SHOP]],
  ['verified', { verified: 'true' }, [MARA]],
  ['not verified', { verified: 'false' }, [SHOP, TOKYO, BAKE]],
  ['a contact email, fetched or of our own', { hasEmail: 'true' }, [SHOP, MARA]],
  ['registered with us', { registered: 'true' }, [SHOP]],
  ['not in a list of mine', { notInLists: 'true' }, [SHOP, TOKYO, BAKE]],
  [
    'all of it',
    { q: 'vegan', country: 'NO', platform: 'instagram', followersMin: 1, verified: 'true' },
    [MARA],
  ],
  [
    'empty values of an address',
    { q: '', country: [], verified: '', followersMin: '' },
    [SHOP, MARA, TOKYO, BAKE],
  ],
])('finds creators by %s', async (_name, query, expected) => {
  expect(await w.handles({ sort: 'followers', ...query })).toEqual(expected);
  expect(await w.search(query)).toMatchObject({ total: expected.length, totalIsExact: true });
});

test.each<[NonNullable<Query['sort']>, string[]]>([
  ['followers', [SHOP, MARA, TOKYO, BAKE]],
  ['engagement', [TOKYO, MARA, SHOP, BAKE]],
  ['updated', [BAKE, MARA, SHOP, TOKYO]],
  // Twice as engaged as others of its size counts most, then who can be reached, then who was read last.
  ['relevance', [TOKYO, MARA, BAKE, SHOP]],
])('sorts results by %s, unknown figures last', async (sort, expected) => {
  expect(await w.handles({ sort })).toEqual(expected);
});

test('sorting by views puts creators without views last', async () => {
  expect((await w.handles({ sort: 'views' })).slice(0, 2)).toEqual([TOKYO, SHOP]);
});

test('sorts exact handles first, then prefixes, then names, then parts of names', async () => {
  expect(await w.handles({ q: 'mara' })).toEqual([MARA, TOKYO, BAKE, SHOP]);
  expect((await w.handles({ q: ' @TaMaRa ' }))[0]).toBe(SHOP);
  expect(await w.handles({ q: 'mara', sort: 'followers' })).toEqual([SHOP, MARA, TOKYO, BAKE]);
});

test('every word must match, in any position', async () => {
  expect(await w.handles({ q: 'lindqvist vegan' })).toEqual([MARA]);
  expect(await w.handles({ q: 'mara osl' })).toEqual([MARA]);
  expect(await w.handles({ q: 'mara nothing' })).toEqual([]);
});

test.each([
  ['a lost letter', 'lindqist', 'lindqvist', [MARA]],
  ['two swapped letters', '@tmaara', 'tamara', [SHOP]],
  ['one of two words', 'mara lindkvist', 'mara lindqvist', [MARA]],
  ['two mistakes in a long word', 'lindkwist', 'lindqvist', [MARA]],
])('finds the name that was probably meant: %s', async (_name, q, to, expected) => {
  const { creators, understood, total } = await w.search({ q });
  expect(creators.map(({ username }) => username)).toEqual(expected);
  expect(understood).toEqual({ topics: [], words: [to], corrected: [{ from: q, to }], widened: false });
  expect(total).toBe(1);
});

test("doesn't correct a name that is close to none, short, or only known to another brand", async () => {
  const other = await w.t.brand('Other');
  await w.creators({ username: 'quillfeather', fullname: 'Quill Feather', brandId: other });
  for (const q of ['lindquastest', 'zoi', 'quilfeather'])
    expect(await w.search({ q })).toMatchObject({ creators: [], total: 0 });
  expect((await w.search({ q: 'quilfeather' })).understood).toBeUndefined();
});

test('corrects a name to the one that most creators have, then to the most followed', async () => {
  const names: [string, number][] = [
    ['Dorrelby', 90],
    ['Dorselby', 10],
    ['Dorselby', 20],
    ['Sørvåg', 5],
    ['Kaltenbur', 10],
    ['Kaltenbut', 20],
  ];
  const ids = await w.creators(
    ...names.map(([last, followerCount]) => ({ fullname: `Ada ${last}`, followerCount })),
  );
  const corrected = async (q: string) => (await w.search({ q })).understood?.corrected;
  expect(await corrected('dortelby')).toEqual([{ from: 'dortelby', to: 'dorselby' }]);
  expect(await corrected('sorvag')).toEqual([{ from: 'sorvag', to: 'sørvag' }]);
  expect(await corrected('kaltenbux')).toEqual([{ from: 'kaltenbux', to: 'kaltenbut' }]);
  await w.t.api.pool.query('delete from creator where id = any($1)', [ids]);
});

test('further pages keep the correction of the first', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `Wolfsbane ${n}`);
  await w.creators(
    ...names.map((fullname) => ({ fullname, brandId: w.brandId, platform: 'youtube' as const })),
  );
  const first = await w.search({ q: 'wolfsbame' });
  const second = await w.search({ q: 'wolfsbame', cursor: first.nextCursor! });
  const found = [first, second].flatMap(({ creators }) => creators.map(({ fullname }) => fullname));
  expect(found.sort()).toEqual(names.sort());
  expect(second.understood?.corrected).toEqual([{ from: 'wolfsbame', to: 'wolfsbane' }]);
  await w.t.api.pool.query(`delete from creator where fullname like 'Wolfsbane%'`);
});

test.each([
  ['Japanese', '東京', [TOKYO]],
  ['the middle of a Japanese name', 'カメラ', [TOKYO]],
  ['one Japanese character', '桜', [TOKYO]],
  ['Arabic', 'مرحبا', [TOKYO]],
  ['an emoji', '🌱', [TOKYO]],
  ['no accent where there is one', 'zoe', [BAKE]],
  ['an accent where there is none', 'Vegàn', [MARA]],
  ['styled letters', '𝓥𝓮𝓰𝓪𝓷', [MARA]],
  ['SQL', `Robert'); drop table creator;--`, [BAKE]],
  ['HTML', '<b>bold</b>', [BAKE]],
  ['a quote', `robert'`, [BAKE]],
  ['a percent sign alone', '%', []],
  ['wildcards in a word', 'm_ra', []],
  ['a percent sign between', '100%', [BAKE]],
  ['backslashes', '\\\\', []],
  ['operators of the text search', `vegan & !oslo | (x:*)`, []],
  ['a question mark and quotes', `"vegan"?`, [MARA]],
])('searches text literally: %s', async (_name, q, expected) => {
  expect(await w.handles({ q, sort: 'followers' })).toEqual(expected);
  expect(await w.handles({ q })).toEqual(expected);
});

test('accepts up to 200 characters', async () => {
  expect(await w.handles({ q: 'zq '.repeat(66) })).toEqual([]);
  expect(await w.handles({ q: 'x'.repeat(200) })).toEqual([]);
  await expect(w.search({ q: 'x'.repeat(201) })).rejects.toMatchObject({
    status: 422,
    body: { fields: { q: 'Use at most 200 characters' } },
  });
  await expect(w.search({ q: 'a\u0000b' })).rejects.toMatchObject({
    status: 422,
    body: { fields: { q: expect.any(String) } },
  });
});

test('each result explains why it matched', async () => {
  const { creators } = await w.search({ q: 'mara vegan', country: 'NO', category: 'Food' });
  // Topics follow once the creator is indexed.
  expect(creators[0]?.why.filter(({ field }) => field !== 'topic')).toEqual([
    {
      field: 'username',
      parts: [
        { text: 'mara', match: true },
        { text: '.oslo', match: false },
      ],
    },
    {
      field: 'name',
      parts: [
        { text: 'Mara', match: true },
        { text: ' Lindqvist', match: false },
      ],
    },
    {
      field: 'bio',
      parts: [
        { text: 'Vegan', match: true },
        { text: ' food and slow travel from Oslo', match: false },
      ],
    },
    {
      field: 'post',
      parts: [
        { text: 'Vegan', match: true },
        { text: ' waffles', match: false },
      ],
    },
    { field: 'category', parts: [{ text: 'Food', match: true }] },
    { field: 'country', parts: [{ text: 'NO', match: true }] },
  ]);
});

test("results include recent posts and the brand's lists", async () => {
  const other = await w.t.brand();
  const member = await w.t.person({ brandId: other });
  const [mine] = (await w.search({ q: MARA })).creators;
  const [theirs] = (await w.search({ q: MARA }, member, other)).creators;
  expect(mine?.content.map(({ title }) => title).sort()).toEqual(['Soup in Bergen', 'Vegan waffles']);
  expect(mine?.lists).toEqual([{ id: onList, title: 'Autumn shortlist' }]);
  expect(theirs?.lists).toEqual([]);
});

test('never shows creators of other brands', async () => {
  const [brandA, brandB] = [await w.t.brand('A'), await w.t.brand('B')];
  const [a, b] = [await w.t.person({ brandId: brandA }), await w.t.person({ brandId: brandB })];
  await w.creators({
    brandId: brandA,
    username: 'secretofa',
    followerCount: 9e8,
    country: 'FI',
    bio: 'hiddenword',
  });
  for (const query of [
    {},
    { q: 'secretofa' },
    { q: 'hiddenword' },
    { country: 'FI' },
    { country: ['FI', 'SE'] },
    { sort: 'updated' as const },
  ]) {
    expect(await w.handles(query, a, brandA)).toContain('secretofa');
    expect(await w.handles(query, b, brandB)).not.toContain('secretofa');
  }
  expect((await w.search({ q: 'secretofa' }, b, brandB)).total).toBe(0);
  const [own] = (await w.search({ q: 'secretofa' }, a, brandA)).creators;
  expect(own?.private).toBe(true);
});

test("an archived list item doesn't count as being on a list", async () => {
  const id = await w.creator({ username: 'onceonlist' });
  const { itemId } = await w.onList(id, 'Old');
  expect(await w.handles({ q: 'onceonlist', notInLists: 'true' })).toEqual([]);
  await w.t.api.pool.query('update creator_list_item set archived_at = now() where id = $1', [itemId]);
  expect(await w.handles({ q: 'onceonlist', notInLists: 'true' })).toEqual(['onceonlist']);
  await w.t.api.pool.query('delete from creator_list_item where id = $1', [itemId]);
  await w.t.api.pool.query('delete from creator where id = $1', [id]);
});

test("a canceled invite and another brand's don't count as invited", async () => {
  const id = await w.creator({ username: 'invitedonce' });
  const uninvited = () => w.handles({ q: 'invitedonce', notInvited: 'true' });
  await w.invite(id, await w.t.brand());
  expect(await uninvited()).toEqual(['invitedonce']);
  await w.invite(id);
  expect(await uninvited()).toEqual([]);
  expect(await w.handles({ q: 'invitedonce', notInvited: 'false' })).toEqual(['invitedonce']);
  await w.t.api.pool.query('update invite set cancelled_at = now() where brand_id = $1', [w.brandId]);
  expect(await uninvited()).toEqual(['invitedonce']);
});

test.each([
  ['platform', { platform: 'myspace' }],
  ['country', { country: 'Norway' }],
  ['language', { language: '1' }],
  ['followersMin', { followersMin: 'many' }],
  ['followersMax', { followersMax: '-1' }],
  ['viewsMin', { viewsMin: '1.5' }],
  ['engagementMin', { engagementMin: 'NaN' }],
  ['verified', { verified: 'perhaps' }],
  ['sort', { sort: 'name' }],
  ['category', { category: 'x'.repeat(81) }],
])('rejects an invalid %s by name', async (field, query) => {
  const refused = await w.search(query as Query).catch((error) => error);
  expect(refused).toMatchObject({ status: 422, code: 'invalid' });
  expect(Object.keys(refused.body.fields).some((path) => path.startsWith(field))).toBe(true);
});

test("members of another brand can't search here", async () => {
  const stranger = await w.t.person({ brandId: await w.t.brand() });
  await expect(w.search({}, stranger)).rejects.toMatchObject({ status: 403 });
  await expect(w.t.anonymous.call(searchCreators, { params: { brandId: w.brandId } })).rejects.toMatchObject({
    status: 401,
  });
});
