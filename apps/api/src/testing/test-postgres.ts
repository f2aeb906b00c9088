import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../../scripts/src/postgres/test-postgres.ts', import.meta.url));

/** A PostgreSQL server of a test's own. */
export interface TestPostgres {
  url: string;
  /** Ends its first process at once, as a crash does (kill -9). */
  kill(): void;
  /** Shuts it down; connections are refused until `start`. */
  halt(): Promise<void>;
  /** Starts it again on the same port with the same data; resolves once it takes connections. */
  start(): Promise<void>;
  /** Ends and removes it. */
  remove(): Promise<void>;
}

/** Starts one. Call `remove` in `afterAll`. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('The database server of the test ended early.');
    return JSON.parse(value) as { url?: string; pid?: number };
  };
  const first = await ask('start');
  let pid = first.pid ?? 0;
  return {
    url: first.url ?? '',
    kill: () => void process.kill(pid, 'SIGKILL'),
    async halt() {
      await ask('stop');
    },
    async start() {
      pid = (await ask('start')).pid ?? 0;
    },
    async remove() {
      child.stdin.end();
      await ended;
    },
  };
}
