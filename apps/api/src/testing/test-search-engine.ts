import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(
  new URL('../../../../scripts/src/discovery/test-search-engine.ts', import.meta.url),
);

/** A search engine of three nodes for one test. */
export interface TestSearchEngine {
  urls: string[];
  /** Kills a node with kill -9, like a power failure. */
  kill(node: number): Promise<void>;
  /** Starts a killed node again, with its data. */
  restart(node: number): Promise<void>;
  /** Stops it. */
  stop(): Promise<void>;
}

/** Starts a search engine; returns what is missing where it can't run. Call `stop` in `afterAll`. */
export async function startTestSearchEngine(): Promise<TestSearchEngine | string> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("the test's search engine exited early");
    return JSON.parse(value) as { urls?: string[]; missing?: string };
  };
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  const { urls, missing } = await ask('start');
  if (!urls) {
    await stop();
    return missing ?? 'it has no nodes';
  }
  return {
    urls,
    kill: async (node) => void (await ask(`kill ${node}`)),
    restart: async (node) => void (await ask(`restart ${node}`)),
    stop,
  };
}
