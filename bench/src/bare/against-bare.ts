import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, throughput } from '../load.ts';

/** Requests a second of the API and of a handler that does nothing more. */
export interface AgainstBare {
  api: number;
  bare: number;
  ratio: number;
  clients: number;
}

const CLIENTS = 8;
const ROUNDS = 5;
const ROUND_MS = 2500;

/**
 * Has the API and a bare handler answer the same addresses, taking turns.
 * @param program the bare handler's file in this folder
 * @param address the n-th address to ask
 * @param same makes sure that both answer the same; throws when not
 */
export async function againstBare(options: {
  program: string;
  api: string;
  token: string;
  databaseUrl: string;
  port: number;
  address: (n: number) => string;
  same: (api: unknown, bare: unknown) => void;
}): Promise<AgainstBare> {
  const { address } = options;
  const bareProcess = spawn(process.execPath, [path.join(import.meta.dirname, options.program)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      PORT: String(options.port),
      NODE_ENV: 'production',
    },
  });
  const servers = {
    api: new Client(options.api, options.token, CLIENTS),
    bare: new Client(`http://127.0.0.1:${options.port}`, options.token, CLIENTS),
  };
  try {
    await untilAnswers(servers.bare, address(0), bareProcess);
    for (let n = 0; n < 10; n++)
      options.same(
        JSON.parse(await servers.api.send(address(n))),
        JSON.parse(await servers.bare.send(address(n))),
      );
    let n = 0;
    const run = (server: Client, milliseconds: number) =>
      throughput(CLIENTS, milliseconds, () => server.send(address(n++)));
    await run(servers.api, 1500);
    await run(servers.bare, 1500);
    const rounds: { api: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Who begins takes turns as well.
      const first = round % 2 === 0 ? 'api' : 'bare';
      const second = first === 'api' ? 'bare' : 'api';
      const measured = { [first]: await run(servers[first], ROUND_MS), [second]: 0 } as (typeof rounds)[0];
      measured[second] = await run(servers[second], ROUND_MS);
      rounds.push(measured);
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    return {
      api: median(rounds.map(({ api }) => api)),
      bare: median(rounds.map(({ bare }) => bare)),
      ratio: median(rounds.map(({ api, bare }) => api / bare)),
      clients: CLIENTS,
    };
  } finally {
    servers.api.close();
    servers.bare.close();
    bareProcess.kill();
  }
}

async function untilAnswers(client: Client, address: string, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 100; waited++) {
    if (child.exitCode !== null) break;
    const answer = await client.send(address).catch(() => null);
    if (answer) return;
    await sleep(100);
  }
  throw new Error('The bare handler does not answer');
}
