import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from '../api.ts';
import { Client, throughput } from '../load.ts';
import { serversOf, watchProcessor } from '../processor.ts';

/**
 * Processor time per response in milliseconds, user and system, of the host and of PostgreSQL, and the size of a
 * response in bytes.
 */
export interface Cost {
  host: number;
  database: number;
  bytes: number;
}

/** Requests per second of the API and a minimal handler, with processor time. */
export interface AgainstBare {
  api: number;
  bare: number;
  ratio: number;
  clients: number;
  apiCost: Cost;
  bareCost: Cost;
}

/** A request of a measurement. */
export interface BenchRequest {
  address: string;
  method?: 'GET' | 'POST' | 'PUT';
  body?: object;
}

/** Requests sent to both. */
export interface Work {
  /** The n-th request. */
  ask: (n: number) => BenchRequest;
  /** Checks that both return the same; throws otherwise. */
  same: (api: unknown, bare: unknown) => void;
}

/** The API under test, and the context of the minimal handler. */
export interface Sides {
  api: ApiProcess;
  token: string;
  databaseUrl: string;
  /** URL of the minimal handler. */
  port: number;
}

const CLIENTS = 32;
const ROUNDS = 5;
const ROUND_MS = 2500;
/** How many responses are compared. */
const SAME = 10;

/** Sends the same requests to the API and a minimal handler, alternating. */
export async function againstBare(options: Sides & Work): Promise<AgainstBare> {
  const bareProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'bare.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      PORT: String(options.port),
      NODE_ENV: 'production',
    },
  });
  const api = new Side(new Client(options.api.url, options.token, CLIENTS), options.api.pid, options);
  const bareUrl = `http://127.0.0.1:${options.port}`;
  const bare = new Side(new Client(bareUrl, options.token, CLIENTS), Number(bareProcess.pid), options);
  try {
    await bare.untilAnswers(bareProcess);
    for (let n = 0; n < SAME; n++) options.same(await api.read(n), await bare.read(n));
    await api.run(1500);
    await bare.run(1500);
    api.forget();
    bare.forget();
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // The order alternates too.
      const [first, second] = round % 2 === 0 ? [api, bare] : [bare, api];
      await first.run(ROUND_MS);
      await second.run(ROUND_MS);
      ratios.push((api.rates.at(-1) ?? 0) / (bare.rates.at(-1) ?? 1));
    }
    return {
      api: median(api.rates),
      bare: median(bare.rates),
      ratio: median(ratios),
      clients: CLIENTS,
      apiCost: api.cost,
      bareCost: bare.cost,
    };
  } finally {
    api.client.close();
    bare.client.close();
    bareProcess.kill();
  }
}

/** One of the two hosts and its measurements. */
class Side {
  readonly client: Client;
  rates: number[] = [];
  readonly #pid: number;
  readonly #work: Work & { databaseUrl: string };
  #asked = 0;
  #answered = 0;
  #host = 0;
  #database = 0;
  #bytes = 0;

  constructor(client: Client, pid: number, work: Work & { databaseUrl: string }) {
    this.client = client;
    this.#pid = pid;
    this.#work = work;
  }

  /** Sends the n-th request and returns the body. */
  send(n: number): Promise<string> {
    const { address, method = 'GET', body } = this.#work.ask(n);
    const content = body && { type: 'application/json', content: Buffer.from(JSON.stringify(body)) };
    return this.client.send(address, method, content);
  }

  /** Returns the response to the n-th request, and adds its size to the measurements. */
  async read(n: number): Promise<unknown> {
    const text = await this.send(n);
    this.#bytes += Buffer.byteLength(text) / SAME;
    return JSON.parse(text);
  }

  async run(milliseconds: number): Promise<void> {
    const host = watchProcessor([this.#pid]);
    const database = watchProcessor(serversOf(this.#work.databaseUrl));
    const asked = this.#asked;
    this.rates.push(await throughput(CLIENTS, milliseconds, () => this.send(this.#asked++)));
    this.#answered += this.#asked - asked;
    this.#host += host();
    this.#database += database();
  }

  /** Cost of a response. */
  get cost(): Cost {
    return {
      host: this.#host / this.#answered,
      database: this.#database / this.#answered,
      bytes: this.#bytes,
    };
  }

  /** Resets the measurements after warming up. */
  forget(): void {
    this.rates = [];
    this.#answered = this.#host = this.#database = 0;
  }

  async untilAnswers(child: ChildProcess): Promise<void> {
    for (let waited = 0; waited < 100; waited++) {
      if (child.exitCode !== null) break;
      if (await this.send(0).catch(() => null)) return;
      await sleep(100);
    }
    throw new Error('The bare handler does not answer');
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
