import { listOwnMessages, readOwnMessages, sendOwnMessage } from '@troupe/contract/own-conversation';
import type { Message } from '@troupe/domain/conversation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../shared/client.ts';
import { useDraft } from '../../shared/draft.ts';
import { useLiveEvents } from '../../shared/live-events.ts';
import { errorText } from '../../shared/use-call.ts';

/** A message on its way; the same `clientId` twice is one message. */
export interface Leaving {
  clientId: string;
  text: string;
  attachments: { id: string; name: string }[];
}

/** What is typed or not yet taken by the server is kept in this browser. */
interface Kept {
  text: string;
  attachments: Leaving['attachments'];
  leaving: Leaving[];
}

/** The conversation of one opt-in, live; `onNews` hears when anything else of it changed. */
export function useThread(optInId: string, subject: string, onNews: () => void) {
  const params = { optInId };
  const [messages, setMessages] = useState<Message[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [notSent, setNotSent] = useState<string | null>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const draft = useDraft<Kept>(`${subject}.messages.${optInId}`, { text: '', attachments: [], leaving: [] });
  const seen = useRef(0);

  const take = useCallback((found: readonly Message[]) => {
    setMessages((now) => {
      const all = new Map((now ?? []).map((one) => [one.number, one]));
      for (const one of found) all.set(one.number, one);
      return [...all.values()].sort((one, other) => one.number - other.number);
    });
  }, []);

  const load = useCallback(
    async (query: { before?: number }) => {
      setFailure(null);
      try {
        const answer = await client.call(listOwnMessages, { params: { optInId }, query });
        take(answer.messages);
        setHasMore(answer.hasMore);
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
      onNews();
      return void load({});
    }
    if (event.optInId !== optInId) return;
    if (event.type === 'opt-in' || event.type === 'content') onNews();
    if (event.type === 'message') {
      const { message } = event.data as { message?: Message };
      setTyping(null);
      if (message) take([message]);
      else void load({});
    }
    if (event.type === 'read' && event.data.by === 'brand') {
      const { upTo, at } = event.data as { upTo: number; at: string };
      setMessages(
        (now) =>
          now?.map((one) =>
            one.kind === 'creator' && one.number <= upTo && !one.read ? { ...one, read: at } : one,
          ) ?? null,
      );
    }
    if (event.type === 'typing' && event.data.by === 'brand') setTyping(String(event.data.name ?? ''));
  });

  useEffect(() => {
    if (typing === null) return;
    const wait = setTimeout(() => setTyping(null), 5000);
    return () => clearTimeout(wait);
  }, [typing]);

  const newest = messages?.at(-1)?.number ?? 0;
  useEffect(() => {
    if (newest <= seen.current || document.hidden) return;
    seen.current = newest;
    // A read mark that gets lost is set by the next one.
    client.call(readOwnMessages, { params: { optInId }, body: { upTo: newest } }).catch(() => {});
  }, [newest, optInId]);

  const deliver = async (one: Leaving, left: Kept) => {
    setNotSent(null);
    try {
      const { message } = await client.call(sendOwnMessage, {
        params,
        body: { clientId: one.clientId, text: one.text, attachments: one.attachments.map(({ id }) => id) },
      });
      take([message]);
      draft.change(
        { ...left, leaving: left.leaving.filter(({ clientId }) => clientId !== one.clientId) },
        '',
      );
    } catch (error) {
      setNotSent(errorText(error));
    }
  };

  const send = async () => {
    const { text, attachments, leaving } = draft.value;
    if (!text.trim() && attachments.length === 0) return;
    const one: Leaving = { clientId: crypto.randomUUID(), text: text.trim(), attachments };
    const next: Kept = { text: '', attachments: [], leaving: [...leaving, one] };
    draft.change(next, '');
    await deliver(one, next);
  };

  const sendAgain = async () => {
    const [one] = draft.value.leaving;
    if (one) await deliver(one, draft.value);
  };

  return {
    ...{ messages, hasMore, failure, notSent, typing, draft, send, sendAgain },
    loadEarlier: () => load({ before: messages?.[0]?.number ?? 1 }),
    retry: () => load({}),
  };
}
