import { useSyncExternalStore } from 'react';

/**
 * How the way to the server is:
 * - `offline`: the device has no network
 * - `unreachable`: a call got no answer, and neither did asking whether the server is there
 * - `slow`: something that is read waits longer than {@link SLOW_MS}
 */
export type Connection = 'good' | 'slow' | 'unreachable' | 'offline';

/** Who waits longer than this is told that it is still loading, in milliseconds. */
export const SLOW_MS = 8000;

/** An unreachable server is asked again after so long, then after twice as long each time, at most `most`. */
const PROBE_MS = { first: 2000, most: 15_000 };

let reachable = true;
const waiting = new Set<object>();
const listeners = new Set<() => void>();
const whenBack = new Set<() => void>();
let shown: Connection = 'good';

/** The connection of this moment. */
export const connectionNow = (): Connection => shown;

function look(): void {
  const next = !navigator.onLine
    ? 'offline'
    : !reachable
      ? 'unreachable'
      : waiting.size > 0
        ? 'slow'
        : 'good';
  if (next === shown) return;
  const wasAway = isAway(shown);
  shown = next;
  for (const listener of listeners) listener();
  if (wasAway && !isAway(next)) for (const tell of whenBack) tell();
}

/** Whether nothing gets through. */
export const isAway = (connection: Connection): boolean =>
  connection === 'offline' || connection === 'unreachable';

let probing: string | null = null;
let probeHeaders: () => Record<string, string> = () => ({});
let timer: ReturnType<typeof setTimeout> | undefined;
let asking = false;

/** Asks whether the server is there; a single call that failed on its way says nothing of the next. */
async function probe(wait: number): Promise<void> {
  if (asking || probing === null) return;
  asking = true;
  clearTimeout(timer);
  try {
    // What it answers does not matter.
    await fetch(probing, { cache: 'no-store', headers: probeHeaders() });
    reachable = true;
  } catch {
    reachable = false;
    timer = setTimeout(() => void probe(Math.min(wait * 2, PROBE_MS.most)), wait);
  }
  asking = false;
  look();
}

/**
 * Watches the calls of a client, so that the page can say when the server is away or slow.
 * @param send makes a call
 * @param probeUrl an address of the same server that answers anybody from this origin
 * @param headers headers of that request
 */
export function watched(
  send: typeof fetch,
  probeUrl: string,
  headers: () => Record<string, string> = () => ({}),
): typeof fetch {
  probing = probeUrl;
  probeHeaders = headers;
  return async (input, init) => {
    const mark = {};
    const reads = (init?.method ?? 'GET') === 'GET';
    const late = reads
      ? setTimeout(() => {
          waiting.add(mark);
          look();
        }, SLOW_MS)
      : undefined;
    try {
      const answer = await send(input, init);
      if (!reachable) {
        reachable = true;
        clearTimeout(timer);
      }
      return answer;
    } catch (error) {
      if (!init?.signal?.aborted) void probe(PROBE_MS.first);
      throw error;
    } finally {
      clearTimeout(late);
      waiting.delete(mark);
      look();
    }
  };
}

/** Calls back when the way to the server is open again after it was not; returns the way to stop. */
export function onReconnect(tell: () => void): () => void {
  whenBack.add(tell);
  return () => whenBack.delete(tell);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The connection of this moment, kept up to date. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionNow);
}

if (typeof window !== 'undefined') {
  addEventListener('offline', look);
  addEventListener('online', () => {
    // Behind a network there may still be no way to the server.
    reachable = true;
    look();
  });
  look();
}
