import type { Logger } from '@troupe/server/log';
import type { Metrics } from '@troupe/server/metrics';
import type pg from 'pg';
import type { CreatorSearch } from '../modules/discovery/creator/creator-search.ts';
import { engineSearch } from '../modules/discovery/creator/engine/creator-search.engine.ts';
import {
  forgetSearchEngine,
  type IndexJobParts,
  searchAlias,
  searchIndexJobs,
  upkeep,
} from '../modules/discovery/search-index/search-index.jobs.ts';
import { searchIndexMetrics } from '../modules/discovery/search-index/search-index.queries.ts';
import { searchFeed } from '../modules/discovery/search-index/search-index-feed.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Jobs } from '../platform/jobs.ts';
import { openSearch } from '../providers/search-engine/opensearch.ts';

interface SearchParts {
  config: Config;
  pool: pg.Pool;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  /** The search of the database. */
  database: CreatorSearch;
  metrics: Metrics | null;
}

/** The creator search, and the work that keeps its index up to date. */
export interface CreatorSearchService {
  search: CreatorSearch;
  /** Starts sending changes; call it where jobs run. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Searches creators in the engine of `SEARCH_URL`; without one, in the database. */
export function creatorSearch({
  config,
  pool,
  jobs,
  clock,
  log,
  database,
  metrics,
}: SearchParts): CreatorSearchService {
  // Like other values of the database, from where jobs run.
  if (config.TROUPE_ROLES.includes('jobs')) metrics?.add(searchIndexMetrics(pool));
  // Tried again at the next start, or by the next run.
  const warn = (error: unknown) => log.warn({ err: error }, 'failed to check the search index');
  if (config.SEARCH_URL.length === 0)
    return {
      search: database,
      start: () => forgetSearchEngine({ pool }).catch(warn),
      stop: () => database.stop(),
    };
  const cluster = openSearch(config.SEARCH_URL);
  const parts: IndexJobParts = {
    pool,
    cluster,
    clock,
    log,
    prefix: config.SEARCH_INDEX,
    layout: { shards: config.SEARCH_SHARDS, replicas: config.SEARCH_REPLICAS },
  };
  searchIndexJobs(jobs, parts);
  const feed = searchFeed(parts);
  const search = engineSearch({
    cluster,
    pool,
    database,
    log,
    alias: searchAlias(config.SEARCH_INDEX),
    timeoutMs: config.SEARCH_ENGINE_TIMEOUT_MS,
  });
  metrics?.add(search.metrics);
  return {
    search,
    async start() {
      feed.start();
      await upkeep(jobs, parts).catch(warn);
    },
    async stop() {
      await feed.stop();
      await search.stop();
    },
  };
}
