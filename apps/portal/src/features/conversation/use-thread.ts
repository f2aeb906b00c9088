import { CallError } from '@troupe/contract/client';
import { isBeginning } from '@troupe/contract/live-client';
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
      if (!isBeginning(event)) onNews();
      return void load({});
    }
    if (event.optInId !== optInId) return;
    if (event.type === 'opt-in' || event.type === 'content') onNews();
    if (event.type === 'message') {
      const { message } = event.data as { message?: Message };
      if (message?.kind !== 'event') setTyping(null);
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

  const { latest, change } = draft;
  const delivering = useRef(false);
  // One after the other, so that they arrive in the order they were written.
  const deliver = useCallback(async () => {
    if (delivering.current) return;
    delivering.current = true;
    setNotSent(null);
    const without = (one: Leaving) => latest().leaving.filter(({ clientId }) => clientId !== one.clientId);
    for (let [one] = latest().leaving; one; [one] = latest().leaving) {
      const { clientId, text } = one;
      const attachments = one.attachments.map(({ id }) => id);
      try {
        const body = { clientId, text, attachments };
        const { message } = await client.call(sendOwnMessage, { params: { optInId }, body });
        take([message]);
        change({ leaving: without(one) }, '');
      } catch (error) {
        setNotSent(errorText(error));
        // What the server will never take goes back to where it was written.
        if (error instanceof CallError && [404, 409, 413, 422].includes(error.status)) {
          const typed = [text, latest().text].filter(Boolean).join('\n');
          change({ leaving: without(one), text: typed }, '');
        }
        break;
      }
    }
    delivering.current = false;
  }, [optInId, take, latest, change]);

  const send = async () => {
    const { text, attachments, leaving } = latest();
    if (!text.trim() && attachments.length === 0) return;
    const one: Leaving = { clientId: crypto.randomUUID(), text: text.trim(), attachments };
    change({ text: '', attachments: [], leaving: [...leaving, one] }, '');
    await deliver();
  };

  // What was on its way when the page went or the connection was lost.
  useEffect(() => {
    const again = () => void deliver();
    again();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [deliver]);

  return {
    ...{ messages, hasMore, failure, notSent, typing, draft, send, deliver },
    loadEarlier: () => load({ before: messages?.[0]?.number ?? 1 }),
    retry: () => load({}),
  };
}
