import {
  createLiveEvents,
  type LiveListener,
  requestStream,
  useLiveEventsOf,
} from '@troupe/browser/live-events';
import { addressOf } from '@troupe/contract/client';
import { listenAsCreator } from '@troupe/contract/inbox/own-conversation';
import { config } from './config.ts';
import { accessToken, replacementFor } from './session.ts';

const listen = createLiveEvents((_channel, lastEventId, signal) =>
  requestStream({
    url: config.apiUrl + addressOf(listenAsCreator, {}),
    tokens: { accessToken, replacementFor },
    lastEventId,
    signal,
  }),
);

/** Hears what happens to the signed-in creator while the component is on the page. */
export const useLiveEvents = (listener: LiveListener): void => useLiveEventsOf(listen, 'creator', listener);
