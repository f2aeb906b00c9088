import { addressOf, CallError } from '@troupe/contract/client';
import { listenAsCreator } from '@troupe/contract/own-conversation';
import type { LiveEvent } from '@troupe/domain/conversation';
import { useEffect, useRef } from 'react';
import { config } from './page-config.ts';
import { accessToken } from './session.ts';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

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

/** Reads one stream to its end. The token travels in a header, which the browser's own EventSource cannot send. */
async function listen(last: { id: string }, signal: AbortSignal, tell: (event: LiveEvent) => void) {
  const token = await accessToken();
  if (!token) throw new CallError(401, {}, 'Nobody is signed in.');
  const query = last.id ? { lastEventId: last.id } : {};
  const answer = await fetch(config.apiUrl + addressOf(listenAsCreator, { query }), {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal,
  });
  if (!answer.ok || !answer.body) throw new CallError(answer.status, {}, 'The stream was refused.');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
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

/** Hears what happens while the screen is open, and goes on where it stopped after a lost connection. */
export function useLiveEvents(tell: (event: LiveEvent) => void): void {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    const abort = new AbortController();
    const last = { id: '' };
    let wait = FIRST_WAIT;
    let timer: ReturnType<typeof setTimeout>;
    const go = async () => {
      try {
        await listen(last, abort.signal, (event) => {
          wait = FIRST_WAIT;
          latest.current(event);
        });
      } catch (error) {
        if (abort.signal.aborted || (error instanceof CallError && error.status === 401)) return;
        wait = Math.min(wait * 2, LONGEST_WAIT);
      }
      if (!abort.signal.aborted) timer = setTimeout(go, wait);
    };
    void go();
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
}
