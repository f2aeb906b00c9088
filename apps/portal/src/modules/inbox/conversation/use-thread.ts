import { isBeginning } from '@troupe/browser/live-events';
import { createOutbox, NOTHING_WRITTEN, type Written } from '@troupe/browser/outbox';
import { listOwnMessages, readOwnMessages, sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import type { Message } from '@troupe/domain/inbox/conversation';
import { TYPING_EVERY_MS, TYPING_MS } from '@troupe/domain/inbox/conversation-limits';
import { leavesGap, readUpTo, withMessages } from '@troupe/domain/inbox/conversation-thread';
import { useVisible } from '@troupe/ui/hooks';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useFleeting } from '@troupe/ui/use-fleeting';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../../../shared/client.ts';
import { useDraft } from '../../../shared/draft.ts';
import { useLiveEvents } from '../../../shared/live-events.ts';
import { errorText } from '../../../shared/use-call.ts';

/** The conversation of one opt-in, live; `onNews` hears when anything else of it changed. */
export function useThread(optInId: string, subject: string, onNews: () => void) {
  const [messages, setMessages] = useState<Message[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [notSent, setNotSent] = useState<unknown>(null);
  const [typing, setTyping, forgetTyping] = useFleeting<string>(TYPING_MS);
  // What is typed or not yet taken by the server is kept in this browser.
  const draft = useDraft<Written>(`${subject}.messages.${optInId}`, NOTHING_WRITTEN);
  const seen = useRef(0);
  const newestKnown = useRef(0);
  const toldTyping = useRef(0);

  const take = useCallback((found: readonly Message[]) => {
    newestKnown.current = Math.max(newestKnown.current, ...found.map(({ number }) => number));
    setMessages((now) => withMessages(now ?? [], found));
  }, []);

  const load = useCallback(
    async (query: { before?: number }) => {
      setFailure(null);
      try {
        const answer = await client.call(listOwnMessages, { params: { optInId }, query });
        const gap = query.before === undefined && leavesGap(answer.messages, newestKnown.current);
        if (gap) setMessages([]);
        if (gap || query.before !== undefined || newestKnown.current === 0) setHasMore(answer.hasMore);
        take(answer.messages);
      } catch (error) {
        setFailure(errorText(error));
      }
    },
    [optInId, take],
  );

  useEffect(() => {
    void load({});
  }, [load]);

  useLiveEvents((event) => {
    if (event.type === 'reset') {
      if (!isBeginning(event)) onNews();
      return void load({});
    }
    if (event.optInId !== optInId) return;
    if (event.type === 'opt-in' || event.type === 'content') onNews();
    if (event.type === 'message') {
      const { message } = event.data as { message?: Message };
      if (message?.kind !== 'event') forgetTyping();
      if (message && message.number <= newestKnown.current + 1) take([message]);
      else void load({});
    }
    if (event.type === 'read' && event.data.by === 'brand') {
      const { upTo, at } = event.data as { upTo: number; at: string };
      setMessages((now) => now && readUpTo(now, 'creator', upTo, at));
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

  /** Lets the brand see that somebody writes. */
  const tellTyping = () => {
    if (Date.now() - toldTyping.current < TYPING_EVERY_MS) return;
    toldTyping.current = Date.now();
    const body = { upTo: seen.current, typing: true };
    client.call(readOwnMessages, { params: { optInId }, body }).catch(() => {});
  };

  const { latest, change } = draft;
  const outbox = useMemo(
    () =>
      createOutbox({
        latest,
        change: (part) => change(part, ''),
        post: async ({ clientId, text, attachments }) => {
          const body = { clientId, text, attachments: attachments.map(({ id }) => id) };
          const { message } = await client.call(sendOwnMessage, { params: { optInId }, body });
          take([message]);
        },
        tell: ({ failure }) => setNotSent(failure),
      }),
    [optInId, take, latest, change],
  );
  const send = () => {
    toldTyping.current = 0;
    void outbox.send();
  };

  // What was on its way when the page went or the connection was lost.
  useEffect(() => {
    const again = () => void outbox.deliver();
    again();
    return onReconnect(again);
  }, [outbox]);

  return {
    messages,
    hasMore,
    failure,
    typing,
    draft,
    outbox,
    send,
    tellTyping,
    notSent: notSent === null ? null : errorText(notSent),
    loadEarlier: () => load({ before: messages?.[0]?.number ?? 1 }),
    retry: () => load({}),
  };
}
