import { openDatabase } from './database.ts';
import { rotateKeys } from './keys.ts';

// node apps/auth/src/rotate-keys.ts [--now]
const url = process.env.DATABASE_URL;
if (!url) {
  console.error('Set DATABASE_URL to the database of the login host.');
  process.exit(1);
}
const db = openDatabase(url);
try {
  const { kid, activeFrom } = await rotateKeys(db, { now: process.argv.includes('--now') });
  console.log(`Key ${kid} is published and signs from ${activeFrom.toISOString()}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.end();
}
