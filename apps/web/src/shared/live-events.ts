import { addressOf, CallError } from '@troupe/contract/client';
import { listenToBrand } from '@troupe/contract/conversation';
import type { LiveEvent } from '@troupe/domain/conversation';
import { useEffect, useRef } from 'react';
import { config } from './config.ts';
import { accessToken, replacementFor } from './session/token.ts';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** The one stream of this tab, and how many parts of the page need it. */
let open: { brandId: string; holders: number; close: () => void } | null = null;

/** The events in one block of a stream; comments and half ones give nothing. */
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

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Whether an event only says that the stream has begun: what happened just before may have been missed. */
export const isBeginning = ({ type, data }: LiveEvent): boolean => type === 'reset' && data.begun === true;

/** Reads one stream to its end. The token travels in a header, which the browser's own EventSource cannot send. */
async function listen(brandId: string, last: { id: string }, signal: AbortSignal, heard: () => void) {
  const token = await accessToken();
  if (!token) throw new CallError(401, {}, 'Nobody is signed in.');
  const ask = (bearer: string) =>
    fetch(config.apiUrl + addressOf(listenToBrand, { params: { brandId } }), {
      headers: {
        authorization: `Bearer ${bearer}`,
        accept: 'text/event-stream',
        ...(last.id ? { 'last-event-id': last.id } : {}),
      },
      signal,
    });
  let answer = await ask(token);
  if (answer.status === 401) {
    const replacement = await replacementFor(token);
    if (replacement) answer = await ask(replacement);
  }
  if (!answer.ok || !answer.body) throw new CallError(answer.status, {}, 'The stream was refused.');
  if (!last.id) tell({ id: '', type: 'reset', campaignId: null, optInId: null, data: { begun: true } });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const id = /^id: ?(.+)$/m.exec(block)?.[1];
      if (id) last.id = id;
      const event = eventOf(block);
      if (event) tell(event);
    }
  }
}

/** Keeps a stream going, and goes on where it stopped after a lost connection. */
function keepListening(brandId: string): () => void {
  const abort = new AbortController();
  const last = { id: '' };
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout>;
  const go = async () => {
    try {
      await listen(brandId, last, abort.signal, () => {
        wait = FIRST_WAIT;
      });
    } catch (error) {
      const refused = error instanceof CallError && [401, 403, 404].includes(error.status);
      if (abort.signal.aborted || refused) return;
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    if (!abort.signal.aborted) timer = setTimeout(go, wait);
  };
  void go();
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}

/** Opens the stream of a brand, or joins the one that is open. @returns the way to let go of it */
function hold(brandId: string): () => void {
  if (open?.brandId !== brandId) {
    open?.close();
    open = { brandId, holders: 0, close: keepListening(brandId) };
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

/** Hears what happens in a brand while this is on the page. One stream serves all who listen. */
export function useLiveEvents(brandId: string, listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const pass: Listener = (event) => latest.current(event);
    listeners.add(pass);
    const letGo = hold(brandId);
    return () => {
      listeners.delete(pass);
      letGo();
    };
  }, [brandId]);
}
