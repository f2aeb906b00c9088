import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApi } from '@troupe/scripts/build/build-api';
import { PROCESS_SETTINGS } from '@troupe/scripts/hosts';

const root = path.resolve(import.meta.dirname, '../..');

/** The API as in production, in its own process. */
export interface ApiProcess {
  url: string;
  pid: number;
  /** Its current memory usage in bytes. */
  memory(): number;
  runs(): boolean;
  stop(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): void;
  /** Ends it like `kill`, and waits until its port is free. Returns false if it had already ended. */
  crash(): Promise<boolean>;
}

export interface ApiOptions {
  databaseUrl: string;
  issuer: string;
  port: number;
  filesDir: string;
  webOrigin?: string;
  smtpUrl?: string;
  /** Additional settings. */
  env?: Record<string, string>;
}

export async function startApi(options: ApiOptions): Promise<ApiProcess> {
  const child = spawn(process.execPath, [await buildApi()], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      // As `npm start` does.
      ...PROCESS_SETTINGS,
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      OIDC_ISSUER: options.issuer,
      SECRET_KEY: 'a secret for the bench only',
      INBOUND_SMTP_PORT: '0',
      // Its rates can't be reached from here; the retries would count as work while idle.
      ECB_URL: '',
      HOST: '127.0.0.1',
      PORT: String(options.port),
      FILES_DIR: options.filesDir,
      RATE_LIMIT_PER_MINUTE: '100000000',
      CALLS_PER_USER_PER_MINUTE: '100000000',
      CALLS_PER_BRAND_PER_MINUTE: '100000000',
      NODE_ENV: 'production',
      ...(options.smtpUrl ? { SMTP_URL: options.smtpUrl } : {}),
      ...(options.webOrigin ? { WEB_ORIGIN: options.webOrigin } : {}),
      ...options.env,
    },
  });
  const url = `http://127.0.0.1:${options.port}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await untilReady(`${url}/readyz`, child);
  return {
    url,
    pid: Number(child.pid),
    memory: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    runs: () => !hasEnded(),
    kill: () => void child.kill('SIGKILL'),
    async crash() {
      if (hasEnded()) return false;
      child.kill('SIGKILL');
      await once(child, 'exit');
      return true;
    },
    async stop() {
      if (hasEnded()) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Migrates a database like a start does. */
export async function migrate(databaseUrl: string): Promise<void> {
  const child = spawn(process.execPath, ['apps/api/src/migrate.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The database could not be migrated');
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 1200; waited++) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The API ended at its start');
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error('The API does not get ready');
}
