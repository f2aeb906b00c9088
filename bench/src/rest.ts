import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ApiProcess } from './api.ts';
import { serversOf, watchProcessor } from './processor.ts';

/** What the API costs while nobody uses it. */
export interface RestFigures {
  /** Bytes after the start. */
  memory: number;
  /** Share of one core that the API and PostgreSQL take together. */
  processor: number;
  /** Transactions a second, single statements included. */
  statements: number;
}

const SETTLED_MS = 10_000;
const WATCHED_MS = 30_000;

/** Leaves an API alone that has just started, and measures what it does. */
export async function measureRest(api: ApiProcess, databaseUrl: string): Promise<RestFigures> {
  await sleep(SETTLED_MS);
  const memory = api.memory();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
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
    // PostgreSQL tells of what a connection did with a delay of up to a second.
    return { memory, processor, statements: ((await transactions()) - before) / (WATCHED_MS / 1000) };
  } finally {
    await client.end();
  }
}
