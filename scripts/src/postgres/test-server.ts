import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../folders.ts';
import { refusedPort } from '../processes/ports.ts';
import { identify, portIsFree } from '../processes/processes.ts';
import { type EmbeddedServer, removeEmbedded, startEmbedded } from './postgres.ts';
import { carefree } from './postgres-settings.ts';

const folder = path.join(root, '.troupe', 'test');

/** The folder of this test run; concurrent runs have their own. */
export const testFolder = path.join(folder, String(process.pid));

/** Memory file system on Linux. */
const memory = '/dev/shm';
/** Prefix of cluster folders, followed by the process id of the run. */
const inMemory = 'troupe-test-';
/** Free bytes required for a cluster in memory; a full run needs less than 1 GB. */
const neededMemory = 4 * 1024 ** 3;

/** Where Debian installs the oldest supported server. */
const oldest = '/usr/lib/postgresql/15/bin';

/** A database server for tests. */
export interface TestServer extends EmbeddedServer {
  /**
   * Returns a database's URL, with a Unix socket if possible: it saves a tenth of the tests'
   * processor time.
   */
  socketUrlOf(database: string): string;
}

/**
 * An empty, fast database server for tests, deleted afterwards.
 * @param name names its folders; servers of a run that exist at the same time differ in it
 * @param programs of an installed server to use instead of the included one
 */
export async function startTestServer(name: string, programs?: string): Promise<TestServer> {
  const port = await freeTestPort();
  const dataDir = path.join(testFolder, name);
  const clusterIn = folderInMemory(name);
  const extra = {
    ...carefree,
    // Reads of data in memory don't need workers. Servers before 18 have none.
    ...(programs ? {} : { io_method: 'sync' }),
    ...(clusterIn && { unix_socket_directories: clusterIn }),
  };
  const server = await startEmbedded({ dataDir, port, extra, programs, clusterIn });
  const socketUrlOf = (database: string): string => {
    const url = server.urlOf(database);
    return clusterIn ? url.replace('@127.0.0.1:', `@${encodeURIComponent(clusterIn)}:`) : url;
  };
  return { ...server, socketUrlOf };
}

/**
 * Returns a folder in memory for a cluster if there is room. Each test file clones a database of
 * nearly 900 files, which takes ten times the processor time on disk.
 */
function folderInMemory(name: string): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, process.availableMemory()) < neededMemory) return undefined;
  } catch {
    return undefined;
  }
  return path.join(memory, `${inMemory}${process.pid}-${name}`);
}

/** The programs of PostgreSQL 15, the oldest supported version, if installed. */
export function findOldest(): string | undefined {
  return existsSync(path.join(oldest, 'postgres')) ? oldest : undefined;
}

/** Returns a base port whose ports are all free. */
export async function freePortBase(needed: (base: number) => number[]): Promise<number> {
  for (;;) {
    const base = 10_000 + Math.floor(Math.random() * 900) * 20;
    if (refusedPort(base) !== undefined) continue;
    const free = await Promise.all(needed(base).map((port) => portIsFree(port)));
    if (free.every(Boolean)) return base;
  }
}

/** Stops the servers and deletes the folders of this run and of killed runs. */
export async function clearTestFolders(): Promise<void> {
  const runs = existsSync(folder) ? readdirSync(folder) : [];
  for (const run of runs) {
    if (Number(run) !== process.pid && identify(Number(run)) !== undefined) continue;
    for (const dataDir of readdirSync(path.join(folder, run)))
      await removeEmbedded(path.join(folder, run, dataDir));
    rmSync(path.join(folder, run), { recursive: true, force: true });
  }
  // A killed run's checkout may be gone, so nothing else identifies it.
  const clusters = existsSync(memory) ? readdirSync(memory).filter((name) => name.startsWith(inMemory)) : [];
  for (const name of clusters) {
    const pid = Number.parseInt(name.slice(inMemory.length), 10);
    if (pid !== process.pid && identify(pid) === undefined)
      rmSync(path.join(memory, name), { recursive: true, force: true });
  }
}

/** Returns a free port for a test's database server, below the ephemeral ports. */
export async function freeTestPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 9_000);
    if (await portIsFree(port)) return port;
  }
}
