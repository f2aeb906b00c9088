import { CallError } from '@troupe/contract/client';
import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useEffect, useEffectEvent } from 'react';
import type { Tokens } from './session-tokens.ts';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
/** The server says something every 25 s: a line that is silent for so long is dead, though nobody was told. */
const SILENT_MS = 60_000;
/** Asking again would not help. */
const REFUSED = [401, 403, 404];

/** The event in one block of a stream; comments and half ones give nothing. */
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

/** Whether an event only says that the stream has begun: what happened just before may have been missed. */
export const isBeginning = ({ type, data }: LiveEvent): boolean => type === 'reset' && data.begun === true;

export interface StreamRequest {
  /** URL of the stream. */
  url: string;
  tokens: Pick<Tokens, 'accessToken' | 'replacementFor'>;
  /** The event to go on after; empty for a stream that begins. */
  lastEventId: string;
  headers?: Record<string, string>;
  signal: AbortSignal;
}

/**
 * Requests a stream of events as the signed-in person: the browser's own EventSource can't send a token. A token that
 * the API rejects is replaced once.
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
  /** Asks for the stream, to go on after an event; empty for a stream that begins. */
  ask: (lastEventId: string, signal: AbortSignal) => Promise<Response>;
  tell: (event: LiveEvent) => void;
  /** Calls back when a lost connection is back, so that nobody waits for the next try; gives the way to stop. */
  back?: (now: () => void) => () => void;
}

/**
 * Keeps a stream of events going, and goes on where it stopped after a lost connection. Gives up where it is refused
 * (401, 403, 404), as a {@link CallError} of `ask` or by the answer. @returns how to end it
 */
export function keepListening({ ask, tell, back }: LiveClientOptions): () => void {
  let ended = false;
  /** The one request that is under way. */
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
    if (!answer.ok || !answer.body) throw new CallError(answer.status, {}, 'The stream was refused.');
    if (!last) tell({ id: '', type: 'reset', campaignId: null, optInId: null, data: { begun: true } });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    // A body that is not of the request that is given up would go on waiting.
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
    // Not all at once, after a restart that cut everybody off.
    if (ended) return;
    resting = true;
    timer = setTimeout(go, wait * (0.5 + Math.random()));
  };
  void go();
  const stopWaking = back?.(() => {
    if (ended) return;
    wait = FIRST_WAIT;
    clearTimeout(timer);
    // The line of before is dead, though nobody was told.
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
 * Makes the live events of an app: one stream per tab serves all who listen.
 * @param ask requests the stream of a channel, such as a brand; `tell` passes events on that no stream brought
 */
export function createLiveEvents(
  ask: (channel: string, lastEventId: string, signal: AbortSignal, tell: LiveListener) => Promise<Response>,
) {
  const listeners = new Set<LiveListener>();
  /** The stream of this tab, and how many parts of the page need it. */
  let open: { channel: string; holders: number; close: () => void } | null = null;

  const tell: LiveListener = (event) => {
    for (const listener of listeners) listener(event);
  };

  /** Opens the stream of a channel, or joins the open one. Returns a function that lets go of it. */
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

  /** Passes the events of a channel on. Returns a function that stops it. */
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
 * Hears what happens in a channel while the component is on the page.
 * @param listen made by `createLiveEvents`
 */
export function useLiveEventsOf(
  listen: ReturnType<typeof createLiveEvents>,
  channel: string,
  listener: LiveListener,
): void {
  const hear = useEffectEvent(listener);
  useEffect(() => listen(channel, (event) => hear(event)), [listen, channel]);
}
