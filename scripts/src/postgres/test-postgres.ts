import path from 'node:path';
import { createInterface } from 'node:readline';
import { removeEmbedded, startEmbedded } from './postgres.ts';
import { carefree } from './postgres-settings.ts';
import { freeTestPort, testFolder } from './test-server.ts';

/**
 * A PostgreSQL server of one test's own, which the test may kill. Lines on standard input drive it: `start` (also
 * after a kill), `stop`; each is answered by one line of JSON, `{ url, pid }`. The end of the input removes it.
 */
const dataDir = path.join(testFolder, 'own-database');
const port = await freeTestPort();
let stop: (() => Promise<void>) | undefined;

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'stop') {
    await stop?.();
    console.log('{}');
  } else {
    // A crash must lose nothing here, so commits reach the disk.
    const extra = { ...carefree, fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
    const server = await startEmbedded({ dataDir, port, extra });
    stop = server.stop;
    console.log(JSON.stringify({ url: server.urlOf('postgres'), pid: server.process.pid }));
  }
}
await stop?.();
await removeEmbedded(dataDir);
