import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../failure.ts';

/** An installed PgBouncer. */
export type PgbouncerProgram = {
  program: string;
  version: string;
  /** Whether it keeps prepared statements apart by client, which it does from 1.21 on. */
  prepares: boolean;
};

/** A running PgBouncer in front of one server. */
export type Pgbouncer = {
  pid: number;
  /** Returns the URL of a server's database through the pooler. */
  urlOf(databaseUrl: string): string;
  runs(): boolean;
  /** Ends it at once, as a crash does. Returns false if it had already ended. */
  crash(): Promise<boolean>;
  stop(): Promise<void>;
};

const CANDIDATES = ['pgbouncer', '/usr/sbin/pgbouncer'];

/** Finds PgBouncer: the program in `PGBOUNCER`, else the installed one; undefined if there is none. */
export function findPgbouncer(): PgbouncerProgram | undefined {
  const { PGBOUNCER: chosen } = process.env;
  for (const program of chosen ? [chosen] : CANDIDATES) {
    const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    const [, version = '', major, minor] = /PgBouncer ((\d+)\.(\d+)[.\d]*)/.exec(stdout ?? '') ?? [];
    if (status === 0 && version)
      return { program, version, prepares: Number(major) > 1 || Number(minor) >= 21 };
  }
  return undefined;
}

/**
 * Starts PgBouncer in transaction mode, and waits until it answers.
 * @param wanted.serverUrl a database of the server, with the account that every client uses
 * @param wanted.serverConnections how many connections it opens to a database at most
 */
export async function startPgbouncer(
  { program, prepares }: PgbouncerProgram,
  wanted: { serverUrl: string; port: number; serverConnections: number },
): Promise<Pgbouncer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-pgbouncer-'));
  const server = new URL(wanted.serverUrl);
  const [user, password] = [server.username, server.password].map(decodeURIComponent);
  const lines = [
    '[databases]',
    `* = host=${decodeURIComponent(server.hostname)} port=${server.port || 5432}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${wanted.port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${path.join(folder, 'users')}`,
    'pool_mode = transaction',
    'max_client_conn = 2000',
    `default_pool_size = ${wanted.serverConnections}`,
    // A server that was restarted is asked again at once.
    'server_login_retry = 1',
    ...(prepares ? ['max_prepared_statements = 500'] : []),
  ];
  const settings = path.join(folder, 'pgbouncer.ini');
  writeFileSync(settings, `${lines.join('\n')}\n`);
  writeFileSync(path.join(folder, 'users'), `"${user}" "${password}"\n`);
  const account = unprivileged();
  if (account)
    for (const file of ['', 'pgbouncer.ini', 'users']) chownSync(path.join(folder, file), ...account);
  const child = spawn(program, ['-q', settings], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account && { uid: account[0], gid: account[1] }),
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said = `${said}${part}`.slice(-2000)));
  const urlOf = (databaseUrl: string) =>
    Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${wanted.port}` }).href;
  const runs = () => child.exitCode === null && child.signalCode === null;
  const crash = async () => {
    const ran = runs();
    if (ran) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
    return ran;
  };
  const stop = async () => {
    if (runs()) {
      child.kill('SIGINT');
      await Promise.race([once(child, 'exit'), sleep(5000).then(() => child.kill('SIGKILL'))]);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilAnswering(urlOf(wanted.serverUrl), child, () => said);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: Number(child.pid), urlOf, runs, crash, stop };
}

/** PgBouncer refuses to run as root. */
function unprivileged(): [uid: number, gid: number] | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) =>
    Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout) || 65_534;
  return [idOf('-u'), idOf('-g')];
}

async function untilAnswering(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Failure(`PgBouncer ended: ${said()}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch {
      await sleep(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Failure(`PgBouncer does not answer: ${said()}`);
}
