import path from 'node:path';
import { expect } from '@playwright/test';
import { root } from '@troupe/scripts/folders';
import { withClient } from '@troupe/scripts/postgres/databases';
import { readRunRecord } from '@troupe/scripts/processes/run-record';

/** Runs one statement in the API's database, for what only weeks of waiting bring about. */
export async function inDatabase<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const dataDir = process.env.E2E_DATA_DIR ?? path.join(root, '.troupe');
  const url = readRunRecord(dataDir)?.databaseUrl;
  if (!url) throw new Error(`No running instance in ${dataDir}. Set E2E_DATA_DIR to its data folder.`);
  return withClient(url, async (client) => (await client.query<Row>(text, values)).rows);
}

/** Runs a scheduled job now, and waits until it is done. */
export async function runJob(name: string): Promise<void> {
  const [job] = await inDatabase<{ id: string }>('insert into pgboss.job (name) values ($1) returning id', [
    name,
  ]);
  await inDatabase("select pg_notify('jobs_later', '0')");
  const state = async () =>
    (await inDatabase<{ state: string }>('select state from pgboss.job where id = $1', [job?.id]))[0]?.state;
  await expect.poll(state, { message: `the job ${name}` }).toBe('completed');
}
