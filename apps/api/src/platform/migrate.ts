import { fileURLToPath } from 'node:url';
import { applyMigrations, migrateAlone } from '@troupe/server/migrate';
import { PgBoss } from 'pg-boss';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
const LOCK = 7_401_001;

/**
 * Migrates a database to the current schema, including the job queue. Concurrent calls are serialized.
 * @param until leaves out migrations newer than this time in milliseconds
 */
export async function migrate(connectionString: string, until?: number): Promise<void> {
  await migrateAlone(connectionString, LOCK, async (client) => {
    await applyMigrations(client, FOLDER, until);
    const boss = new PgBoss({ connectionString, schema: 'pgboss', supervise: false, schedule: false });
    boss.on('error', () => {});
    await boss.start();
    await boss.stop({ graceful: false });
  });
}
