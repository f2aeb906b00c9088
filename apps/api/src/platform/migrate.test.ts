import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';

const INITIAL = new URL('../../migrations/0000_initial.sql', import.meta.url);
/** The time of the last migration that the initial one replaced. */
const LAST_EARLIER = 1795408754588;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Returns columns, indexes, triggers and functions of a database as text. */
async function readSchema(): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select pg_get_functiondef(oid) from pg_proc
       where pronamespace = 'public'::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')
     order by line`,
  );
  return rows.map(({ line }) => line);
}

/**
 * Simulates an older database whose last migration has this time. The initial migration combines all earlier ones;
 * later ones are removed.
 */
async function makeEarlier(last: number): Promise<void> {
  await client.query('drop schema public cascade; create schema public');
  await client.query(await readFile(INITIAL, 'utf8'));
  await client.query('delete from drizzle.__drizzle_migrations');
  for (const at of [last - 60_000, last])
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('earlier', $1)`, [
      at,
    ]);
}

test('upgrades a database with all earlier migrations, keeping its data', async () => {
  const newest = await readSchema();
  expect(newest.some((line) => line.includes('credit_entry_keep()'))).toBe(true);
  await makeEarlier(LAST_EARLIER);
  await client.query(
    `insert into brand (id, name, website, description) values (gen_random_uuid(), 'Larkmoor', '', '')`,
  );
  await migrate(database.url);
  expect(await readSchema()).toEqual(newest);
  expect((await client.query('select name from brand')).rows).toEqual([{ name: 'Larkmoor' }]);
});

test('rejects a database with missing earlier migrations and names the version to start first', async () => {
  await makeEarlier(LAST_EARLIER - 60_000);
  await client.query('drop table opt_in_offer');
  const before = await readSchema();
  await expect(migrate(database.url)).rejects.toThrow(/too old .* commit [0-9a-f]{8} once/);
  expect(await readSchema()).toEqual(before);
});
