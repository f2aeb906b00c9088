import { readMigrateTo } from '@troupe/server/migrate';
import { migrate } from './database.ts';

/** Migrates the login host's database before its processes start; a host that starts does the same. */
const url = process.env.DATABASE_URL;
if (!url) {
  console.error('DATABASE_URL is missing');
  process.exit(1);
}
try {
  await migrate(url, readMigrateTo(process.argv));
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'OutdatedDatabase') throw error;
  console.error(error.message);
  process.exit(1);
}
