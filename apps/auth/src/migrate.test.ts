import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from './database.ts';
import { createDatabase } from './testing/instance.ts';

/** Time of the last migration replaced by the initial one. */
const LAST_EARLIER = 1795489000000;

/** Describes a database's columns, indexes and triggers. */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     order by line`,
  );
  return rows.map(({ line }) => line);
}

async function withDatabase(work: (url: string, client: pg.Client) => Promise<void>): Promise<void> {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await work(database.url, client);
  } finally {
    await client.end();
    await database.drop();
  }
}

/** Gives a database the migration history of an earlier version, one per minute. */
const pretendEarlier = async (client: pg.Client, last: number) => {
  await client.query('delete from drizzle.__drizzle_migrations');
  for (const at of [last - 60_000, last])
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('earlier', $1)`, [
      at,
    ]);
};

test('two processes migrating a new database take turns', async () => {
  await withDatabase(async (url, client) => {
    await Promise.all([migrate(url), migrate(url)]);
    const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations order by id');
    expect(rows[0]).toEqual({ created_at: String(LAST_EARLIER) });
    expect(new Set(rows.map(({ created_at }) => created_at)).size).toBe(rows.length);
  });
});

test('a database with all earlier migrations starts without change', async () => {
  await withDatabase(async (url, client) => {
    await migrate(url);
    await client.query(
      `insert into account (id, email, given_name, family_name, password_hash, role)
       values (gen_random_uuid(), 'alva@larkmoor.test', 'Alva', 'Berg', 'x', 'brand')`,
    );
    await pretendEarlier(client, LAST_EARLIER);
    const before = await schemaOf(client);
    await migrate(url);
    expect(await schemaOf(client)).toEqual(before);
    const { rows } = await client.query('select email from account');
    expect(rows).toEqual([{ email: 'alva@larkmoor.test' }]);
  });
});

test('rejects a database at an older migration, naming the version to start first', async () => {
  await withDatabase(async (url, client) => {
    await migrate(url);
    await pretendEarlier(client, LAST_EARLIER - 60_000);
    await client.query('drop table rate_limit');
    const before = await schemaOf(client);
    await expect(migrate(url)).rejects.toThrow(/too old .* commit [0-9a-f]{8} once/);
    expect(await schemaOf(client)).toEqual(before);
  });
});

test("rejects a database of the login host's former migrator, naming the version to start first", async () => {
  await withDatabase(async (url, client) => {
    await client.query(`create table migration (name text primary key)`);
    await client.query(`insert into migration (name) values ('001-accounts.sql')`);
    await expect(migrate(url)).rejects.toThrow(/too old .* commit [0-9a-f]{8} once/);
    expect((await client.query(`select to_regclass('account') as account`)).rows).toEqual([
      { account: null },
    ]);
  });
});
