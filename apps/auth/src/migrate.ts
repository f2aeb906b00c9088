import { fileURLToPath } from 'node:url';
import { applyMigrations, migrateAlone } from '@troupe/server/migrate';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

const FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));
const LOCK = 7_201_534_119;

/** Brings a database of the login host to the newest schema. Two at once take turns. */
export async function migrate(connectionString: string): Promise<void> {
  await migrateAlone(connectionString, LOCK, async (client) => {
    await adopt(client);
    await applyMigrations(client, FOLDER);
  });
}

/**
 * Takes over a database that an earlier version of this host made: what its table `migration` names (`001-accounts.sql`
 * and so on) is noted as applied under the migration of the same number.
 */
async function adopt(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('migration') is not null as there`,
  );
  if (!found[0]?.there) return;
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  await client.query('begin');
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { hash, folderMillis } of readMigrationFiles({ migrationsFolder: FOLDER }).slice(0, rows.length))
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  await client.query('drop table migration');
  await client.query('commit');
}
