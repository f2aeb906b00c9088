import path from 'node:path';
import { createInterface } from 'node:readline';
import { type EmbeddedServer, removeEmbedded, startEmbedded } from './postgres.ts';
import { carefree } from './postgres-settings.ts';
import { startReplica } from './replica.ts';
import { freeTestPort, testFolder } from './test-server.ts';

/**
 * A PostgreSQL server for one test, which may kill it, and a replica of it. Controlled by lines on standard input:
 * `start` (also after a kill), `stop`, `replica` and `stop replica`, each answered by a line of JSON, `{ url, pid }`.
 * Deleted when the input ends.
 */
const dataDir = path.join(testFolder, 'own-database');
const replicaDir = path.join(testFolder, 'own-replica');
const port = await freeTestPort();
let replicaPort: number | undefined;
let server: EmbeddedServer | undefined;
let replica: EmbeddedServer | undefined;

// A crash must lose nothing here, so commits are flushed to disk.
const extra = {
  ...carefree,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_keep_size: '256MB',
};

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify((await follow(line)) ?? {}));
await replica?.stop();
await server?.stop();
await removeEmbedded(replicaDir);
await removeEmbedded(dataDir);

async function follow(line: string): Promise<{ url: string; pid: number } | undefined> {
  switch (line) {
    case 'start':
      server = await startEmbedded({ dataDir, port, extra });
      return addressOf(server);
    case 'stop':
      await server?.stop();
      return undefined;
    case 'replica':
      if (!server) throw new Error('start comes first');
      replicaPort ??= await freeTestPort();
      replica = await startReplica({
        of: dataDir,
        primary: server,
        dataDir: replicaDir,
        port: replicaPort,
        extra,
      });
      return addressOf(replica);
    case 'stop replica':
      await replica?.stop();
      return undefined;
    default:
      throw new Error(`unknown: ${line}`);
  }
}

function addressOf({ urlOf, process }: EmbeddedServer): { url: string; pid: number } {
  return { url: urlOf('postgres'), pid: process.pid };
}
