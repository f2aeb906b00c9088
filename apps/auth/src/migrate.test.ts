import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { createDatabase } from './testing/instance.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

const EARLIER = [
  ['001-accounts.sql', '0000_accounts.sql'],
  ['002-provider.sql', '0001_provider.sql'],
  ['003-security.sql', '0002_security.sql'],
  ['004-revocation.sql', '0003_revocation.sql'],
  ['005-known-places.sql', '0004_known-places.sql'],
  ['006-sign-up-steps.sql', '0005_sign-up-steps.sql'],
] as const;

/** Columns, indexes and triggers of a database, as text. */
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

async function withDatabase<T>(work: (url: string, client: pg.Client) => Promise<T>): Promise<T> {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(database.url, client);
  } finally {
    await client.end();
    await database.drop();
  }
}

const fresh = await withDatabase(async (url, client) => {
  await Promise.all([migrate(url), migrate(url)]);
  return schemaOf(client);
});

test.each([3, 6])(
  'takes over a database of an earlier version after its first %i migrations, with its accounts',
  async (seen) => {
    await withDatabase(async (url, client) => {
      await client.query(
        'create table migration (name text primary key, applied_at timestamptz not null default now())',
      );
      for (const [name, file] of EARLIER.slice(0, seen)) {
        await client.query(readFileSync(new URL(file, FOLDER), 'utf8'));
        await client.query('insert into migration (name) values ($1)', [name]);
      }
      await client.query(
        `insert into account (id, email, given_name, family_name, password_hash, role)
       values (gen_random_uuid(), 'alva@larkmoor.test', 'Alva', 'Berg', 'x', 'brand')`,
      );
      await migrate(url);
      await migrate(url);
      expect(await schemaOf(client)).toEqual(fresh);
      const { rows } = await client.query('select email from account');
      expect(rows).toEqual([{ email: 'alva@larkmoor.test' }]);
    });
  },
);
