import { fileURLToPath } from 'node:url';
import { applyMigrations, migrateAlone } from '@troupe/server/migrate';

const FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));
const LOCK = 7_201_534_119;

/** Brings a database of the login host to the newest schema. Two at once take turns. */
export const migrate = (connectionString: string): Promise<void> =>
  migrateAlone(connectionString, LOCK, (client) => applyMigrations(client, FOLDER));
