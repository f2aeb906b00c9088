import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@troupe/contract/client';
import { searchCreators } from '@troupe/contract/discovery/creator';
import { expect, vi } from 'vitest';
import { startApi } from '../../../app/app.ts';
import { newId } from '../../../platform/id.ts';
import { openSearch } from '../../../providers/search-engine/opensearch.ts';
import type { TestPerson } from '../../../testing/test-api.ts';
import { type Query, startCreatorWorld } from '../creator/creator.fixture.ts';
import { indexOutdated } from '../creator-topics/creator-topics.jobs.ts';
import { buildIndex, type IndexJobParts, keepIndex, searchAlias } from './search-index.jobs.ts';
import { sendChanges } from './search-index-feed.ts';

/** Nodes of a search engine for tests (comma list); see docs/search-engine.md. */
export const TEST_SEARCH_URLS = (process.env.TEST_SEARCH_URL ?? '').split(',').filter(Boolean);
if (TEST_SEARCH_URLS.length === 0)
  console.log('No search engine runs (TEST_SEARCH_URL): its tests are skipped. See docs/search-engine.md.');

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../../shared');

/** The folder of files with real creators; null where it is absent. */
export function realFiles(names: readonly string[]): string | null {
  const folder = join(SHARED, 'data/creators');
  if (names.every((name) => existsSync(join(folder, name)))) return folder;
  console.log('The files of real creators are not here: their searches are not compared.');
  return null;
}

/**
 * Two APIs on one database: one searches in the engine, the other in PostgreSQL.
 * @param roles without jobs, the test sends changes itself
 */
export async function startEngineWorld({ urls = TEST_SEARCH_URLS, roles = 'http' } = {}) {
  const prefix = `test-${newId()}`;
  const w = await startCreatorWorld({
    TROUPE_ROLES: roles,
    METRICS_PORT: '0',
    SEARCH_URL: urls.join(','),
    SEARCH_INDEX: prefix,
    SEARCH_ENGINE_TIMEOUT_MS: '20000',
  });
  const { api } = w.t;
  // The freshness of a creator depends on the time of the request.
  w.t.setNow(new Date('2026-11-20T00:00:00Z'));
  const plain = await startApi(
    Object.assign({}, api.config, { SEARCH_URL: [], METRICS_PORT: undefined, TROUPE_ROLES: ['http'] }),
    api.clock,
  );
  const plainUrl = `http://127.0.0.1:${(plain.server.server.address() as AddressInfo).port}`;
  const cluster = openSearch(urls);
  const parts: IndexJobParts = {
    pool: api.pool,
    cluster,
    clock: api.clock,
    log: api.log,
    prefix,
    layout: { shards: 2, replicas: 1 },
  };
  const alias = searchAlias(prefix);
  const refresh = () => cluster.refresh(alias);
  const byDatabase = ({ token }: TestPerson) => createClient({ baseUrl: plainUrl, token: () => token });

  return Object.assign(w, {
    parts,
    cluster,
    alias,
    refresh,
    /** Creates and fills the index. */
    async build() {
      await indexOutdated(api.pool);
      await keepIndex(parts);
      await buildIndex(parts);
      await refresh();
    },
    /** Waits until the jobs have filled the index and sent all changes. */
    async settled() {
      await indexOutdated(api.pool);
      await vi.waitFor(
        async () => {
          const { rows } = await api.pool.query(
            `select (select count(*)::int from search_change) as queued,
              (select count(*)::int from search_index where state = 'serving') as serving`,
          );
          expect(rows[0]).toEqual({ queued: 0, serving: 1 });
        },
        { timeout: 120_000, interval: 200 },
      );
      await refresh();
    },
    /** Sends all changes. */
    async feed() {
      let sent = 0;
      for (let more = 1; more > 0; sent += more) more = await sendChanges(parts);
      await refresh();
      return sent;
    },
    /** Searches in PostgreSQL. */
    searchDatabase: (query: Query = {}, by = w.person, of = w.brandId) =>
      byDatabase(by).call(searchCreators, { params: { brandId: of }, query }),
    /** Returns the creators with a word that the index has, whether or not the database has them. */
    async searchIds(word: string): Promise<string[]> {
      const query = { term: { words: word } };
      const [found] = await cluster.search(alias, [{ query, sort: [{ id: 'asc' }], _source: false }], 20_000);
      return found?.hits.map(({ id }) => id) ?? [];
    },
    /** How many searches the engine answered, and how many the database answered for it. */
    async answers(): Promise<Record<string, number>> {
      const text = await (await fetch(`http://127.0.0.1:${api.metricsPort}/metrics`)).text();
      const found = text.matchAll(/^troupe_search_answers\{by="([^"]+)".*\} (\d+)$/gm);
      return Object.fromEntries([...found].map(([, by, count]) => [by, Number(count)]));
    },
    async stop() {
      for (const name of await cluster.indexes(`${prefix}-*`).catch(() => []))
        await cluster.deleteIndex(name);
      await plain.stop();
      await w.t.stop();
    },
  });
}

export type EngineWorld = Awaited<ReturnType<typeof startEngineWorld>>;
