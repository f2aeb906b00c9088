import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestSearchEngine, type TestSearchEngine } from '../../../testing/test-search-engine.ts';
import { type EngineWorld, startEngineWorld, TEST_SEARCH_URLS } from './search-engine.fixture.ts';
import { reconcile } from './search-index.jobs.ts';

/** Writes and searches that happen before a node is killed, and while it is down. */
const WRITES = 200;
const SEARCHES = 40;
const SEARCHERS = 3;
/** Hits of one search. */
const MOST_HITS = 5000;
/** Creators added by one statement. */
const TOGETHER = 20;
/** On a busy machine, a node takes minutes to start. */
const PATIENCE = { timeout: 600_000, interval: 100 };

describe.skipIf(TEST_SEARCH_URLS.length === 0)('a search engine that loses nodes', () => {
  let engine: TestSearchEngine | string;
  let w: EngineWorld;
  beforeAll(async () => {
    engine = await startTestSearchEngine();
    if (typeof engine === 'string')
      console.log(`The search engine can't run here: ${engine}. The test that kills its nodes is skipped.`);
    else w = await startEngineWorld({ urls: engine.urls, roles: 'http,jobs' });
  }, 600_000);
  afterAll(async () => {
    await w?.stop();
    if (typeof engine !== 'string') await engine?.stop();
  });

  test('searches work without the engine, and its index has every change afterwards', async (context) => {
    if (typeof engine === 'string') return context.skip();
    await w.settled();
    const load = startLoad(w);
    try {
      for (const find of [nodeOfPrimary, nodeOfManager]) {
        await load.goesOn();
        const node = await find(engine.urls, w.alias);
        await engine.kill(node);
        await load.goesOn();
        await engine.restart(node);
        await vi.waitFor(
          async () => expect(await healthOf(w)).toEqual({ status: 'green', nodes: 3 }),
          PATIENCE,
        );
      }
      await load.stop();
      expect(load.failures).toEqual([]);
      await w.settled();
      for (const word of ['lighthouse', 'harbor'])
        expect(await idsWith(w, word)).toEqual(load.expected(word));
      expect(await reconcile(w.parts)).toBe(0);
      console.log(
        `${load.done.writes} creators, ${load.done.searches} searches, ${JSON.stringify(await w.answers())}`,
      );
    } finally {
      await load.stop();
    }
  }, 1_800_000);
});

/** Adds, changes and deletes creators, and searches, until it is stopped. */
function startLoad(w: EngineWorld) {
  const words = new Map<string, string>();
  const failures: unknown[] = [];
  const done = { writes: 0, searches: 0 };
  let running = true;
  const { pool } = w.t.api;

  async function write(): Promise<void> {
    const values = Array.from({ length: TOGETHER }, () => ({ bio: 'lighthouse' }));
    const added = await w.creators(...values);
    for (const id of added) words.set(id, 'lighthouse');
    const [changed, deleted] = [[...words.keys()].at(-TOGETHER), [...words.keys()].at(-TOGETHER - 5)];
    await pool.query(`update creator set bio = 'harbor' where id = $1`, [changed]);
    if (changed) words.set(changed, 'harbor');
    await pool.query('delete from creator where id = $1', [deleted]);
    if (deleted) words.delete(deleted);
    done.writes += TOGETHER;
    // Leaves the machine to the search engine in between.
    await sleep(200);
  }
  const search = async () => {
    await w.search({ q: 'lighthouse', sort: done.searches % 2 === 0 ? 'updated' : 'relevance' });
    done.searches++;
  };
  const repeat = async (work: () => Promise<void>) => {
    while (running) await work().catch((error) => failures.push(error));
  };
  const ending = Promise.all([repeat(write), ...Array.from({ length: SEARCHERS }, () => repeat(search))]);

  return {
    failures,
    done,
    /** Returns the creators that should be found by a word. */
    expected: (word: string) => [...words].flatMap(([id, has]) => (has === word ? id : [])).sort(),
    /** Waits for more writes, and for more searches that the engine itself answers. */
    async goesOn() {
      const { writes } = done;
      const { engine = 0 } = await w.answers();
      await vi.waitFor(async () => {
        expect(failures).toEqual([]);
        expect(done.writes).toBeGreaterThan(writes + WRITES);
        expect((await w.answers()).engine).toBeGreaterThan(engine + SEARCHES);
      }, PATIENCE);
    },
    async stop() {
      running = false;
      await ending;
    },
  };
}

/** Returns the creators that the index has with a word, in order. */
async function idsWith(w: EngineWorld, word: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const body = { query: { term: { words: word } }, sort: [{ id: 'asc' }], size: MOST_HITS, _source: false };
    const after = ids.length > 0 ? { search_after: [ids.at(-1)] } : {};
    const [found] = await w.cluster.search(w.alias, [Object.assign(body, after)], 20_000);
    const hits = found?.hits.map(({ id }) => id) ?? [];
    ids.push(...hits);
    if (hits.length < MOST_HITS) return ids;
  }
}

async function healthOf(w: EngineWorld): Promise<{ status?: string; nodes?: number }> {
  for (const url of w.t.api.config.SEARCH_URL) {
    const response = await fetch(`${url}/_cluster/health`).catch(() => null);
    if (!response?.ok) continue;
    const health = (await response.json()) as { status: string; number_of_nodes: number };
    return { status: health.status, nodes: health.number_of_nodes };
  }
  return {};
}

interface ClusterState {
  cluster_manager_node: string;
  routing_table: {
    indices: Record<string, { shards: Record<string, { primary: boolean; node: string }[]> }>;
  };
}

/** Returns the number of the node that has the index's first primary shard. */
const nodeOfPrimary = (urls: readonly string[], alias: string) =>
  numberOf(urls, alias, ({ routing_table }) => {
    const copies = Object.values(routing_table.indices).flatMap(({ shards }) => shards['0'] ?? []);
    return copies.find(({ primary }) => primary)?.node;
  });

/** Returns the number of the node that manages the cluster. */
const nodeOfManager = (urls: readonly string[], alias: string) =>
  numberOf(urls, alias, ({ cluster_manager_node }) => cluster_manager_node);

async function numberOf(
  urls: readonly string[],
  alias: string,
  find: (state: ClusterState) => string | undefined,
): Promise<number> {
  const read = async (path: string): Promise<unknown> => (await fetch(`${urls[0]}/${path}`)).json();
  const parts = 'cluster_manager_node,routing_table';
  const id = find((await read(`_cluster/state/${parts}/${alias}`)) as ClusterState);
  const { nodes } = (await read('_nodes/http')) as {
    nodes: Record<string, { http: { publish_address: string } }>;
  };
  const port = nodes[id ?? '']?.http.publish_address.split(':').at(-1);
  const number = urls.findIndex((url) => new URL(url).port === port);
  expect(number, `the node ${id}`).toBeGreaterThanOrEqual(0);
  return number;
}
