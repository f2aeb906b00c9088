import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
const LOCK = 7_401_001;

/** Brings a database to the newest schema, that of the job queue included. Two at once take turns. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'troupe-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
    const boss = new PgBoss({ connectionString, schema: 'pgboss', supervise: false, schedule: false });
    boss.on('error', () => {});
    await boss.start();
    await boss.stop({ graceful: false });
  } finally {
    await client.end();
  }
}
