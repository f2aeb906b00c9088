import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../failure.ts';
import { prepareDataDir } from '../folders.ts';
import { allProcesses, end, folderOf, identify, lives, portIsFree, taken } from '../processes/processes.ts';
import { withClient } from './databases.ts';
import { type Place, preparePlace, readNote, secretOf } from './postgres-files.ts';
import { asConfiguration, type Settings, settingsFor } from './postgres-settings.ts';

/** A PostgreSQL server run by this machine for one instance. */
export type EmbeddedServer = {
  port: number;
  /** Its main process. */
  process: { pid: number; identity: string };
  /** Whether it was already running, left by a killed start command. */
  adopted: boolean;
  /** The superuser's password, from which other passwords are derived. */
  secret: string;
  /** Returns the superuser's URL of a database. */
  urlOf(database: string): string;
  /** Closes connections, flushes data and stops. */
  stop(): Promise<void>;
};

const superuser = 'postgres';
const configuration = 'troupe.conf';
/** How long a killed server may take to be gone. */
const DYING_MS = 5000;

/**
 * Starts the server of a data folder, or takes over the one running there. Creates the cluster on
 * first use: UTF-8, sorted by code point, passwords (SCRAM) for all connections.
 *
 * @param wanted.extra settings that replace the defaults
 * @param wanted.programs folder with an installed server's programs to use instead of the included
 * ones
 * @param wanted.clusterIn folder for a new cluster; the data folder links to it and is deleted with
 * it
 * @throws Failure in one line: port in use, disk full, folder not writable, server doesn't start
 */
export async function startEmbedded(wanted: {
  dataDir: string;
  port: number;
  extra?: Settings;
  programs?: string;
  clusterIn?: string;
}): Promise<EmbeddedServer> {
  prepareDataDir(wanted.dataDir);
  const place = preparePlace(wanted.dataDir, wanted.programs);
  const secret = secretOf(place);
  const left = findServer(place);
  if (left && left.port === wanted.port && (await isServing(place, left, secret)))
    return server(place, left.process, wanted.port, secret, true);
  if (left) await stop(left.process);
  await clearAway(place);
  if (!(await portIsFree(wanted.port))) throw taken(wanted.port, 'the database');
  if (!existsSync(place.cluster)) await makeCluster(place, wanted.clusterIn);
  configure(place, { ...settingsFor(wanted.port), ...wanted.extra });
  await bringUp(place, wanted.port);
  const started = findServer(place);
  if (!started)
    throw new Failure(`The database ended right after its start. Its last words: ${lastOutput(place)}`);
  return server(place, started.process, wanted.port, secret, false);
}

/** Stops the server of a data folder, if running, and deletes all its files. */
export async function removeEmbedded(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  // Stopping doesn't depend on the programs, so none are located.
  const place = preparePlace(dataDir, '');
  const running = findServer(place);
  if (running) await stop(running.process);
  const elsewhere = linkOf(place.cluster);
  if (elsewhere) rmSync(path.dirname(elsewhere), { recursive: true, force: true });
  rmSync(place.outermost, { recursive: true, force: true });
}

const urlOf = (port: number, secret: string, database: string): string =>
  `postgres://${superuser}:${secret}@127.0.0.1:${port}/${database}`;

function server(
  place: Place,
  process: { pid: number; identity: string },
  port: number,
  secret: string,
  adopted: boolean,
): EmbeddedServer {
  return {
    port,
    process,
    adopted,
    secret,
    urlOf: (database) => urlOf(port, secret, database),
    stop: async () => {
      // It may have been restarted since; what matters is which process uses the cluster now.
      const running = findServer(place);
      if (running) await stop(running.process);
    },
  };
}

/** Returns the last telling line of the log of a data folder's server. */
export const lastWordsOf = (dataDir: string): string => lastOutput(preparePlace(dataDir, ''));

/** The server using the cluster, from its pid file (`postmaster.pid`). */
function findServer(place: Place): { process: { pid: number; identity: string }; port: number } | undefined {
  const note = readNote(place.cluster);
  const pid = Number(note[0]);
  const identity = identify(pid);
  // The process id may have been reused: only the server works in the cluster's folder.
  if (identity === undefined || folderOf(pid) !== realpathSync(place.cluster)) return undefined;
  return { process: { pid, identity }, port: Number(note[3]) };
}

/** Whether a server found running keeps running: one that was just killed still looks alive for a moment. */
async function isServing(
  place: Place,
  { process, port }: { process: { pid: number; identity: string }; port: number },
  secret: string,
): Promise<boolean> {
  await untilReady(place, process);
  const answers = await withClient(urlOf(port, secret, 'postgres'), async () => {}).then(
    () => true,
    // A refusal is an answer too, for instance of a server without free connections.
    (error: Error) => error instanceof pg.DatabaseError,
  );
  const deadline = Date.now() + DYING_MS;
  while (!answers && lives(process) && Date.now() < deadline) await sleep(25);
  return lives(process);
}

async function untilReady(place: Place, process: { pid: number; identity: string }): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (readNote(place.cluster)[7]?.trim() !== 'ready') {
    if (!lives(process))
      throw new Failure('The database that ran here ended while it was starting. Start again.');
    if (Date.now() > deadline) throw new Failure(`The database did not become ready: ${lastOutput(place)}`);
    await sleep(25);
  }
}

/** Fast shutdown: closes connections without losing committed data. */
async function stop(process: { pid: number; identity: string }): Promise<void> {
  await end([process], { signal: 'SIGINT', patience: 60_000 });
}

/** After kill -9: removes the stale pid file and remaining worker processes. */
async function clearAway(place: Place): Promise<void> {
  if (!existsSync(place.cluster)) return;
  const cluster = realpathSync(place.cluster);
  const workers = () =>
    allProcesses()
      .filter((pid) => folderOf(pid) === cluster)
      .flatMap((pid) => ({ pid, identity: identify(pid) ?? '' }));
  const deadline = Date.now() + 3_000;
  while (workers().length > 0 && Date.now() < deadline) await sleep(25);
  await end(workers(), { signal: 'SIGQUIT', patience: 1_000 });
  rmSync(path.join(place.cluster, 'postmaster.pid'), { force: true });
}

/** Returns the target of a link, or undefined. */
function linkOf(file: string): string | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined;
}

async function makeCluster(place: Place, clusterIn = place.folder): Promise<void> {
  const cluster = path.join(clusterIn, 'cluster');
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  if (clusterIn !== place.folder) {
    mkdirSync(clusterIn, { mode: 0o700 });
    if (place.account) chownSync(clusterIn, place.account.uid, place.account.gid);
    // A link may outlive its target, for example after a reboot.
    rmSync(place.cluster, { force: true });
  }
  const common = [
    ...['-D', draft, '-U', superuser, '--auth=scram-sha-256', `--pwfile=${place.secret}`],
    // Only its account reaches a socket in that folder; the password costs a third of connecting.
    ...(clusterIn === place.folder ? [] : ['--auth-local=trust']),
  ];
  const unicode = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--lc-collate=C',
    // Each connection repeats the iterations; a random secret doesn't need them.
    '--set=scram_iterations=1',
  ];
  const attempts = [
    // Trigrams of non-ASCII words depend on the locale's character classes; a minimal machine may
    // only have C.
    ...['C.UTF-8', 'C'].map((letters) => [...common, ...unicode, `--lc-ctype=${letters}`, '--locale=C']),
    // Servers before 17 have no built-in character classes.
    [...common, '--encoding=UTF8', '--locale=C.UTF-8'],
  ];
  let said = '';
  for (const words of attempts) {
    const outcome = await runProgram(place, 'initdb', [...words, '--no-instructions']);
    said = outcome.said;
    if (outcome.code === 0) {
      appendFileSync(path.join(draft, 'postgresql.conf'), `\ninclude '${configuration}'\n`);
      renameSync(draft, cluster);
      if (cluster !== place.cluster) symlinkSync(cluster, place.cluster);
      return;
    }
    rmSync(draft, { recursive: true, force: true });
  }
  throw new Failure(`The database could not be made in ${place.folder}: ${lastLine(said)}`);
}

function configure(place: Place, settings: Settings): void {
  const file = path.join(place.cluster, configuration);
  writeFileSync(file, asConfiguration(settings), { mode: 0o600 });
  if (place.account) chownSync(file, place.account.uid, place.account.gid);
}

async function bringUp(place: Place, port: number): Promise<void> {
  if (existsSync(place.log) && statSync(place.log).size > 5_000_000) rmSync(place.log);
  const words = ['start', '-w', '-t', '60', '-s', '-D', place.cluster, '-l', place.log];
  const deadline = Date.now() + 10_000;
  while ((await runProgram(place, 'pg_ctl', words)).code !== 0) {
    const said = lastOutput(place);
    if (/Address already in use/.test(said)) throw taken(port, 'the database');
    if (/No space left/.test(said)) {
      throw new Failure(`The disk of ${place.folder} is full. Free some space and start again.`);
    }
    // A killed server's shared memory is released only after its last worker has exited.
    if (!/shared memory block|lock file/.test(said) || Date.now() > deadline) {
      throw new Failure(`The database does not start: ${said} (all of it: ${place.log})`);
    }
    await sleep(200);
  }
}

function lastOutput(place: Place): string {
  const lines = existsSync(place.log) ? readFileSync(place.log, 'utf8').trim().split('\n').slice(-12) : [];
  const telling = lines.filter((line) => /FATAL|PANIC|ERROR/.test(line)).at(-1);
  return (telling ?? lines.at(-1) ?? 'it said nothing').trim();
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** Runs one of the server's programs under its account, without the person's PG* variables. */
function runProgram(place: Place, name: string, words: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve, reject) => {
    // The server inherits standard output; a pipe would stay open as long as it runs.
    const daemon = name === 'pg_ctl';
    const child = spawn(path.join(place.bin, name), words, {
      ...place.account,
      cwd: place.folder,
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', daemon ? 'ignore' : 'pipe', daemon ? 'ignore' : 'pipe'],
    });
    let said = '';
    child.stdout?.on('data', (part) => (said += part));
    child.stderr?.on('data', (part) => (said += part));
    child.on('error', (error) =>
      reject(new Failure(`The database program ${name} cannot run: ${error.message}`)),
    );
    child.on('close', (code) => resolve({ code: code ?? 1, said }));
  });
}
