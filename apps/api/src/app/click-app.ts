import { createServer, type ServerResponse } from 'node:http';
import { connectionTimes } from '@troupe/server/http';
import { createLogger } from '@troupe/server/log';
import { stopAll } from '@troupe/server/stopping';
import { clicks } from '../modules/affiliate/clicks.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { Listener } from '../platform/listen.ts';

const STOP_MS = 10_000;

/**
 * Starts a process that only answers creators' links (`TROUPE_ROLES=clicks`), and the health checks. It starts without
 * the database too, and answers 503 until it has read the links once.
 */
export async function startClickApp(config: Config) {
  const log = createLogger('clicks', config.LOG_LEVEL);
  const listener = new Listener(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, log);
  const links = clicks(config, systemClock, log, listener);

  const server = createServer(connectionTimes(), (request, response) => {
    if (links.handle(request, response)) return;
    const path = request.url?.split('?')[0];
    if (path === '/healthz') answer(response, 200, { status: 'ok' });
    // Redirects need no database: one that is away must not take this process out of the balancer.
    else if (path === '/readyz') answer(response, links.isReady() ? 200 : 503, { ready: links.isReady() });
    else answer(response, path?.startsWith('/r/') ? 421 : 404, { code: 'not_found' });
  });

  // A database that is away is tried again until it is back.
  await listener.start().catch((error) => log.warn({ err: error }, 'listen'));
  await links.start();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  return {
    config,
    log,
    stop: () =>
      stopAll(log, [
        ['requests', () => close(server)],
        ['clicks', () => links.stop()],
        ['listener', () => listener.stop()],
      ]),
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** Finishes open requests and closes idle connections; busy ones are cut off. */
function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
  });
}
