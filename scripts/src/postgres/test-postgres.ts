import path from 'node:path';
import { createInterface } from 'node:readline';
import { removeEmbedded, startEmbedded } from './postgres.ts';
import { carefree } from './postgres-settings.ts';
import { freeTestPort, testFolder } from './test-server.ts';

/**
 * A PostgreSQL server for one test, which may kill it. Controlled by lines on standard input:
 * `start` (also after a kill) and `stop`, each answered by a line of JSON, `{ url, pid }`. Deleted
 * when the input ends.
 */
const dataDir = path.join(testFolder, 'own-database');
const port = await freeTestPort();
let stop: (() => Promise<void>) | undefined;

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'stop') {
    await stop?.();
    console.log('{}');
  } else {
    // A crash must lose nothing here, so commits are flushed to disk.
    const extra = { ...carefree, fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
    const server = await startEmbedded({ dataDir, port, extra });
    stop = server.stop;
    console.log(JSON.stringify({ url: server.urlOf('postgres'), pid: server.process.pid }));
  }
}
await stop?.();
await removeEmbedded(dataDir);
