import { fileURLToPath } from 'node:url';
import { applyMigrations, migrateAlone } from '@troupe/server/migrate';
import { PgBoss } from 'pg-boss';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
const LOCK = 7_401_001;

/** Brings a database to the newest schema, that of the job queue included. Two at once take turns. */
export async function migrate(connectionString: string): Promise<void> {
  await migrateAlone(connectionString, LOCK, async (client) => {
    await applyMigrations(client, FOLDER);
    const boss = new PgBoss({ connectionString, schema: 'pgboss', supervise: false, schedule: false });
    boss.on('error', () => {});
    await boss.start();
    await boss.stop({ graceful: false });
  });
}
