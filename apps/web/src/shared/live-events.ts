import { addressOf, CallError } from '@troupe/contract/client';
import { listenToBrand } from '@troupe/contract/inbox/conversation';
import { keepListening, requestStream } from '@troupe/contract/live-client';
import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useEffect, useEffectEvent } from 'react';
import { actingHeaders } from './brand/acting.ts';
import { flagHeaders } from './brand/flags.ts';
import { config } from './config.ts';
import { accessToken, replacementFor } from './session/token.ts';

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** The one stream of this tab, and how many parts of the page need it. */
let open: { brandId: string; holders: number; close: () => void } | null = null;

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

async function ask(brandId: string, lastEventId: string, signal: AbortSignal): Promise<Response> {
  const token = await accessToken();
  if (!token) throw new CallError(401, {}, 'Not signed in.');
  const address = config.apiUrl + addressOf(listenToBrand, { params: { brandId } });
  const askWith = (bearer: string) =>
    requestStream({
      address,
      token: bearer,
      lastEventId,
      headers: { ...actingHeaders(), ...flagHeaders() },
      signal,
    });
  let answer = await askWith(token);
  if (answer.status === 401) {
    const replacement = await replacementFor(token);
    if (replacement) answer = await askWith(replacement);
  }
  // Taken out of the team meanwhile: what is shown of the brand is asked for anew, and refused. With a payment past
  // due the brand itself says so.
  const anew = { 402: 'brand' as const, 403: 'reset' as const }[answer.status];
  if (anew) tell({ id: '', type: anew, campaignId: null, optInId: null, data: {} });
  return answer;
}

/** Opens the stream of a brand, or joins the one that is open. @returns the way to let go of it */
function hold(brandId: string): () => void {
  if (open?.brandId !== brandId) {
    open?.close();
    const close = keepListening({
      ask: (last, signal) => ask(brandId, last, signal),
      tell,
      back: onReconnect,
    });
    open = { brandId, holders: 0, close };
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
  const hear = useEffectEvent(listener);
  useEffect(() => {
    const pass: Listener = (event) => hear(event);
    listeners.add(pass);
    const letGo = hold(brandId);
    return () => {
      listeners.delete(pass);
      letGo();
    };
  }, [brandId]);
}
