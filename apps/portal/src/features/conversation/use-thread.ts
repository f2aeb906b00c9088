import { CallError } from '@troupe/contract/client';
import { isBeginning } from '@troupe/contract/live-client';
import { listOwnMessages, readOwnMessages, sendOwnMessage } from '@troupe/contract/own-conversation';
import type { Message } from '@troupe/domain/conversation';
import { useVisible } from '@troupe/ui/hooks';
import { onReconnect } from '@troupe/ui/lib/connection';
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

/** That somebody is writing is told so often at most. */
const TYPING_EVERY_MS = 3000;

/** Refused for what the message is, so that sending it again would not help. */
const neverTaken = (error: unknown): boolean =>
  error instanceof CallError && [402, 403, 404, 409, 413, 422].includes(error.status);

/** The conversation of one opt-in, live; `onNews` hears when anything else of it changed. */
export function useThread(optInId: string, subject: string, onNews: () => void) {
  const [messages, setMessages] = useState<Message[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [notSent, setNotSent] = useState<string | null>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const draft = useDraft<Kept>(`${subject}.messages.${optInId}`, { text: '', attachments: [], leaving: [] });
  const seen = useRef(0);
  const newestKnown = useRef(0);
  const toldTyping = useRef(0);

  const take = useCallback((found: readonly Message[]) => {
    newestKnown.current = Math.max(newestKnown.current, ...found.map(({ number }) => number));
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
        const first = Math.min(...answer.messages.map(({ number }) => number));
        // More was written meanwhile than comes at once: what stands here would have a gap.
        const gap = !query.before && answer.messages.length > 0 && first > newestKnown.current + 1;
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
      if (message?.kind !== 'event') setTyping(null);
      if (message && message.number <= newestKnown.current + 1) take([message]);
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
        if (neverTaken(error)) {
          const typed = [text, latest().text].filter(Boolean).join('\n');
          const files = [...one.attachments, ...latest().attachments];
          change({ leaving: without(one), text: typed, attachments: files }, '');
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
    toldTyping.current = 0;
    change({ text: '', attachments: [], leaving: [...leaving, one] }, '');
    await deliver();
  };

  // What was on its way when the page went or the connection was lost.
  useEffect(() => {
    const again = () => void deliver();
    again();
    return onReconnect(again);
  }, [deliver]);

  return {
    ...{ messages, hasMore, failure, notSent, typing, draft, send, deliver, tellTyping },
    loadEarlier: () => load({ before: messages?.[0]?.number ?? 1 }),
    retry: () => load({}),
  };
}
