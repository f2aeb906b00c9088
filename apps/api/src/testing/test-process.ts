import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { GENEROUS_LIMITS, type TestApi } from './test-api.ts';

/** The API's entry point: the bundle of this run, or the sources. */
export const API_PROGRAM = process.env.TEST_API_BUNDLE ?? join(import.meta.dirname, '../server.ts');

/** A minimal environment without the configuration of the person running the tests. */
export const bareEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
});

/**
 * Loaded before the code of a test process. Ends the process with its test. On SIGUSR2 it flushes Node's compile
 * cache, which a killed process would never write.
 */
export const TEST_PRELOAD = `data:text/javascript,${encodeURIComponent(
  `import { flushCompileCache } from 'node:module';
  process.on('SIGUSR2', () => flushCompileCache());
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();`,
)}`;

/** A start leaves much garbage. Room for it saves a quarter of the processor time. */
const LESS_COLLECTION = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** The API in a separate process. */
export interface TestProcess {
  child: ChildProcess;
  url: string;
  log(): string;
}

/** Starts it on the database and files of a test, and waits until it responds. */
export async function startTestProcess(
  t: TestApi,
  environment: Record<string, string> = {},
): Promise<TestProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...LESS_COLLECTION, '--import', TEST_PRELOAD, API_PROGRAM], {
    env: {
      ...bareEnvironment(),
      PORT: String(port),
      DATABASE_URL: t.databaseUrl,
      DATABASE_POOL: '4',
      OIDC_ISSUER: t.issuer.url,
      SECRET_KEY: 'a secret for tests only',
      INBOUND_SMTP_PORT: '0',
      FILES_DIR: t.api.config.FILES_DIR,
      ...GENEROUS_LIMITS,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`).catch(() => null))?.status).toBe(200), {
      timeout: 120_000,
      interval: 100,
    });
  } catch (error) {
    // Otherwise nothing would stop it.
    child.kill('SIGKILL');
    throw new Error(`The API did not become ready. Its log: ${log}`, { cause: error });
  }
  child.kill('SIGUSR2');
  return { child, url, log: () => log };
}

/** Ends a process and waits for it; returns its exit code and signal. */
export async function endProcess(
  { child }: TestProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<unknown[]> {
  const ended = once(child, 'exit');
  child.kill(signal);
  return ended;
}

/** Starts processes that a test kills; `killAll` ends those that still run, in `afterAll`. */
export function killableProcesses() {
  const running = new Set<TestProcess>();
  return {
    async start(t: TestApi, environment: Record<string, string>): Promise<TestProcess> {
      const started = await startTestProcess(t, environment);
      running.add(started);
      started.child.once('exit', () => running.delete(started));
      return started;
    },
    killAll(): void {
      for (const { child } of running) child.kill('SIGKILL');
    },
  };
}

/** Returns a free port below the ephemeral range, from which the system could assign it to a connection first. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 29_100 + Math.floor(Math.random() * 3_600);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
