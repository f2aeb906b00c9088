import {
  createLiveEvents,
  type LiveListener,
  requestStream,
  useLiveEventsOf,
} from '@troupe/browser/live-events';
import { addressOf } from '@troupe/contract/client';
import { listenToBrand } from '@troupe/contract/inbox/conversation';
import { actingHeaders } from './brand/acting.ts';
import { flagHeaders } from './brand/flags.ts';
import { config } from './config.ts';
import { accessToken, replacementFor } from './session/session.ts';

const listen = createLiveEvents(async (brandId, lastEventId, signal, tell) => {
  const answer = await requestStream({
    url: config.apiUrl + addressOf(listenToBrand, { params: { brandId } }),
    tokens: { accessToken, replacementFor },
    headers: { ...actingHeaders(), ...flagHeaders() },
    lastEventId,
    signal,
  });
  // Removed from the team meanwhile: reading the brand again shows the refusal. With a payment past due the brand
  // itself says so.
  const type = { 402: 'brand' as const, 403: 'reset' as const }[answer.status];
  if (type) tell({ id: '', type, campaignId: null, optInId: null, data: {} });
  return answer;
});

/** Hears what happens in a brand while the component is on the page. */
export const useLiveEvents = (brandId: string, listener: LiveListener): void =>
  useLiveEventsOf(listen, brandId, listener);
