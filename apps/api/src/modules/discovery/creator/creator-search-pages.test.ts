import { CreatorSort } from '@troupe/domain/discovery/creator-search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestStatements } from '../../../testing/statements.ts';
import { type CreatorWorld, type Query, startCreatorWorld } from './creator.fixture.ts';

let w: CreatorWorld;
const COUNT = 130;
beforeAll(async () => {
  w = await startCreatorWorld();
  const countries = ['NO', 'SE', 'DK', null];
  await w.creators(
    ...Array.from({ length: COUNT }, (_, n) => ({
      username: n % 3 === 0 ? `anna${n}` : `x${n}`,
      fullname: n % 3 === 1 ? `Anna ${n}` : n % 2 ? `Susanna ${n}` : `Bo ${n}`,
      bio: 'anna writes here',
      // Many equal and unknown values, so the id must break ties.
      followerCount: n % 5 === 0 ? null : n % 7,
      engagement: n % 4 === 0 ? null : (n % 3) / 7,
      avgViews: n % 2 === 0 ? null : n % 11,
      country: countries[n % 4] ?? null,
      brandId: n % 6 === 0 ? w.brandId : null,
      updatedAt: new Date(Date.UTC(2026, 9, 1 + (n % 3), 0, 0, 0, n % 10)).toISOString(),
    })),
  );
});
afterAll(() => w.t.stop());

async function walk(query: Query, between?: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof w.search>> = await w.search({
      ...query,
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...page.creators.map(({ username }) => username));
    expect(page.total).toBeGreaterThan(0);
    cursor = page.nextCursor;
    await between?.();
  } while (cursor);
  return seen;
}

const CASES = CreatorSort.options.flatMap((sort): [string, Query][] => [
  [`${sort}`, { sort }],
  [`${sort} with text`, { sort, q: 'anna' }],
  [`${sort} in several countries`, { sort, country: ['NO', 'SE', 'DK'] }],
]);

test.each(CASES)('pages sorted by %s contain every creator once', async (_name, query) => {
  const all = await walk(query);
  expect(new Set(all).size).toBe(all.length);
  const { total } = await w.search(query);
  expect(all.length).toBe(total);
  expect(total).toBe(query.country ? COUNT - Math.floor(COUNT / 4) : COUNT);
});

test.each(CASES)(
  'pages sorted by %s neither repeat nor lose creators while others are added',
  async (_name, query) => {
    const before = await walk(query);
    const added: string[] = [];
    const during = await walk(query, async () => {
      for (const [followerCount, country] of [
        [null, 'NO'],
        [3, 'SE'],
        [9, 'DK'],
      ] as const)
        added.push(
          ...(await w.creators({
            username: `anna.new${Math.random()}`,
            bio: 'anna',
            followerCount,
            country,
          })),
        );
    });
    expect(new Set(during).size).toBe(during.length);
    expect(during.filter((name) => !name.startsWith('anna.new'))).toEqual(before);
    await w.t.api.pool.query('delete from creator where id = any($1)', [added]);
  },
);

test("pages have 24 creators, and the first page's total is kept", async () => {
  const first = await w.search({ sort: 'followers' });
  expect(first.creators).toHaveLength(24);
  const id = await w.creator({ username: 'late', followerCount: 1 });
  const second = await w.search({ sort: 'followers', cursor: first.nextCursor! });
  expect(second.total).toBe(COUNT);
  await w.t.api.pool.query('delete from creator where id = $1', [id]);
});

test('rejects a cursor that was modified or belongs to another search, sort or brand', async () => {
  const query: Query = { sort: 'followers', country: ['NO', 'SE'] };
  const cursor = (await w.search(query)).nextCursor!;
  expect((await w.search({ ...query, cursor })).creators).toHaveLength(24);
  const message = 'This cursor belongs to another search. Start again from the first page.';
  const refused = { status: 422, code: 'invalid', body: { message, fields: { cursor: message } } };
  const changed = cursor.replace(/^./, (letter) => (letter === 'W' ? 'X' : 'W'));
  for (const wrong of [changed, `${cursor}x`, 'x', '.', 'null', `${'x'.repeat(400)}`, cursor.slice(0, -3)])
    await expect(w.search({ ...query, cursor: wrong })).rejects.toMatchObject(refused);
  for (const other of [
    { sort: 'engagement' as const },
    { country: 'NO' },
    { q: 'anna' },
    { verified: 'false' },
  ])
    await expect(w.search({ ...query, ...other, cursor })).rejects.toMatchObject(refused);
  const brandId = await w.t.brand();
  const stranger = await w.t.person({ brandId });
  await expect(w.search({ ...query, cursor }, stranger, brandId)).rejects.toMatchObject(refused);
  await expect(w.search({ ...query, cursor: 'x'.repeat(501) })).rejects.toMatchObject({ status: 422 });
});

test('a search without database statistics takes three statements, and a later page two', async () => {
  const filters: Query = {
    country: ['NO', 'SE', 'DK'],
    platform: ['instagram'],
    followersMin: 1,
    viewsMin: 1,
    engagementMin: 0,
    sort: 'followers',
  };
  const costOf = (query: Query) => requestStatements(w.t, () => w.search(query));
  expect((await w.search(filters)).creators.length).toBeGreaterThan(0);
  // The expected number, the shared creators, and the brand's own.
  expect(await costOf(filters)).toHaveLength(3);
  const { nextCursor } = await w.search({ sort: 'followers' });
  const later: Query = { sort: 'followers', cursor: nextCursor! };
  await w.search(later);
  expect(await costOf(later)).toHaveLength(2);
});

test('totals are exact up to 1,000 and estimated above', async () => {
  const { pool } = w.t.api;
  const fill = (from: number, to: number) =>
    pool.query(
      `insert into creator (id, platform, username, profile_url, language)
       select gen_random_uuid(), 'youtube', 'many' || n, '', 'mt' from generate_series($1::int, $2::int) n`,
      [from, to],
    );
  await fill(1, 1000);
  expect(await w.search({ language: 'mt' })).toMatchObject({ total: 1000, totalIsExact: true });
  for (const [from, to] of [
    [1001, 3000],
    [3001, 9000],
    // Beyond 20,000 a sample is used.
    [9001, 26_000],
  ] as const) {
    await fill(from, to);
    await pool.query('analyze creator');
    const { total, totalIsExact, creators, nextCursor } = await w.search({ language: 'mt' });
    expect(totalIsExact).toBe(false);
    expect(total).toBeGreaterThan(to * 0.8);
    expect(total).toBeLessThan(to * 1.2);
    expect(creators).toHaveLength(24);
    const second = await w.search({ language: 'mt', cursor: nextCursor! });
    expect(new Set([...creators, ...second.creators].map(({ id }) => id)).size).toBe(48);
  }
});

test('a country or platform named twice brings no creator twice, however many match', async () => {
  const { pool } = w.t.api;
  await pool.query(
    `insert into creator (id, platform, username, profile_url, country)
     select gen_random_uuid(), 'tiktok', 'island' || n, '', 'MT' from generate_series(1, 3000) n`,
  );
  await pool.query('analyze creator');
  for (const query of [
    { sort: 'followers', country: ['MT', 'mt'] },
    { sort: 'views', platform: ['tiktok', 'tiktok'] },
  ] as const) {
    const { creators, total } = await w.search({ ...query });
    expect(new Set(creators.map(({ id }) => id)).size).toBe(24);
    expect(total).toBeGreaterThan(2400);
    expect(total).toBeLessThan(3600);
  }
});
