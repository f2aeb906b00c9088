import { CallError } from '@troupe/contract/client';
import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useEffect, useEffectEvent } from 'react';
import type { Tokens } from './session-tokens.ts';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
/** The server sends something every 25 s; a stream silent for this long is dead. */
const SILENT_MS = 60_000;
/** Retrying won't help. */
const REFUSED = [401, 403, 404];

/** Parses one block of a stream; null for comments and incomplete events. */
export function eventOf(block: string): LiveEvent | null {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n');
  try {
    return data ? (JSON.parse(data) as LiveEvent) : null;
  } catch {
    return null;
  }
}

/** Whether an event only marks the start of the stream: earlier events may have been missed. */
export const isBeginning = ({ type, data }: LiveEvent): boolean => type === 'reset' && data.started === true;

export interface StreamRequest {
  /** URL of the stream. */
  url: string;
  tokens: Pick<Tokens, 'accessToken' | 'replacementFor'>;
  /** The event to resume after; empty for a new stream. */
  lastEventId: string;
  headers?: Record<string, string>;
  signal: AbortSignal;
}

/**
 * Opens an event stream as the logged-in user: the browser's EventSource can't send a token. A rejected token
 * is replaced once.
 */
export async function requestStream(request: StreamRequest): Promise<Response> {
  const { url, tokens, lastEventId, headers, signal } = request;
  const token = await tokens.accessToken();
  if (!token) throw new CallError(401, {}, 'Not signed in.');
  const send = (bearer: string) =>
    fetch(url, {
      headers: {
        authorization: `Bearer ${bearer}`,
        accept: 'text/event-stream',
        ...headers,
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
      signal,
    });
  const answer = await send(token);
  if (answer.status !== 401) return answer;
  const replacement = await tokens.replacementFor(token);
  return replacement ? send(replacement) : answer;
}

export interface LiveClientOptions {
  /** Requests the stream, resuming after an event; empty for a new stream. */
  ask: (lastEventId: string, signal: AbortSignal) => Promise<Response>;
  tell: (event: LiveEvent) => void;
  /** Calls back when the network is back, to reconnect immediately; returns an unsubscribe function. */
  back?: (now: () => void) => () => void;
}

/**
 * Keeps an event stream open and resumes it after a lost connection. Gives up if it is rejected (401, 403,
 * 404), either as a {@link CallError} of `ask` or by the response.
 * @returns a function that closes it
 */
export function keepListening({ ask, tell, back }: LiveClientOptions): () => void {
  let ended = false;
  /** Aborts the current request. */
  let line = new AbortController();
  let last = '';
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout>;
  let alarm: ReturnType<typeof setTimeout>;
  let resting = false;
  const heard = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => line.abort(), SILENT_MS);
  };

  /** Reads one stream to its end. */
  async function listen(): Promise<void> {
    line = new AbortController();
    heard();
    const answer = await ask(last, line.signal);
    if (!answer.ok || !answer.body) throw new CallError(answer.status, {}, 'Stream rejected.');
    if (!last) tell({ id: '', type: 'reset', campaignId: null, optInId: null, data: { started: true } });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    // The body of an aborted request would wait forever.
    line.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}));
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done || line.signal.aborted) return;
      heard();
      wait = FIRST_WAIT;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        last = /^id: ?(.+)$/m.exec(block)?.[1] ?? last;
        const event = eventOf(block);
        if (event) tell(event);
      }
    }
  }

  const go = async () => {
    resting = false;
    try {
      await listen();
    } catch (error) {
      if (ended || (error instanceof CallError && REFUSED.includes(error.status))) return;
      wait = Math.min(wait * 2, LONGEST_WAIT);
    } finally {
      clearTimeout(alarm);
    }
    // Add jitter, so that not everyone reconnects at once after a restart.
    if (ended) return;
    resting = true;
    timer = setTimeout(go, wait * (0.5 + Math.random()));
  };
  void go();
  const stopWaking = back?.(() => {
    if (ended) return;
    wait = FIRST_WAIT;
    clearTimeout(timer);
    // The previous connection is dead.
    if (resting) void go();
    else line.abort();
  });
  return () => {
    ended = true;
    stopWaking?.();
    clearTimeout(timer);
    clearTimeout(alarm);
    line.abort();
  };
}

export type LiveListener = (event: LiveEvent) => void;

/**
 * Creates the app's live events: one stream per tab, shared by all listeners.
 * @param ask requests the stream of a channel, such as a brand; `tell` injects events from elsewhere
 */
export function createLiveEvents(
  ask: (channel: string, lastEventId: string, signal: AbortSignal, tell: LiveListener) => Promise<Response>,
) {
  const listeners = new Set<LiveListener>();
  /** The tab's stream and its number of users. */
  let open: { channel: string; holders: number; close: () => void } | null = null;

  const tell: LiveListener = (event) => {
    for (const listener of listeners) listener(event);
  };

  /** Opens the stream of a channel, or joins the open one. Returns a function that leaves it. */
  function hold(channel: string): () => void {
    if (open?.channel !== channel) {
      open?.close();
      const close = keepListening({
        ask: (last, signal) => ask(channel, last, signal, tell),
        tell,
        back: onReconnect,
      });
      open = { channel, holders: 0, close };
    }
    const mine = open;
    mine.holders += 1;
    return () => {
      mine.holders -= 1;
      if (mine.holders > 0) return;
      mine.close();
      if (open === mine) open = null;
    };
  }

  /** Subscribes to the events of a channel. Returns an unsubscribe function. */
  return (channel: string, listener: LiveListener): (() => void) => {
    listeners.add(listener);
    const letGo = hold(channel);
    return () => {
      listeners.delete(listener);
      letGo();
    };
  };
}

/**
 * Listens to a channel while the component is mounted.
 * @param listen from `createLiveEvents`
 */
export function useLiveEventsOf(
  listen: ReturnType<typeof createLiveEvents>,
  channel: string,
  listener: LiveListener,
): void {
  const hear = useEffectEvent(listener);
  useEffect(() => listen(channel, (event) => hear(event)), [listen, channel]);
}
