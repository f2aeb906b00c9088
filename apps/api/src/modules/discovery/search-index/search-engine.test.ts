import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatorSort } from '@troupe/domain/discovery/creator-search';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyRows } from '../../../demo/copy.ts';
import { inventCreators } from '../../../demo/creators.ts';
import { Random } from '../../../demo/random.ts';
import { newId } from '../../../platform/id.ts';
import { SearchEngineDown } from '../../../platform/outgoing/search-cluster.ts';
import { openSearch } from '../../../providers/search-engine/opensearch.ts';
import { contentTable } from '../content/content.table.ts';
import type { Query } from '../creator/creator.fixture.ts';
import { creatorPeerTable, creatorTable } from '../creator/creator.table.ts';
import { importFile } from '../creator-import/creator-import.fixture.ts';
import { creatorGrowthTable, safetyCheckTable } from '../safety-flag/safety-flag.table.ts';
import { type EngineWorld, realFiles, startEngineWorld, TEST_SEARCH_URLS } from './search-engine.fixture.ts';
import { buildIndex, forgetSearchEngine, keepIndex, reconcile, startIndex } from './search-index.jobs.ts';
import { readDocuments, readIndexes } from './search-index.queries.ts';
import { sendChanges } from './search-index-feed.ts';

const JUDGED: { world: 'demo' | 'real'; q: string; filters?: Query }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../creator/relevance/queries.json'), 'utf8'),
);
const FILES = [
  'ig_top1000_2022-base.csv',
  'yt_global_2023.csv',
  'yt_channels_api.jsonl',
  'iqdata_search_results.json',
];
const SORTS: CreatorSort[] = ['relevance', 'followers', 'engagement', 'views', 'updated'];
const PAGES = 3;

/** Names, topics, misspellings, other scripts, emoji, wildcards of both engines, and nothing. */
const TEXTS = [
  ...['mar', 'anna', 'the', 'a', 'x', 'er', 'fit', 'art', 'ann lee', 'travel', 'vegan food', 'skin care'],
  ...[
    'wedding photography',
    'yoga in berlin',
    'photograhpy',
    '東京',
    '旅',
    '🌱',
    'é',
    'Ünal',
    '@',
    '%',
    '_',
    '*',
    '?',
  ],
  ...['a*b', 'AND OR NOT', '"quoted"', "it's", '\\', '~1', '^9', '{}', 'zzzzqqq', 'official channel'],
];
const FILTERS: Query[] = [
  {},
  { platform: ['instagram'] },
  { platform: ['tiktok', 'youtube'], country: ['US', 'DE', 'FR'] },
  { country: ['US'], language: ['en'], followersMin: 10_000, followersMax: 500_000 },
  { category: ['Beauty', 'Fashion'] },
  { engagementMin: 3, engagementMax: 9 },
  { engagementMax: 2 },
  { followersMin: 0 },
  { viewsMin: 1000 },
  { viewsMax: 5000 },
  { verified: true },
  { verified: false, platform: ['tiktok'] },
  { registered: true },
  { registered: false, followersMin: 1_000_000 },
  { hasEmail: true },
  { hasEmail: false },
  { notInLists: true },
  { notInLists: false },
  { notInvited: true },
  { notInvited: false },
  { safety: 'unchecked' },
  { safety: 'none' },
  { safety: 'open' },
  { growth30Min: 1 },
  { growth30Max: 5, growth90Min: -5 },
  { notInLists: true, notInvited: true, hasEmail: false, safety: 'unchecked', growth30Min: -50 },
];

/** Reads up to three pages; `total` only as far as both engines count exactly. */
async function read(search: EngineWorld['search'], query: Query) {
  const pages = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const { creators, total, totalIsExact, nextCursor, understood } = await search({ ...query, cursor });
    pages.push({ creators, understood, total: totalIsExact ? total : 'many', more: nextCursor !== null });
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return pages;
}

/** Compares pages hit by hit: creators, their order, why they match, lists, fit, and totals. */
async function compare(w: EngineWorld, queries: readonly Query[]): Promise<number> {
  const before = await w.answers();
  let hits = 0;
  for (const query of queries) {
    const [found, expected] = await Promise.all([read(w.search, query), read(w.searchDatabase, query)]);
    expect({ query, found }).toEqual({ query, found: expected });
    hits += expected.reduce((sum, { creators }) => sum + creators.length, 0);
  }
  const after = await w.answers();
  expect(after.unavailable).toBe(0);
  expect((after.engine ?? 0) - (before.engine ?? 0)).toBeGreaterThanOrEqual(queries.length - 10);
  console.log(`${queries.length} searches and ${hits} hits are the same`);
  return hits;
}

/** Returns how many segments each copy of a shard has. */
async function segmentsByShard(index: string): Promise<number[]> {
  const response = await fetch(`${TEST_SEARCH_URLS[0]}/_cat/segments/${index}?format=json`);
  const segments = (await response.json()) as { shard: string; prirep: string; ip: string }[];
  return [...Map.groupBy(segments, ({ shard, prirep, ip }) => `${shard} ${prirep} ${ip}`).values()].map(
    ({ length }) => length,
  );
}

describe.skipIf(TEST_SEARCH_URLS.length === 0)('the search engine', () => {
  describe('with invented creators', () => {
    let w: EngineWorld;
    beforeAll(async () => {
      w = await startEngineWorld();
      const now = new Date('2026-11-20T00:00:00Z');
      const options = { count: 3000, now, pictures: 'http://localhost' };
      const world = inventCreators(new Random(20_261_120), options);
      const client = new pg.Client({ connectionString: w.t.databaseUrl });
      await client.connect();
      const { db, pool } = w.t.api;
      await db.insert(creatorPeerTable).values(world.peers);
      await copyRows(client, creatorTable, Object.keys(world.creators[0] ?? {}) as never, world.creators);
      await copyRows(client, contentTable, Object.keys(world.content[0] ?? {}) as never, world.content);
      await client.end();
      const ids = world.creators.map(({ id }) => id as string);
      const other = await w.t.brand('Fernhill');
      for (const [at, of] of [w.brandId, other].entries()) {
        await w.creators(
          ...[0, 1, 2].map((n) => ({
            username: `private.${at}.${n}`,
            fullname: `Anna Privat ${n}`,
            bio: 'Vegan food and travel 🌱 東京カメラ部',
            brandId: of,
            followerCount: 50_000 * (n + 1),
            engagement: n === 0 ? null : 3.3,
            country: 'US',
            language: 'en',
            categories: ['Beauty', 'Own'],
          })),
        );
        for (const id of ids.slice(at * 7, at * 7 + 40)) await w.onList(id, `List ${at}`, of);
        for (const id of ids.slice(100 + at * 7, 130)) await w.invite(id, of);
        for (const id of ids.slice(200 + at * 7, 230)) await w.contact(id, of);
      }
      await db.insert(creatorGrowthTable).values(
        ids.slice(0, 500).map((creatorId, n) => ({
          creatorId,
          days30: (n % 40) - 20,
          days90: n % 7 === 0 ? null : n % 30,
        })),
      );
      const checked = { brandId: w.brandId, checkedAt: now.toISOString(), contentHash: '', rulesHash: '' };
      await db
        .insert(safetyCheckTable)
        .values(
          ids
            .slice(300, 400)
            .map((creatorId) =>
              Object.assign({ creatorId, posts: 1, withoutText: 0, hasBio: true }, checked),
            ),
        );
      await w.build();
      await pool.query('analyze');
    }, 300_000);
    afterAll(() => w.stop());

    test('finds the same creators as PostgreSQL by words, in the same order, with the same reasons', async () => {
      const judged = JUDGED.filter(({ world }) => world === 'demo').map(({ q, filters }) => ({
        q,
        ...filters,
      }));
      const hits = await compare(w, [...judged, ...TEXTS.map((q) => ({ q }))]);
      expect(hits).toBeGreaterThan(2000);
    }, 300_000);

    test('finds the same creators by every filter and sort', async () => {
      const queries = FILTERS.flatMap((filters, n) => [
        ...SORTS.map((sort) => ({ ...filters, sort })),
        { ...filters, q: TEXTS[n % 12] },
        { ...filters, q: TEXTS[n % 12], sort: SORTS[1 + (n % 4)] },
      ]);
      expect(await compare(w, queries)).toBeGreaterThan(2000);
    }, 300_000);

    test('shows private creators to their brand only', async () => {
      const stranger = await w.t.person({ brandId: await w.t.brand('Moorcroft') });
      const strangersBrand = (await w.t.api.pool.query(`select id from brand where name = 'Moorcroft'`))
        .rows[0].id;
      expect((await w.search({ q: 'anna privat' })).creators.map(({ username }) => username)).toEqual([
        'private.0.2',
        'private.0.1',
        'private.0.0',
      ]);
      const { creators } = await w.search({ q: 'anna privat' }, stranger, strangersBrand);
      expect(creators.filter(({ username }) => username.startsWith('private.'))).toEqual([]);
    });

    test('PostgreSQL continues a search that the engine started, and the other way around', async () => {
      for (const query of [{ q: 'travel' }, { sort: 'updated' as const }, { country: ['US'] }]) {
        const first = await w.search(query);
        const cursor = first.nextCursor ?? '';
        const [second, expected] = [
          await w.searchDatabase({ ...query, cursor }),
          await w.search({ ...query, cursor }),
        ];
        expect(second.creators).toEqual(expected.creators);
        expect(expected.creators).toHaveLength(24);
        const back = (await w.searchDatabase(query)).nextCursor ?? '';
        expect((await w.search({ ...query, cursor: back })).creators).toEqual(expected.creators);
      }
    });
  });

  describe('its index', () => {
    let w: EngineWorld;
    beforeAll(async () => {
      w = await startEngineWorld();
      await w.creators(
        { username: 'first', bio: 'lighthouse', followerCount: 10 },
        { username: 'second', bio: 'lighthouse', followerCount: 20 },
        { username: 'third', bio: 'lighthouse', followerCount: 30 },
      );
      await w.build();
    }, 120_000);
    afterAll(() => w.stop());

    const handles = (query: Query = { q: 'lighthouse' }) => w.handles(query);
    const query = (text: string, values: unknown[] = []) => w.t.api.pool.query(text, values);
    const idOf = async (username: string): Promise<string> =>
      (await query('select id from creator where username = $1', [username])).rows[0].id;

    test('follows added, changed and deleted creators, and how they grew', async () => {
      expect(await handles()).toEqual(['third', 'second', 'first']);
      const id = await w.creator({ username: 'fourth', bio: 'lighthouse', followerCount: 40 });
      await query(`update creator set follower_count = 99 where username = 'first'`);
      await query(`update creator set bio = 'harbor' where username = 'second'`);
      await query(`delete from creator where username = 'third'`);
      await w.t.api.db.insert(creatorGrowthTable).values({ creatorId: id, days30: 12 });
      expect(await w.feed()).toBe(5);
      expect(await handles()).toEqual(['first', 'fourth']);
      expect(await handles({ growth30Min: 10 })).toEqual(['fourth']);
      await query('delete from creator_growth');
      await w.feed();
      expect(await handles({ growth30Min: 10 })).toEqual([]);
      // Nothing that searches use has changed.
      const client = await w.t.api.pool.connect();
      const queued = async () =>
        (await client.query('select count(*)::int as n from search_change')).rows[0].n;
      // In one snapshot, because jobs of the API change creators too.
      await client.query('begin isolation level repeatable read');
      // The first change of a row brings derived columns up to date that a job would update later.
      await client.query(`update creator set profile_pic_url = 'https://social.example/a.png'`);
      const before = await queued();
      await client.query(`update creator set profile_pic_url = 'https://social.example/b.png'`);
      expect(await queued()).toBe(before);
      await client.query(`update creator set bio = 'pier'`);
      expect(await queued()).toBe(before + 3);
      await client.query('rollback');
      client.release();
    });

    test('hides deleted creators before the index knows, and keeps creators removed from a brand private', async () => {
      const id = await w.creator({ username: 'gone.soon', bio: 'pharos' });
      const moved = await w.creator({ username: 'moved.away', bio: 'pharos' });
      await w.feed();
      expect(new Set(await handles({ q: 'pharos' }))).toEqual(new Set(['gone.soon', 'moved.away']));
      const other = await w.t.brand('Fernhill');
      await query('delete from creator where id = $1', [id]);
      await query('update creator set brand_id = $2 where id = $1', [moved, other]);
      expect(await handles({ q: 'pharos' })).toEqual([]);
      await w.feed();
      expect(await handles({ q: 'pharos' })).toEqual([]);
    });

    test('keeps the newest version when an older one arrives later, and when a change arrives twice', async () => {
      const id = await w.creator({ username: 'versioned', bio: 'beacon' });
      const [index] = await readIndexes(w.t.api.pool);
      const [older] = await readDocuments(w.t.api.pool, [id]);
      await query(`update creator set bio = 'siren' where id = $1`, [id]);
      await w.feed();
      await w.cluster.write(index!.name, [older!, older!]);
      await w.refresh();
      expect(await handles({ q: 'beacon' })).toEqual([]);
      expect(await handles({ q: 'siren' })).toEqual(['versioned']);
      await query('delete from creator where id = $1', [id]);
      await w.feed();
      await w.cluster.write(index!.name, [older!]);
      await w.refresh();
      expect(await w.searchIds('beacon')).toEqual([]);
    });

    test('keeps changes while the engine is down, and sends them once it is back', async () => {
      const down = openSearch(['http://127.0.0.1:9']);
      await w.creator({ username: 'patient', bio: 'foghorn' });
      await expect(sendChanges({ ...w.parts, cluster: down })).rejects.toThrow(SearchEngineDown);
      expect(await w.feed()).toBe(1);
      expect(await handles({ q: 'foghorn' })).toEqual(['patient']);
    }, 60_000);

    test('is merged into one segment per shard before it serves, and serves even if merging fails', async () => {
      for (const title of ['pilot', 'keeper', 'diver']) {
        await w.creator({ username: title, bio: 'semaphore' });
        await w.feed();
      }
      const serving = async () => (await readIndexes(w.t.api.pool))[0]!.name;
      expect(Math.max(...(await segmentsByShard(await serving())))).toBeGreaterThan(1);
      await startIndex(w.parts);
      await buildIndex(w.parts);
      const merged = await serving();
      expect(new Set(await segmentsByShard(merged))).toEqual(new Set([1]));
      await startIndex(w.parts);
      const mergeSegments = () => Promise.reject(new SearchEngineDown('It takes too long.'));
      await buildIndex({ ...w.parts, cluster: Object.assign({}, w.cluster, { mergeSegments }) });
      expect(await serving()).not.toBe(merged);
      expect(await w.searchIds('semaphore')).toHaveLength(3);
      await query(`delete from creator where bio = 'semaphore'`);
      await w.feed();
    }, 60_000);

    test('is rebuilt while the old one serves, including changes made during the rebuild', async () => {
      const { pool } = w.t.api;
      const [before] = await readIndexes(pool);
      await startIndex(w.parts);
      const added = await w.creator({ username: 'meanwhile', bio: 'jetty' });
      await query(`delete from creator where username = 'patient'`);
      await w.feed();
      // The old index serves, and is up to date.
      expect(await handles({ q: 'jetty' })).toEqual(['meanwhile']);
      expect(await handles({ q: 'foghorn' })).toEqual([]);
      await buildIndex(w.parts);
      const indexes = await readIndexes(pool);
      expect(indexes).toMatchObject([{ state: 'serving' }]);
      expect(indexes[0]?.name).not.toBe(before?.name);
      expect(await w.cluster.indexes(`${w.parts.prefix}-*`)).toEqual([indexes[0]?.name]);
      expect(await handles({ q: 'jetty' })).toEqual(['meanwhile']);
      await query('delete from creator where id = $1', [added]);
      await w.feed();
      expect(await handles({ q: 'jetty' })).toEqual([]);
    }, 60_000);

    test('is rebuilt if the cluster has lost it; PostgreSQL answers until then', async () => {
      const [index] = await readIndexes(w.t.api.pool);
      await w.cluster.deleteIndex(index!.name);
      const before = await w.answers();
      expect(await handles()).toEqual(['first', 'fourth']);
      expect((await w.answers()).unavailable).toBe((before.unavailable ?? 0) + 1);
      await keepIndex(w.parts);
      await buildIndex(w.parts);
      expect(await w.searchIds('lighthouse')).toHaveLength(2);
    }, 60_000);

    test('is compared with the database, and healed', async () => {
      const [index] = await readIndexes(w.t.api.pool);
      const [missing, stale] = [await idOf('first'), await idOf('fourth')];
      const ghost = newId();
      const [document] = await readDocuments(w.t.api.pool, [stale]);
      const changed = document!
        .text!.replace(/"hash":"[^"]+"/, '"hash":"other"')
        .replace('lighthouse', 'wreck');
      await w.cluster.write(index!.name, [
        { id: missing, version: document!.version, text: null },
        { id: stale, version: document!.version, text: changed },
        { id: ghost, version: 1, text: changed.replaceAll(stale, ghost) },
      ]);
      await w.refresh();
      expect(await w.searchIds('lighthouse')).toEqual([]);
      expect(await reconcile(w.parts)).toBe(3);
      expect(await w.feed()).toBe(3);
      expect(new Set(await w.searchIds('lighthouse'))).toEqual(new Set([missing, stale]));
      expect(await w.searchIds('wreck')).toEqual([]);
      expect(await reconcile(w.parts)).toBe(0);
    }, 120_000);

    test('is forgotten when the engine is turned off: changes are no longer queued', async () => {
      await forgetSearchEngine(w.parts);
      await w.creator({ username: 'unnoticed' });
      expect((await query('select count(*)::int as queued from search_change')).rows).toEqual([
        { queued: 0 },
      ]);
    });
  });

  describe('with real creators', () => {
    const folder = TEST_SEARCH_URLS.length > 0 ? realFiles(FILES) : null;
    let w: EngineWorld;
    beforeAll(async () => {
      if (!folder) return;
      w = await startEngineWorld({ roles: 'http,jobs' });
      for (const file of FILES)
        await importFile(w.person, w.brandId, file, new Uint8Array(readFileSync(join(folder, file))));
      await w.settled();
      await w.t.api.pool.query('analyze');
    }, 300_000);
    afterAll(() => w?.stop());

    test.skipIf(folder === null)(
      'finds the same creators as PostgreSQL',
      async () => {
        const judged = JUDGED.filter(({ world }) => world === 'real').map(({ q, filters }) => ({
          q,
          ...filters,
        }));
        const filtered = FILTERS.flatMap((filters, n) => [
          { ...filters, sort: SORTS[n % 5] },
          { ...filters, q: TEXTS[n % 12] },
        ]);
        await compare(w, [...judged, ...TEXTS.map((q) => ({ q })), ...filtered]);
      },
      300_000,
    );
  });
});

test('searches PostgreSQL while the engine is down', async () => {
  const w = await startEngineWorld({ urls: ['http://127.0.0.1:9'] });
  try {
    await w.creators({ username: 'reachable', bio: 'lighthouse' });
    expect(await w.handles({ q: 'lighthouse' })).toEqual(['reachable']);
    expect(await w.handles({ q: 'lighthouse' })).toEqual(['reachable']);
    expect(await w.answers()).toMatchObject({ engine: 0, unavailable: 2 });
  } finally {
    await w.stop();
  }
}, 60_000);
