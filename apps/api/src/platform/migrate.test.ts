import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations } from '@troupe/server/migrate';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';

const INITIAL = new URL('../../migrations/0000_initial.sql', import.meta.url);
/** The time of the last migration that the initial one replaced. */
const LAST_EARLIER = 1795994878755;

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

test('a migration that waits for a table lets requests through, and is repeated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-migrate-'));
  const { url } = database;
  const entries = [{ idx: 0, when: 1, tag: '0000_first', breakpoints: true, version: '7' }];
  const write = (sql: string) => {
    mkdirSync(join(folder, 'meta'), { recursive: true });
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
    writeFileSync(join(folder, `${entries.at(-1)?.tag}.sql`), sql);
  };
  const [migrating, holder, reader] = [0, 0, 0].map(() => new pg.Client({ connectionString: url })) as [
    pg.Client,
    pg.Client,
    pg.Client,
  ];
  try {
    for (const client of [migrating, holder, reader]) await client.connect();
    write('create table busy (id int)');
    await migrating.query('drop schema drizzle cascade');
    await applyMigrations(migrating, folder);
    entries.push({ idx: 1, when: 2, tag: '0001_second', breakpoints: true, version: '7' });
    write('alter table busy add column name text');
    await holder.query('begin; select * from busy');
    let done = false;
    const work = applyMigrations(migrating, folder).then(() => {
      done = true;
    });
    // Waits behind the migration at most until that gives up its place.
    await expect
      .poll(async () => (await holder.query(`select 1 from pg_locks where not granted`)).rowCount)
      .toBe(1);
    expect((await reader.query('select * from busy')).rowCount).toBe(0);
    expect(done).toBe(false);
    await holder.query('commit');
    await work;
    expect((await reader.query('select name from busy')).rowCount).toBe(0);
  } finally {
    for (const client of [migrating, holder, reader]) await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
});
