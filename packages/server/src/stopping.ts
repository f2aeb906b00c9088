import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from './log.ts';

/** What runs here is given this long to end, unless told otherwise; jobs take up to 10 s by themselves. */
const PATIENCE_MS = 15_000;

const LOOK_EVERY_MS = 50;

/**
 * Closes a server once what it was asked is answered. Whoever asks keeps the connection for more, and closing ends only
 * those that rest at that moment: one whose answer is under way would hold everything up for more than a minute after
 * it, until nobody has asked for so long.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const each = setInterval(() => server.server.closeIdleConnections(), LOOK_EVERY_MS);
  try {
    await server.close();
  } finally {
    clearInterval(each);
  }
}

/**
 * Ends what runs, one after the other. What does not end in time is named in the log and left behind: a process that
 * was asked to stop must.
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
