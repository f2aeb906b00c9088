import { useSyncExternalStore } from 'react';

/**
 * State of the connection to the server:
 * - `offline`: the device has no network
 * - `unreachable`: a call and a probe of the server got no response
 * - `slow`: a read takes longer than {@link SLOW_MS}
 */
export type Connection = 'good' | 'slow' | 'unreachable' | 'offline';

/** After this many milliseconds, a read counts as slow. */
export const SLOW_MS = 8000;

/** An unreachable server is probed after this time, doubling up to `most`. */
const PROBE_MS = { first: 2000, most: 15_000 };

let reachable = true;
const waiting = new Set<object>();
const listeners = new Set<() => void>();
const whenBack = new Set<() => void>();
let shown: Connection = 'good';

/** Returns the current state. */
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

/** Whether calls can't succeed. */
export const isAway = (connection: Connection): boolean =>
  connection === 'offline' || connection === 'unreachable';

let probing: string | null = null;
let probeHeaders: () => Record<string, string> = () => ({});
let timer: ReturnType<typeof setTimeout> | undefined;
let asking = false;

/** Probes the server; a single failed call may not mean anything. */
async function probe(wait: number): Promise<void> {
  if (asking || probing === null) return;
  asking = true;
  clearTimeout(timer);
  try {
    // Any response will do.
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
 * Watches a client's calls, so that the page can show an unreachable or slow server.
 * @param send sends a call
 * @param probeUrl a URL of the same server that responds to anyone from this origin
 * @param headers headers of the probe
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

/** Calls back when the server is reachable again; returns an unsubscribe function. */
export function onReconnect(tell: () => void): () => void {
  whenBack.add(tell);
  return () => whenBack.delete(tell);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current state, updated on change. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionNow);
}

if (typeof window !== 'undefined') {
  addEventListener('offline', look);
  addEventListener('online', () => {
    // The network is back, but the server may still be unreachable.
    reachable = true;
    look();
  });
  look();
}
