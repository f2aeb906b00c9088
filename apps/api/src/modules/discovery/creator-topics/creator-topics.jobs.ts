import { TOPICS_VERSION } from '@troupe/domain/discovery/topics/topic-vocabulary';
import type pg from 'pg';
import type { Api } from '../../../platform/api.ts';
import type { Jobs, Queryable } from '../../../platform/jobs.ts';
import {
  analyzeCreators,
  countPeers,
  mergeIndexEntries,
  readOutdated,
  refreshFit,
  writeTopics,
} from './creator-topics.queries.ts';
import { topicColumns } from './topic-columns.ts';

const TOPICS = 'creator-topics';
const AT_ONCE = 500;
/** Seconds until topics follow a change, so that the batches of an import share a run. */
const SOON = 1;

/** Queues deriving the topics of creators that have changed. Call in the transaction that changes them. */
export async function requestTopics(jobs: Jobs, transaction?: Queryable): Promise<void> {
  await jobs.send(
    TOPICS,
    {},
    { key: 'changed', delaySeconds: SOON, ...(transaction ? { transaction } : {}) },
  );
}

/** Number of creators from which indexing also refreshes the planner's statistics. */
const MANY_ROWS = 1000;

/**
 * Registers the derivation of topics: soon after creators have changed, and every minute for all that are outdated, such
 * as after an upgrade with another vocabulary, which also merges the search indexes. Once a day, creators are compared
 * with their peers again.
 */
export function creatorTopicJobs(api: Pick<Api, 'jobs' | 'pool'>): void {
  const work = (signal: AbortSignal) => indexOutdated(api.pool, signal);
  // Another job may have just started and read a creator before the change.
  api.jobs.define(TOPICS, (_data, signal) => work(signal), { policy: 'short', expireInSeconds: 6 * 3600 });
  api.jobs.every('* * * * *', 'creator-topics-schedule', (signal) => keepIndexed(api.pool, signal), {
    expireInSeconds: 6 * 3600,
  });
  api.jobs.every('20 3 * * *', 'creator-peers', async (signal) => {
    await countPeers(api.pool);
    let after: string | null = null;
    do after = await refreshFit(api.pool, AT_ONCE, after);
    while (after !== null && !signal.aborted);
  });
}

/** Derives all outdated topics, and merges new entries of the search indexes. */
export async function keepIndexed(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  await indexOutdated(pool, signal);
  await mergeIndexEntries(pool);
}

/** Derives all outdated topics, in batches. Creators that change during the run stay outdated for the next run. */
export async function indexOutdated(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  let indexed = 0;
  for (;;) {
    const outdated = await readOutdated(pool, TOPICS_VERSION, AT_ONCE);
    if (outdated.length === 0) {
      // Estimated totals of searches count rows that were rewritten twice until then.
      if (indexed >= MANY_ROWS) await analyzeCreators(pool);
      return;
    }
    const written = await writeTopics(
      pool,
      outdated.map((creator) => Object.assign(topicColumns(creator), creator)),
    );
    indexed += written;
    if (written === 0 || signal?.aborted) return;
  }
}
