import type { Message } from '@troupe/domain/inbox/conversation';
import { hasGap, mergeMessages } from '@troupe/domain/inbox/conversation-thread';
import { useCallback, useEffect, useRef, useState } from 'react';

interface MessagePage {
  messages: readonly Message[];
  hasMore: boolean;
}

/** Which messages to load: those before a number, or the newest. */
export interface MessageQuery {
  before?: number;
}

/**
 * The messages of one conversation, oldest first, without gaps.
 * @param read loads a page; keep it stable between renders
 */
export function useMessages(read: (query: MessageQuery) => Promise<MessagePage>) {
  // Null until loaded.
  const [messages, setMessages] = useState<Message[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const newestKnown = useRef(0);

  /** Adds messages that were sent or received. */
  const take = useCallback((found: readonly Message[]) => {
    newestKnown.current = Math.max(newestKnown.current, ...found.map(({ number }) => number));
    setMessages((now) => mergeMessages(now ?? [], found));
  }, []);

  const load = useCallback(
    async (query: MessageQuery = {}) => {
      setError(null);
      setLoading(true);
      try {
        const page = await read(query);
        const gap = query.before === undefined && hasGap(page.messages, newestKnown.current);
        if (gap) setMessages([]);
        if (gap || query.before !== undefined || newestKnown.current === 0) setHasMore(page.hasMore);
        take(page.messages);
      } catch (failure) {
        setError(failure);
      }
      setLoading(false);
    },
    [read, take],
  );

  useEffect(() => {
    void load();
  }, [load]);

  /** Whether a live message directly follows the known ones; otherwise reload. */
  const follows = useCallback(({ number }: Message) => number <= newestKnown.current + 1, []);

  return { messages, setMessages, hasMore, loading, error, take, load, follows };
}
