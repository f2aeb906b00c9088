import { addressOf, CallError } from '@troupe/contract/client';
import { listenAsCreator } from '@troupe/contract/inbox/own-conversation';
import { keepListening, requestStream } from '@troupe/contract/live-client';
import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useEffect, useEffectEvent } from 'react';
import { config } from './page-config.ts';
import { accessToken } from './session.ts';

async function ask(lastEventId: string, signal: AbortSignal): Promise<Response> {
  const token = await accessToken();
  if (!token) throw new CallError(401, {}, 'Not signed in.');
  return requestStream({
    address: config.apiUrl + addressOf(listenAsCreator, {}),
    token,
    lastEventId,
    signal,
  });
}

/** Hears what happens while the screen is open, and goes on where it stopped after a lost connection. */
export function useLiveEvents(tell: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(tell);
  useEffect(() => keepListening({ ask, tell: (event) => hear(event), back: onReconnect }), []);
}
