import { openDatabase } from './database.ts';
import { revokeKey, rotateKeys } from './provider/keys.ts';
import { createVault } from './vault.ts';

// node apps/auth/src/rotate-keys.ts [--now | --revoke KID]
const { DATABASE_URL: url, SECRET_KEY: secretKey } = process.env;
if (!url || !secretKey) {
  console.error('Set DATABASE_URL and SECRET_KEY to those of the login host.');
  process.exit(1);
}
const words = process.argv.slice(2);
const revoked = words[words.indexOf('--revoke') + 1];
const db = openDatabase(url);
const vault = createVault(secretKey);
try {
  if (words.includes('--revoke')) {
    if (!revoked || revoked.startsWith('--')) throw new Error('Name the key to revoke: --revoke KID');
    const replacement = await revokeKey(db, vault, revoked);
    console.log(`Key ${revoked} is revoked. Its tokens are refused within seconds.`);
    if (replacement) console.log(`Key ${replacement.kid} is published and signs now.`);
  } else {
    const { kid, activeFrom } = await rotateKeys(db, vault, { now: words.includes('--now') });
    console.log(`Key ${kid} is published and signs from ${activeFrom.toISOString()}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.end();
}
