import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@troupe/scripts/postgres/databases';
import type { ApiProcess } from './api.ts';
import { serversOf, watchProcessor } from './processor.ts';

/** Cost of an idle API. */
export interface RestFigures {
  /** Memory after the start, in bytes. */
  memory: number;
  /** Share of one core used by the API and PostgreSQL. */
  processor: number;
  /** Transactions per second, including single statements. */
  statements: number;
}

const SETTLED_MS = 10_000;
const WATCHED_MS = 30_000;

/** Measures a freshly started API without requests. */
export async function measureRest(api: ApiProcess, databaseUrl: string): Promise<RestFigures> {
  await sleep(SETTLED_MS);
  const memory = api.memory();
  return withClient(databaseUrl, async (client) => {
    const transactions = async () => {
      const { rows } = await client.query<{ count: string }>(
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
      );
      return Number(rows[0]?.count);
    };
    const before = await transactions();
    const used = watchProcessor([api.pid, ...serversOf(databaseUrl)]);
    await sleep(WATCHED_MS);
    const processor = used() / WATCHED_MS;
    // PostgreSQL reports a connection's activity with up to a second's delay.
    return { memory, processor, statements: ((await transactions()) - before) / (WATCHED_MS / 1000) };
  });
}
