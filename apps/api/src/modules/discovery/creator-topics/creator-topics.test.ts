import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { getSearchAdvice } from '@troupe/contract/discovery/creator';
import { creatorFit, creatorSize } from '@troupe/domain/discovery/creator-fit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreatorWorld, type Query, startCreatorWorld } from '../creator/creator.fixture.ts';
import { indexOutdated, keepIndexed } from './creator-topics.jobs.ts';
import { countPeers } from './creator-topics.queries.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
  const [, glow] = await w.creators(
    {
      username: 'lena.pflegt',
      bio: 'Alles über Hautpflege',
      language: 'de',
      country: 'DE',
      followerCount: 9000,
    },
    { username: 'glowup', bio: 'Hello', categories: ['Beauty'], country: 'NO', followerCount: 5000 },
    { username: 'trailmix', bio: 'Trail runner and dad', country: 'DE', followerCount: 20_000 },
    { username: 'huge.star', bio: 'Actor', followerCount: 90_000_000, engagement: 0.2 },
  );
  await w.content(glow!, { title: 'My #skincare routine' }, { title: 'Waffles for breakfast' });
  await indexOutdated(w.t.api.pool);
});
afterAll(() => w.t.stop());

const advice = (query: Query, by = w.person, brandId = w.brandId) =>
  by.call(getSearchAdvice, { params: { brandId }, query: query as never });

test.each<[string, string[]]>([
  ['skin care', ['lena.pflegt', 'glowup']],
  ['skincare', ['lena.pflegt', 'glowup']],
  ['#SkinCare', ['lena.pflegt', 'glowup']],
  ['cuidado de la piel', ['lena.pflegt', 'glowup']],
  ['スキンケア', ['lena.pflegt', 'glowup']],
  ['العناية بالبشرة', ['lena.pflegt', 'glowup']],
  ['runners', ['trailmix']],
  ['Läufer', ['trailmix']],
  ['running influencers', ['trailmix']],
  ['waffle', ['glowup']],
])('finds creators who post about %s by topics, stems and posts', async (q, expected) => {
  expect((await w.handles({ q })).sort()).toEqual([...expected].sort());
});

test('explains a match by its topic, in the languages of the dashboard', async () => {
  const { creators, understood } = await w.search({ q: 'Hautpflege' });
  const names = { en: 'skin care', de: 'Hautpflege', es: 'cuidado de la piel' };
  expect(understood).toEqual({
    topics: [{ id: 'skincare', names }],
    words: [],
    corrected: [],
    widened: false,
  });
  expect(creators[0]?.why).toContainEqual({
    field: 'topic',
    parts: [{ text: 'skincare', match: true }],
    names,
  });
});

test('corrects a misspelled topic if nothing is found as written', async () => {
  const { creators, understood } = await w.search({ q: 'skincre' });
  expect(creators.map(({ username }) => username).sort()).toEqual(['glowup', 'lena.pflegt']);
  expect(understood?.corrected).toEqual([{ from: 'skincre', to: 'skincare' }]);
});

test('follows few results with creators of broader topics', async () => {
  const { creators, understood } = await w.search({ q: 'clean beauty' });
  expect(understood?.widened).toBe(true);
  expect(creators.map(({ username }) => username).sort()).toEqual(['glowup', 'lena.pflegt']);
});

test('a name that starts like a topic is not taken for it', async () => {
  const [maria] = await w.creators(
    { username: 'maria' },
    { username: 'bride', bio: 'Hochzeit', language: 'de' },
  );
  await indexOutdated(w.t.api.pool);
  expect(await w.handles({ q: 'maria' })).toEqual(['maria']);
  await w.t.api.pool.query('delete from creator where id = $1', [maria]);
});

test('a word that names no topic stays required', async () => {
  expect(await w.handles({ q: 'skincare zanzibar' })).toEqual([]);
});

test('topics follow changes of bio and posts', async () => {
  const id = await w.creator({ username: 'changing', bio: 'Chess every day' });
  await indexOutdated(w.t.api.pool);
  expect(await w.handles({ q: 'board games' })).toEqual(['changing']);
  await w.t.api.pool.query(`update creator set bio = 'Pottery every day' where id = $1`, [id]);
  await indexOutdated(w.t.api.pool);
  expect(await w.handles({ q: 'ceramics' })).toEqual(['changing']);
  await w.t.api.pool.query('delete from creator where id = $1', [id]);
});

test('new entries of the search indexes are merged', async () => {
  const merge = async () => {
    const { rows } = await w.t.api.pool.query<{ pages: number }>(
      `select sum(gin_clean_pending_list(indexrelid))::int as pages from pg_index
        where indexrelid in ('creator_by_words'::regclass, 'creator_by_name'::regclass)`,
    );
    return rows[0]?.pages ?? 0;
  };
  await w.creator({ username: 'pending', bio: 'Chess every day' });
  expect(await merge()).toBeGreaterThan(0);
  await w.creator({ username: 'merged', bio: 'Chess every day' });
  await keepIndexed(w.t.api.pool);
  expect(await merge()).toBe(0);
});

test('sorts by fit without a text: the most followed creator is not first', async () => {
  const { creators } = await w.search();
  expect(creators.at(-1)?.username).toBe('huge.star');
  expect(creators[0]?.fit).toMatchObject({ reachability: 0.8 });
  expect((await w.search({ sort: 'followers' })).creators[0]).toMatchObject({ username: 'huge.star' });
});

test('the database sorts by the fit that is shown', async () => {
  const now = new Date('2026-01-10T00:00:00Z');
  for (const [followerCount, engagement, days, reach] of [
    [null, null, 0, 'unknown'],
    [999, 3, 10, 'known'],
    [1000, 30, 400, 'none'],
    [29_999, 0.01, 90, 'known'],
    [12_000_000, 1.4, 1, 'unknown'],
  ] as const) {
    const freshAt = new Date(now.getTime() - days * 86_400_000);
    const fit = creatorFit({ followerCount, engagement, freshAt, reach }, undefined, now);
    const { rows } = await w.t.api.pool.query<{ size: number; key: number }>(
      `select creator_size($1) as size, creator_fit_key('x', $1, $2, $3, $4) as key`,
      [followerCount, engagement, freshAt.toISOString(), fit.reachability],
    );
    expect(rows[0]?.size).toBe(creatorSize(followerCount));
    const shown = Math.log2(fit.engagement * fit.freshness * fit.reachability);
    expect(rows[0]?.key).toBeCloseTo(shown + now.getTime() / 86_400_000 / 180, 6);
  }
});

test('compares engagement with the median of enough creators of the same platform and size', async () => {
  const { pool } = w.t.api;
  await pool.query(
    `insert into creator (id, platform, username, profile_url, follower_count, engagement)
     select gen_random_uuid(), 'youtube', 'peer' || n, '', 2000, n from generate_series(1, 31) n`,
  );
  await countPeers(pool);
  const { rows } = await pool.query('select platform, size, engagement, creators from creator_peer');
  expect(rows).toEqual([{ platform: 'youtube', size: 1, engagement: 16, creators: 31 }]);
  await pool.query(`delete from creator where username like 'peer%'; delete from creator_peer`);
});

test('says what excludes creators, and which near topics have some', async () => {
  const { understood, conditions, topics } = await advice({
    q: 'skin care',
    country: 'NO',
    followersMin: 6000,
  });
  expect(understood?.topics.map(({ id }) => id)).toEqual(['skincare']);
  expect(conditions).toEqual([
    { condition: 'followers', excluded: 1 },
    { condition: 'country', excluded: 1 },
    { condition: 'q', excluded: 0 },
  ]);
  expect(topics).toEqual([]);
  const near = await advice({ q: 'makeup', country: 'NO' });
  expect(near.topics.map(({ id, creators }) => [id, creators])).toContainEqual(['beauty', 1]);
});

test("never counts or names another brand's creators", async () => {
  const [brandA, brandB] = [await w.t.brand('A'), await w.t.brand('B')];
  const [a, b] = [await w.t.person({ brandId: brandA }), await w.t.person({ brandId: brandB })];
  await w.creators({ brandId: brandA, username: 'secret.sailor', bio: 'Sailing', country: 'FI' });
  await indexOutdated(w.t.api.pool);
  // Boating is a sport, so others with sports follow.
  expect(await w.handles({ q: 'boating' }, a, brandA)).toEqual(['secret.sailor', 'trailmix']);
  expect(await w.handles({ q: 'boating' }, b, brandB)).toEqual(['trailmix']);
  const query: Query = { q: 'diving', country: 'FI' };
  const near = async (by: typeof a, brandId: string) => {
    const { topics, conditions } = await advice(query, by, brandId);
    return [topics.map(({ id }) => id), conditions.map(({ excluded }) => excluded)];
  };
  expect(await near(a, brandA)).toEqual([expect.arrayContaining(['boating']), [1, 0]]);
  expect(await near(b, brandB)).toEqual([[], [0, 0]]);
});

test.each([
  ['right-to-left marks', '\u202eskincare\u202c'],
  ['emoji', '👩🏽‍🍳🌱💄'],
  ['wildcards', '%_%\\'],
  ['quotes and operators', `skin' care & !x | (beauty:*) "`],
  ['a null-like text', 'null'],
])('searches and explains %s without an error', async (_name, q) => {
  expect(await w.search({ q })).toMatchObject({ creators: expect.any(Array) });
  expect(await advice({ q })).toMatchObject({ conditions: expect.any(Array) });
});

test('rejects a text of 10 kB', async () => {
  await expect(w.search({ q: 'skin care '.repeat(1000) })).rejects.toMatchObject({ status: 422 });
  await expect(advice({ q: 'skin care '.repeat(1000) })).rejects.toMatchObject({ status: 422 });
});

test('pages of a widened search contain every creator once', async () => {
  await w.creators(
    ...Array.from({ length: 60 }, (_, n) => ({
      username: `walker${n}`,
      bio: n < 3 ? 'Nordic mountains' : 'Outdoor life',
      engagement: n % 5,
      followerCount: 1000 + n,
    })),
  );
  await indexOutdated(w.t.api.pool);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof w.search>> = await w.search({
      q: 'mountains',
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...page.creators.map(({ username }) => username));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen.slice(0, 3).sort()).toEqual(['walker0', 'walker1', 'walker2']);
  expect([new Set(seen).size, seen.length]).toEqual([60, 60]);
});

test('`npm run topics -- --suggest` lists terms that creators of a topic use but the vocabulary lacks', async () => {
  const swimmers = Array.from({ length: 30 }, (_, n) => ({
    username: `swims${n}`,
    bio: 'Swimming coach with a zwomboard',
  }));
  await w.creators(...swimmers);
  await indexOutdated(w.t.api.pool);
  const script = path.join(import.meta.dirname, '../../../../../../scripts/src/discovery/topics.ts');
  const { DATABASE_URL } = w.t.api.config;
  const env = Object.assign({}, process.env, { DATABASE_URL });
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--suggest'], { env });
  expect(stdout).toMatch(/^swimming \(swimming\)\tzwomboard\t30 of 30 creators$/m);
  expect(stdout).toMatch(/^\d+ suggestions from the texts of \d+ creators$/m);
});
