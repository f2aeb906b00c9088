import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createLiveEvents,
  type LiveListener,
  requestStream,
  useLiveEventsOf,
} from '@troupe/browser/live-events';
import { urlOf } from '@troupe/contract/client';
import { listenToBrand } from '@troupe/contract/inbox/conversation';
import { actingHeaders } from './brand/acting.ts';
import { flagHeaders } from './brand/flags.ts';
import { config } from './config.ts';
import { queryKeysFor } from './live-event-keys.ts';
import { accessToken, replacementFor } from './session/session.ts';

const listen = createLiveEvents(async (brandId, lastEventId, signal, tell) => {
  const answer = await requestStream({
    url: config.apiUrl + urlOf(listenToBrand, { params: { brandId } }),
    tokens: { accessToken, replacementFor },
    headers: { ...actingHeaders(), ...flagHeaders() },
    lastEventId,
    signal,
  });
  // If the person was removed from the team, refetching the brand shows the refusal. With a payment past due the brand
  // itself shows it.
  const type = { 402: 'brand' as const, 403: 'reset' as const }[answer.status];
  if (type) tell({ id: '', type, campaignId: null, optInId: null, data: {} });
  return answer;
});

/** Hears what happens in a brand while the component is on the page. */
export const useLiveEvents = (brandId: string, listener: LiveListener): void =>
  useLiveEventsOf(listen, brandId, listener);

/** So many things may happen in a moment that they are asked for together. */
const GATHER_MS = 300;

const waiting = new Map<string, readonly string[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Batches refetches requested by several parts of the page. */
function gather(keys: readonly (readonly string[])[], queryClient: QueryClient): void {
  for (const key of keys) waiting.set(key.join(), key);
  if (keys.length === 0 || timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    const gathered = [...waiting.values()];
    waiting.clear();
    for (const queryKey of gathered) void queryClient.invalidateQueries({ queryKey });
  }, GATHER_MS);
}

/** Brings what is shown of a brand up to date when it changes elsewhere. */
export default function LiveUpdates({ brandId }: { brandId: string }) {
  const queryClient = useQueryClient();
  useLiveEvents(brandId, (event) => gather(queryKeysFor(event), queryClient));
  return null;
}
