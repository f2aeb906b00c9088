import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received webhook. */
export interface Arrived<Body> {
  at: number;
  headers: IncomingHttpHeaders;
  raw: string;
  body: Body;
}

/** A webhook listener. */
export interface Listener<Body> {
  url: string;
  /** Received webhooks, and the status and delay of responses. */
  hooks: { arrived: Arrived<Body>[]; status: number; waitMs: number };
  /** Waits until the received webhooks match. */
  until(fits: (arrived: Arrived<Body>[]) => boolean): Promise<Arrived<Body>[]>;
  /** Clears the received webhooks and accepts everything immediately again. */
  reset(): void;
  close(): void;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Listens on a free port.
 * @param nameOf label of a webhook in errors
 */
export async function startListener<Body>(nameOf: (one: Arrived<Body>) => unknown): Promise<Listener<Body>> {
  const hooks: Listener<Body>['hooks'] = { arrived: [], status: 200, waitMs: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const raw = Buffer.concat(parts).toString();
      hooks.arrived.push({ at: Date.now(), headers: request.headers, raw, body: JSON.parse(raw) });
      if (hooks.waitMs > 0) await pause(hooks.waitMs);
      response.writeHead(hooks.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    hooks,
    async until(fits) {
      const end = Date.now() + 60_000;
      while (!fits(hooks.arrived)) {
        if (Date.now() > end) throw new Error(`Arrived: ${hooks.arrived.map(nameOf).join(', ')}`);
        await pause(20);
      }
      return hooks.arrived;
    },
    reset() {
      hooks.arrived.length = 0;
      hooks.status = 200;
      hooks.waitMs = 0;
    },
    close: () => server.close(),
  };
}
