import { openPool } from '../platform/database.ts';
import { fillWorld } from './world.ts';

const { DATABASE_URL, SANDBOX_ORIGIN } = process.env;
if (!DATABASE_URL || !SANDBOX_ORIGIN) {
  console.error('DATABASE_URL and SANDBOX_ORIGIN are needed to fill the demo world');
  process.exit(1);
}
const pool = openPool(DATABASE_URL, 2);
const filled = await fillWorld(pool, { now: new Date(), pictures: SANDBOX_ORIGIN });
await pool.end();
console.log(filled ? 'The demo world is in place' : 'There are people already; the demo world stays out');
