import { Agent, request } from 'node:http';

/** Sends requests over keep-alive connections. */
export class Client {
  readonly #agent: Agent;
  readonly #base: string;
  readonly #token: string;

  constructor(base: string, token: string, connections = 1) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#base = base;
    this.#token = token;
  }

  /** Returns the body; throws unless the status is 2xx. */
  send(path: string, method = 'GET', body?: { type: string; content: Buffer }): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers: Record<string, string> = {
        authorization: `Bearer ${this.#token}`,
        ...(body ? { 'content-type': body.type, 'content-length': String(body.content.length) } : {}),
      };
      const sent = request(`${this.#base}${path}`, { method, agent: this.#agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const status = response.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(text);
          else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`));
        });
      });
      sent.on('error', reject);
      sent.end(body?.content);
    });
  }

  /** Sends a request and returns its duration in milliseconds. */
  async time(path: string): Promise<number> {
    const startedAt = performance.now();
    await this.send(path);
    return performance.now() - startedAt;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Returns a percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns the requests per second of these clients. */
export async function throughput(
  clients: number,
  milliseconds: number,
  work: (client: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  let answered = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() - startedAt < milliseconds) {
        await work(client);
        answered++;
      }
    }),
  );
  return (answered / (performance.now() - startedAt)) * 1000;
}

/** Pseudorandom numbers between 0 and 1 with a fixed seed. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
