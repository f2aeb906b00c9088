import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../../scripts/src/postgres/test-pgbouncer.ts', import.meta.url));

/** PgBouncer in transaction mode, in front of a test's database. */
export interface TestPgbouncer {
  url: string;
  version: string;
  /** Whether it keeps prepared statements apart by client. */
  prepares: boolean;
  stop(): Promise<void>;
}

/** Starts PgBouncer; null where it isn't installed. */
export async function startTestPgbouncer(databaseUrl: string): Promise<TestPgbouncer | null> {
  const child = spawn(process.execPath, [PROGRAM, databaseUrl], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const { value, done } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (done) throw new Error('PgBouncer did not start');
  const { url, version, prepares } = JSON.parse(value) as Partial<Omit<TestPgbouncer, 'stop'>>;
  if (url === undefined) return null;
  return {
    url,
    version: version ?? '',
    prepares: prepares ?? false,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
