import type { Logger } from '@troupe/server/log';
import { Outbox } from '@troupe/server/outbox';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { withTransaction } from '../../../platform/database.ts';
import { type SearchCluster, SearchEngineDown } from '../../../platform/outgoing/search-cluster.ts';
import {
  addRejected,
  claimChanges,
  deleteChanges,
  oldestChange,
  readDocuments,
  readIndexes,
} from './search-index.queries.ts';

/** Changes sent in one transaction. */
const AT_ONCE = 1000;
/** How soon a change is sent, at most. */
const POLL_MS = 500;
const AFTER_FAILURE_MS = 5000;

/** What the feed and the jobs of the index need. */
export interface IndexParts {
  pool: pg.Pool;
  cluster: SearchCluster;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Sends the oldest changes to all indexes and returns how many. Changes are deleted once all indexes have them, so each is
 * sent at least once. Creators are read after their changes were claimed, and versions keep an older reading from
 * replacing a newer one, in any number of processes.
 */
export async function sendChanges({ pool, cluster, log }: Omit<IndexParts, 'clock'>): Promise<number> {
  return withTransaction(pool, async (_tx, connection) => {
    const { seqs, creatorIds } = await claimChanges(connection, AT_ONCE);
    if (seqs.length === 0) return 0;
    // In this order: an index registered later is filled with what is read later.
    const indexes = await readIndexes(connection);
    const documents = await readDocuments(connection, creatorIds);
    for (const { name } of indexes) {
      const rejected = await cluster.write(name, documents);
      if (rejected.length === 0) continue;
      log.error({ index: name, creators: rejected }, 'search engine refused creators');
      await addRejected(connection, rejected.length);
    }
    await deleteChanges(connection, seqs);
    return seqs.length;
  });
}

/** The outbox that sends changes of creators to the search engine. */
export function searchFeed(parts: IndexParts): Outbox {
  const { pool, clock, log } = parts;
  const lane = 'creators';
  return new Outbox(
    { clock, log },
    {
      name: 'search engine',
      lanesAtOnce: 1,
      pollMs: POLL_MS,
      afterFailureMs: AFTER_FAILURE_MS,
      async lanes() {
        // Due at once, whatever the clock of the database says.
        return (await oldestChange(pool)) ? [{ id: lane, dueAt: clock.now() }] : [];
      },
      async serve() {
        try {
          const sent = await sendChanges(parts);
          return { next: sent > 0 ? clock.now().getTime() : null, reached: true };
        } catch (error) {
          if (!(error instanceof SearchEngineDown)) throw error;
          log.warn({ err: error }, 'failed to send changes to the search engine');
          return { next: clock.now().getTime(), reached: false };
        }
      },
    },
  );
}
