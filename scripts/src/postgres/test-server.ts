import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../folders.ts';
import { refusedPort } from '../processes/ports.ts';
import { identify, portIsFree } from '../processes/processes.ts';
import { type EmbeddedServer, removeEmbedded, startEmbedded } from './postgres.ts';
import { carefree } from './postgres-settings.ts';

const folder = path.join(root, '.troupe', 'test');

/** The folder of this test run; runs beside each other have their own. */
export const testFolder = path.join(folder, String(process.pid));

/** A file system in memory, on Linux. */
const memory = '/dev/shm';
/** What clusters there are called, followed by the process of their run. */
const inMemory = 'troupe-test-';
/** Bytes that must be free for a cluster in memory; a full run fills less than 1 GB. */
const neededMemory = 4 * 1024 ** 3;

/** Where Debian keeps the oldest server that is supported. */
const oldest = '/usr/lib/postgresql/15/bin';

/** A server for tests. */
export interface TestServer extends EmbeddedServer {
  /** Address of a database by the server's Unix socket where it has one: tests use a tenth less processor time by it. */
  socketUrlOf(database: string): string;
}

/**
 * A database server for tests: empty, quick, and gone afterwards.
 * @param programs of an installed server, instead of the included one
 */
export async function startTestServer(programs?: string): Promise<TestServer> {
  const port = await freeTestPort();
  const name = programs ? 'oldest-database' : 'database';
  const dataDir = path.join(testFolder, name);
  const clusterIn = folderInMemory(name);
  const extra = clusterIn ? { ...carefree, unix_socket_directories: clusterIn } : carefree;
  const server = await startEmbedded({ dataDir, port, extra, programs, clusterIn });
  const socketUrlOf = (database: string): string => {
    const url = server.urlOf(database);
    return clusterIn ? url.replace('@127.0.0.1:', `@${encodeURIComponent(clusterIn)}:`) : url;
  };
  return { ...server, socketUrlOf };
}

/**
 * Returns a folder in memory for a cluster, where there is room. Each test file clones a database of nearly 900 files;
 * creating and deleting them on a disk takes ten times the processor time.
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

/** The programs of PostgreSQL 15, the oldest that is supported, where it is installed. */
export function findOldest(): string | undefined {
  return existsSync(path.join(oldest, 'postgres')) ? oldest : undefined;
}

/** A base whose ports are all free. */
export async function freePortBase(needed: (base: number) => number[]): Promise<number> {
  for (;;) {
    const base = 10_000 + Math.floor(Math.random() * 900) * 20;
    if (refusedPort(base) !== undefined) continue;
    const free = await Promise.all(needed(base).map((port) => portIsFree(port)));
    if (free.every(Boolean)) return base;
  }
}

/** Ends the servers and deletes the folders of this run and of runs that were killed. */
export async function clearTestFolders(): Promise<void> {
  const runs = existsSync(folder) ? readdirSync(folder) : [];
  for (const run of runs) {
    if (Number(run) !== process.pid && identify(Number(run)) !== undefined) continue;
    for (const dataDir of readdirSync(path.join(folder, run)))
      await removeEmbedded(path.join(folder, run, dataDir));
    rmSync(path.join(folder, run), { recursive: true, force: true });
  }
  // Of a run that was killed nothing else may be left: its checkout may be gone.
  const clusters = existsSync(memory) ? readdirSync(memory).filter((name) => name.startsWith(inMemory)) : [];
  for (const name of clusters) {
    const pid = Number.parseInt(name.slice(inMemory.length), 10);
    if (pid !== process.pid && identify(pid) === undefined)
      rmSync(path.join(memory, name), { recursive: true, force: true });
  }
}

/** A free port for a test's database server, below the ports that the system hands out by itself. */
export async function freeTestPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 9_000);
    if (await portIsFree(port)) return port;
  }
}
