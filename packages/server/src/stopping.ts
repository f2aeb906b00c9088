import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from './log.ts';

/** Default time for each step to stop; jobs alone may take up to 10 s. */
const PATIENCE_MS = 15_000;

const POLL_MS = 50;

/**
 * Closes a server after its pending responses. `close` only ends connections idle at that moment: those with a
 * response in progress would stay open until the keep-alive timeout, over a minute.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const each = setInterval(() => server.server.closeIdleConnections(), POLL_MS);
  try {
    await server.close();
  } finally {
    clearInterval(each);
  }
}

/**
 * Stops components sequentially. Logs and abandons those that don't stop in time: a process asked to stop must
 * stop.
 */
export async function stopAll(
  log: Pick<Logger, 'error'>,
  steps: readonly (readonly [name: string, end: () => Promise<unknown>])[],
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const [name, end] of steps) {
    const patience = new AbortController();
    const late = sleep(patienceMs, 'late', { signal: patience.signal, ref: false });
    try {
      if ((await Promise.race([end(), late])) === 'late') log.error({ step: name }, 'did not stop in time');
    } finally {
      patience.abort();
      late.catch(() => {});
    }
  }
}
