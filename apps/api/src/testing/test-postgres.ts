import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../../scripts/src/postgres/test-postgres.ts', import.meta.url));

/** A PostgreSQL server for one test. */
export interface TestPostgres {
  url: string;
  /** Kills its main process with kill -9, like a crash. */
  kill(): void;
  /** Shuts it down; connections fail until `start`. */
  halt(): Promise<void>;
  /** Restarts it on the same port and data; resolves once it accepts connections. */
  start(): Promise<void>;
  /** Starts a streaming replica of it, or starts that again after `halt`. */
  replica(): Promise<TestReplica>;
  /** Stops and deletes it, with its replica. */
  remove(): Promise<void>;
}

/** A replica of a test's server. */
export interface TestReplica {
  url: string;
  /** Shuts it down; connections fail until it is started again. */
  halt(): Promise<void>;
}

/** Starts a server. Call `remove` in `afterAll`. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("the test's database server exited early");
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
    async replica() {
      const { url = '' } = await ask('replica');
      return {
        url,
        async halt() {
          await ask('stop replica');
        },
      };
    },
    async remove() {
      child.stdin.end();
      await ended;
    },
  };
}
