import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request received by an endpoint. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A test endpoint. */
export interface TestEndpoint {
  url: string;
  received: Received[];
  /** Sets the response to future requests. */
  answer(status: number, body?: string, headers?: Record<string, string>): void;
  /** Leaves requests unanswered. */
  hang(): void;
  stop(): Promise<void>;
}

export async function startEndpoint(): Promise<TestEndpoint> {
  const received: Received[] = [];
  let answer: { status: number; body: string; headers: Record<string, string> } | null = {
    status: 200,
    body: 'ok',
    headers: {},
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      });
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer(status, body = '', headers = {}) {
      answer = { status, body, headers };
    },
    hang() {
      answer = null;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
