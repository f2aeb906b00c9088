import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestStatements } from '../../../testing/statements.ts';
import { type CreatorWorld, type Query, startCreatorWorld } from './creator.fixture.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
  // Wide rows fill many blocks, so the block sample is representative.
  await w.t.api.pool.query(
    `insert into creator (id, platform, username, profile_url, language, bio, categories, country, follower_count)
     select gen_random_uuid(), 'youtube', 'many' || n, repeat('x', 1500), 'mt', case when n <= 30 then 'lighthouse keeper' else 'mountain' end,
       case when n % 2 = 0 then '{Hiking}'::text[] else '{}' end, case when n = 2 or n between 1001 and 1200 then 'LI' end,
       case when n between 1001 and 1200 then n end
     from generate_series(1, 30000) n`,
  );
  await w.t.api.pool.query('analyze creator');
});
afterAll(() => w.t.stop());

/** Returns the kinds of statements a search sends, sorted, without those of the access check. */
async function sent(query: Query): Promise<string[]> {
  const statements = await requestStatements(w.t, () => w.search(query));
  return statements
    .filter((text) => /\bfrom (creator|content|creator_list)\b|^creator-(search|recent)-/.test(text))
    .map(kindOf)
    .sort();
}

function kindOf(text: string): string {
  if (text.startsWith('creator-search-')) return 'prepared page';
  if (text.startsWith('explain')) return 'estimate';
  if (text.includes('tablesample')) return 'sample';
  return text.includes('"sharedSize"') || text.includes('"ownSize"') ? 'gather' : 'walk';
}

/** Waits for the statistics, which the first search loads in the background. */
const statisticsRead = () =>
  vi.waitFor(async () => expect(await sent({ q: 'lighthouse' })).toEqual(['prepared page']), 20_000);

test('a search with few matches takes one prepared statement, including posts and lists', async () => {
  await statisticsRead();
  const { nextCursor, ...first } = await w.search({ q: 'lighthouse' });
  expect(first).toMatchObject({ total: 30, totalIsExact: true });
  expect(await sent({ q: 'lighthouse', cursor: String(nextCursor) })).toEqual(['prepared page']);
});

test('a search with many matches takes one prepared statement, except the first time', async () => {
  await statisticsRead();
  const common = { q: 'mountain', sort: 'followers' } as const;
  expect(await sent(common)).toEqual(['estimate', 'gather', 'sample', 'walk']);
  expect(await sent(common)).toEqual(['prepared page']);
  expect(await sent({ ...common, sort: 'engagement' })).toEqual(['prepared page']);
  const { nextCursor, ...totals } = await w.search(common);
  // The planner expects too few, and the sample found enough.
  expect(totals).toMatchObject({ total: 8000, totalIsExact: false, totalIsMinimum: true });
  expect(await sent({ ...common, cursor: String(nextCursor) })).toEqual(['prepared page']);
});

test('pages from prepared statements contain every match once, in order, with posts and lists', async () => {
  await statisticsRead();
  const [mine] = await w.creators({
    username: 'mine',
    bio: 'Lighthouse fan',
    brandId: w.brandId,
    followerCount: 7,
  });
  await w.creators({ username: 'theirs', bio: 'Lighthouse fan', brandId: await w.t.brand() });
  await w.content(
    mine!,
    ...['1', '2', '3', '4', '5'].map((day) => ({
      title: `Post ${day}`,
      publishedAt: `2026-09-0${day}T12:00:00.000Z`,
    })),
  );
  const { listId } = await w.onList(mine!, 'Towers');
  const archived = await w.onList(mine!, 'Archived');
  await w.t.api.pool.query('update creator_list set archived_at = now() where id = $1', [archived.listId]);
  await w.onList(mine!, 'Of another brand', await w.t.brand());
  await w.contact(mine!);
  const query = { q: 'lighthouse', sort: 'followers' } as const;
  const first = await w.search(query);
  const second = await w.search({ ...query, cursor: String(first.nextCursor) });
  expect(first).toMatchObject({ total: 31, totalIsExact: true });
  expect(first.creators[0]).toMatchObject({
    username: 'mine',
    private: true,
    content: ['5', '4', '3', '2'].map((day) => ({ title: `Post ${day}` })),
    lists: [{ id: listId, title: 'Towers' }],
    metaData: { contactsFetched: true },
    why: [{ field: 'bio' }],
  });
  expect(first.creators.slice(1).every(({ content, lists }) => content.length + lists.length === 0)).toBe(
    true,
  );
  expect(second.nextCursor).toBeNull();
  const all = [...first.creators, ...second.creators];
  expect(new Set(all.map(({ id }) => id)).size).toBe(31);
  expect(all.every(({ username }) => username === 'mine' || username.startsWith('many'))).toBe(true);
});

test('finds a common word in a small country by category, figures and lists', async () => {
  await statisticsRead();
  const query = { q: 'mountain', country: 'LI', category: 'Hiking' } as const;
  expect(await sent(query)).toEqual(['prepared page']);
  const numbersOf = async (more: Query) => {
    const { creators, total } = await w.search({ ...query, sort: 'followers', ...more });
    return { total, numbers: creators.map(({ username }) => Number(username.replace('many', ''))) };
  };
  // Those with an even number from 1,002 to 1,200 have all of it.
  const all = await numbersOf({});
  expect(all).toEqual({ total: 100, numbers: Array.from({ length: 24 }, (_, n) => 1200 - 2 * n) });
  expect(await numbersOf({ followersMax: 1010 })).toEqual({
    total: 5,
    numbers: [1010, 1008, 1006, 1004, 1002],
  });
  expect(await numbersOf({ category: [], followersMax: 1004, verified: 'false' })).toEqual({
    total: 4,
    numbers: [1004, 1003, 1002, 1001],
  });
  expect(await numbersOf({ verified: 'true' })).toEqual({ total: 0, numbers: [] });
  expect(await numbersOf({ platform: 'tiktok' })).toEqual({ total: 0, numbers: [] });
  expect(await numbersOf({ notInLists: 'false' })).toEqual({ total: 0, numbers: [] });
});

test('returns lists once if requested by number', async () => {
  const [both, one, none] = await w.creators(
    { username: 'canal.both', bio: 'canal boats', followerCount: 30 },
    { username: 'canal.one', bio: 'canal boats', followerCount: 20, brandId: w.brandId },
    { username: 'canal.none', bio: 'canal boats', followerCount: 10 },
  );
  const { listId: first } = await w.onList(both!, 'First');
  const { listId: second } = await w.onList(both!, 'Second');
  const { pool } = w.t.api;
  await pool.query(
    `insert into creator_list_item (id, brand_id, list_id, creator_id) values (gen_random_uuid(), $1, $2, $3)`,
    [w.brandId, first, one],
  );
  await pool.query(
    `update creator_list_item set saved_at = case list_id when $1 then timestamptz '2026-09-01' else
    '2026-09-02' end where creator_id = $2`,
    [first, both],
  );
  const query = { q: 'canal', sort: 'followers' } as const;
  const { creators, listed, ...rest } = await w.search({ ...query, lists: 'numbered' });
  expect(creators.map(({ id, lists }) => ({ id, lists }))).toEqual(
    [both, one, none].map((id) => ({ id, lists: [] })),
  );
  const [firstList, secondList] = [
    { id: first, title: 'First' },
    { id: second, title: 'Second' },
  ];
  expect(listed).toEqual({ lists: [secondList, firstList], on: [[0, 1], [1], []] });
  const named = await w.search(query);
  expect(named.creators.map(({ lists }) => lists)).toEqual([[secondList, firstList], [firstList], []]);
  expect(named).toMatchObject(rest);
  expect(named.listed).toBeUndefined();
});

test('a card and a summary are whole results without repeated topic names, and without posts', async () => {
  await statisticsRead();
  const travels = { topics: ['travel'], topicWords: "'#travel' '#travel+' 'glacier'" };
  const [bio, posts] = await w.creators(
    { username: 'fjord.bio', fullname: 'Fjord', bio: 'Glacier walks', followerCount: 20, ...travels },
    { username: 'fjord.posts', fullname: 'Fjord', bio: '', followerCount: 10, ...travels },
  );
  for (const id of [bio!, posts!]) await w.content(id, { title: 'Blue glacier' }, { title: 'Packing' });
  const results = async (query: Query) => {
    const found = Object.fromEntries(
      await Promise.all(
        (['whole', 'card', 'summary'] as const).map(async (profile) => [
          profile,
          await w.search({ ...query, sort: 'followers', profile }),
        ]),
      ),
    );
    return found as Record<'whole' | 'card' | 'summary', Awaited<ReturnType<typeof w.search>>>;
  };
  const about = await results({ q: 'travel' });
  const names = about.whole.creators[0]?.why[0]?.names;
  expect(names).toMatchObject({ en: expect.any(String), de: expect.any(String), es: expect.any(String) });
  expect(about.whole.topics).toBeUndefined();
  expect(about.card.topics).toEqual([{ id: 'travel', names }]);
  expect(about.summary.topics).toEqual([{ id: 'travel', names }]);
  const nameless = about.whole.creators.map((creator) => ({
    ...creator,
    why: creator.why.map(({ names: _names, ...reason }) => reason),
  }));
  expect(about.card.creators).toEqual(nameless);
  expect(about.summary.creators).toEqual(nameless.map((creator) => ({ ...creator, content: [] })));

  const quoted = await results({ q: 'glacier' });
  const fields = (profile: 'card' | 'summary') =>
    quoted[profile].creators.map(({ why }) => why.map(({ field }) => field));
  expect(fields('card')).toEqual([['bio', 'post'], ['post']]);
  expect(fields('summary')).toEqual([['bio'], ['post']]);
  expect(quoted.summary.creators[1]?.why).toEqual(quoted.card.creators[1]?.why);
});

test('a summary takes one statement, and one more to quote posts that alone explain a match', async () => {
  await statisticsRead();
  await w.creators({ username: 'moraine.posts', topicWords: "'drumlin'" });
  expect(await sent({ q: 'lighthouse', profile: 'summary' })).toEqual(['prepared page']);
  const statements = await requestStatements(w.t, () => w.search({ q: 'drumlin', profile: 'summary' }));
  expect(statements.filter((text) => text.startsWith('creator-recent-titles'))).toHaveLength(1);
});

test('finds a word that has become common since the last statistics by walking', async () => {
  await statisticsRead();
  await w.t.api.pool.query(
    `insert into creator (id, platform, username, profile_url, language, bio, follower_count)
     select gen_random_uuid(), 'tiktok', 'digger' || n, '', 'mt', 'quarryman', n from generate_series(1, 3000) n`,
  );
  const query = { q: 'quarryman', sort: 'followers' } as const;
  const { creators, nextCursor, ...totals } = await w.search(query);
  const more = { total: 2501, totalIsExact: false, totalIsMinimum: true };
  expect(totals).toMatchObject(more);
  expect(await w.search({ ...query, cursor: String(nextCursor) })).toMatchObject(more);
  expect(await w.search({ ...query, sort: 'engagement' })).toMatchObject(more);
  expect(creators.map(({ followerCount }) => followerCount)).toEqual(
    Array.from({ length: 24 }, (_, at) => 3000 - at),
  );
  expect(await sent({ q: 'quarryman', sort: 'followers' })).toEqual(['prepared page']);
});

test("the next search finds a brand's new creator, even for a word without earlier matches", async () => {
  expect(await w.search({ q: 'harbourmaster' })).toMatchObject({ total: 0 });
  await w.creators({ username: 'harbourmaster', brandId: w.brandId });
  expect(await w.search({ q: 'harbourmaster' })).toMatchObject({ total: 1 });
});
