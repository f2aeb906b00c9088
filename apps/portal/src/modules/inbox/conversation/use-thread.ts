import {
  createLiveEvents,
  isBeginning,
  type LiveListener,
  requestStream,
  useLiveEventsOf,
} from '@troupe/browser/live-events';
import { type MessageQuery, useMessages } from '@troupe/browser/messages';
import { NOTHING_WRITTEN, type OutboxOptions, useOutbox, type Written } from '@troupe/browser/outbox';
import { urlOf } from '@troupe/contract/client';
import {
  listenAsCreator,
  listOwnMessages,
  readOwnMessages,
  sendOwnMessage,
} from '@troupe/contract/inbox/own-conversation';
import type { Message } from '@troupe/domain/inbox/conversation';
import { TYPING_INTERVAL_MS, TYPING_MS } from '@troupe/domain/inbox/conversation-limits';
import { markReadUpTo } from '@troupe/domain/inbox/conversation-thread';
import { useTransient, useVisible } from '@troupe/ui/hooks';
import { useCallback, useEffect, useRef } from 'react';
import { client, errorText } from '../../../shared/api.ts';
import { useDraft } from '../../../shared/draft.ts';
import { accessToken, config, replacementFor } from '../../../shared/session.ts';

const listen = createLiveEvents((_channel, lastEventId, signal) =>
  requestStream({
    url: config.apiUrl + urlOf(listenAsCreator, {}),
    tokens: { accessToken, replacementFor },
    lastEventId,
    signal,
  }),
);

/** Hears what happens to the signed-in creator while the component is on the page. */
const useLiveEvents = (listener: LiveListener): void => useLiveEventsOf(listen, 'creator', listener);

/** The conversation of one opt-in, live; `onEvent` hears when anything else of it changed. */
export function useThread(optInId: string, onEvent: () => void) {
  const [typing, setTyping, forgetTyping] = useTransient<string>(TYPING_MS);
  // Drafts and unsent messages are kept in this browser.
  const draft = useDraft<Written>(`messages.${optInId}`, NOTHING_WRITTEN);
  const seen = useRef(0);
  const toldTyping = useRef(0);
  const read = useCallback(
    (query: MessageQuery) => client.call(listOwnMessages, { params: { optInId }, query }),
    [optInId],
  );
  const { messages, setMessages, hasMore, error, take, load, follows } = useMessages(read);

  useLiveEvents((event) => {
    if (event.type === 'reset') {
      if (!isBeginning(event)) onEvent();
      return void load();
    }
    if (event.optInId !== optInId) return;
    if (event.type === 'opt-in' || event.type === 'content') onEvent();
    if (event.type === 'message') {
      const { message } = event.data as { message?: Message };
      if (message?.kind !== 'event') forgetTyping();
      if (message && follows(message)) take([message]);
      else void load();
    }
    if (event.type === 'read' && event.data.by === 'brand') {
      const { upTo, at } = event.data as { upTo: number; at: string };
      setMessages((now) => now && markReadUpTo(now, 'creator', upTo, at));
    }
    if (event.type === 'typing' && event.data.by === 'brand') setTyping(String(event.data.name ?? ''));
  });

  const newest = messages?.at(-1)?.number ?? 0;
  const visible = useVisible();
  useEffect(() => {
    if (newest <= seen.current || !visible) return;
    seen.current = newest;
    // A read mark that gets lost is set by the next one.
    client.call(readOwnMessages, { params: { optInId }, body: { upTo: newest } }).catch(() => {
      seen.current = 0;
    });
  }, [newest, visible, optInId]);

  /** Shows the brand that the creator is typing. */
  const sendTyping = () => {
    if (Date.now() - toldTyping.current < TYPING_INTERVAL_MS) return;
    toldTyping.current = Date.now();
    const body = { upTo: seen.current, typing: true };
    client.call(readOwnMessages, { params: { optInId }, body }).catch(() => {});
  };

  const post: OutboxOptions['post'] = useCallback(
    async ({ clientId, text, attachments }) => {
      const body = { clientId, text, attachments: attachments.map(({ id }) => id) };
      const { message } = await client.call(sendOwnMessage, { params: { optInId }, body });
      take([message]);
    },
    [optInId, take],
  );
  const outbox = useOutbox(draft, post);
  const send = () => {
    toldTyping.current = 0;
    void outbox.send();
  };

  return {
    messages,
    hasMore,
    failure: error === null ? null : errorText(error),
    typing,
    draft,
    outbox,
    send,
    sendTyping,
    notSent: outbox.failure === null ? null : errorText(outbox.failure),
    loadEarlier: () => load({ before: messages?.[0]?.number ?? 1 }),
    retry: () => load(),
  };
}
