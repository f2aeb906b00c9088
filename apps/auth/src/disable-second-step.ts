import { findAccountByEmail } from './accounts/accounts.ts';
import { openDatabase } from './database.ts';
import { disableSecondStep } from './proofs/second-step.ts';

// node apps/auth/src/disable-second-step.ts EMAIL
const [, , email] = process.argv;
const url = process.env.DATABASE_URL;
if (!url || !email) {
  console.error('Set DATABASE_URL to the database of the login host, and name the email of the account.');
  process.exit(1);
}
const db = openDatabase(url);
try {
  const account = await findAccountByEmail(db, email.trim().toLowerCase());
  if (!account) throw new Error(`${email} has no account.`);
  await disableSecondStep(db, account.id);
  console.log(`Two-step login is off for ${account.email}. The owner is notified by email.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.end();
}
