import { codeQuery, SHORTEST_WATCHED_CODE } from '@troupe/domain/listening/monitor';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { oneByOne } from '../../platform/jobs.ts';
import {
  addCodeMonitor,
  followCodes,
  hasUnfollowedCodes,
  readUnmonitoredCodes,
} from './monitor/code-monitor.queries.ts';

/** Codes that get a monitor at a time. */
const CODES_AT_ONCE = 500;

/** Registers the job that gives every affiliate code a monitor, and ends the monitor with the code. */
export function codeMonitors(api: Api): void {
  api.jobs.every('* * * * *', 'listening-code-monitors', () => syncCodeMonitors(api), { policy: 'short' });
}

/** Adds monitors of new codes, archives those of ended ones, and restores those of codes that are used again. */
export async function syncCodeMonitors({
  pool,
  log,
  clock,
}: Pick<Api, 'pool' | 'log' | 'clock'>): Promise<void> {
  const now = clock.now();
  let after: string | null = null;
  do {
    const codes = await readUnmonitoredCodes(pool, {
      shortest: SHORTEST_WATCHED_CODE,
      limit: CODES_AT_ONCE,
      after,
    });
    await oneByOne(log, 'failed to add the monitor of a code', codes, async (code) => {
      const query = codeQuery(code.code);
      if (query === null) return;
      await withTransaction(pool, async (tx, connection) => {
        const monitorId = await addCodeMonitor(connection, code, query, now);
        const { brandId } = code;
        if (monitorId) await publish(tx, { type: 'monitor.changed', brandId, data: { monitorId } }, now);
      });
    });
    after = codes.length === CODES_AT_ONCE ? (codes.at(-1)?.id ?? null) : null;
  } while (after);
  // Every update makes all searched sources due, even if it changes no monitors.
  if (!(await hasUnfollowedCodes(pool))) return;
  await withTransaction(pool, async (tx, connection) => {
    const followed = await followCodes(connection, now);
    const events = followed.map(({ id, brandId }) => ({
      type: 'monitor.changed' as const,
      brandId,
      data: { monitorId: id },
    }));
    if (events.length > 0) await publish(tx, events, now);
  });
}
