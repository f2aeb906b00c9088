import { once } from 'node:events';
import { findPgbouncer, startPgbouncer } from './pgbouncer.ts';
import { freeTestPort } from './test-server.ts';

/**
 * PgBouncer in transaction mode for one test, in front of the database whose URL is the argument. Says a line of JSON,
 * `{ url, version, prepares }`, or `{}` where it isn't installed. Stops when the input ends.
 */
const [serverUrl = ''] = process.argv.slice(2);
const found = findPgbouncer();
if (found) {
  const port = await freeTestPort();
  const pooler = await startPgbouncer(found, { serverUrl, port, serverConnections: 6 });
  const { version, prepares } = found;
  console.log(JSON.stringify({ url: pooler.urlOf(serverUrl), version, prepares }));
  process.stdin.resume();
  await once(process.stdin, 'close');
  await pooler.stop();
} else console.log('{}');
