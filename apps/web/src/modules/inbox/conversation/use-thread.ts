import { useQueryClient } from '@tanstack/react-query';
import { type MessageQuery, useMessages } from '@troupe/browser/messages';
import { NOTHING_WRITTEN, type OutboxOptions, useOutbox as useSending } from '@troupe/browser/outbox';
import { listMessages, readMessages, sendEmail, sendMessage } from '@troupe/contract/inbox/conversation';
import type { Conversation, EmailSide, Message } from '@troupe/domain/inbox/conversation';
import { TYPING_MS } from '@troupe/domain/inbox/conversation-limits';
import { markReadUpTo, mergeMessages } from '@troupe/domain/inbox/conversation-thread';
import { useTransient, useVisible } from '@troupe/ui/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMe } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraftFields } from '../../../shared/draft.ts';
import { useLiveEvents } from '../../../shared/live-updates.tsx';

/** Who is typing: the creator, or another teammate. */
export interface Typing {
  by: 'creator' | 'brand';
  name: string;
}

/** Scheduled messages, the next first: including new ones, excluding sent ones. */
function withScheduled(now: Message[], added: Message[], sent: ReadonlySet<string>): Message[] {
  if (added.length === 0 && !now.some(({ id }) => sent.has(id))) return now;
  const all = new Map([...now, ...added].filter(({ id }) => !sent.has(id)).map((one) => [one.id, one]));
  return [...all.values()].sort((one, other) => (one.sendAt ?? '').localeCompare(other.sendAt ?? ''));
}

/** What decides whether a thread is marked as read; `unread` counts messages of the creator. */
interface Unread {
  brandId: string;
  optInId: string;
  messages: Message[] | null;
  unread: number;
  looked: boolean;
}

/** Marks messages as read once they are on a visible page and `looked` at; `onMarked` gets the newest and the number left. */
function useReadMark(
  { brandId, optInId, messages, unread, looked }: Unread,
  onMarked: (upTo: number, left: number) => void,
): void {
  const queryClient = useQueryClient();
  const markedUpTo = useRef(0);
  const visible = useVisible() && looked;
  const upTo = messages?.at(-1)?.number ?? 0;
  const waits = unread > 0 || messages?.some(({ kind, read }) => kind === 'creator' && !read);
  const marked = useRef(onMarked);
  marked.current = onMarked;
  useEffect(() => {
    if (!visible || !waits || upTo <= markedUpTo.current) return;
    markedUpTo.current = upTo;
    client
      .call(readMessages, { params: { brandId, optInId }, body: { upTo } })
      .then(({ unread: left }) => {
        marked.current(upTo, left);
        void queryClient.invalidateQueries({ queryKey: ['conversation', 'listConversations'] });
        void queryClient.invalidateQueries({ queryKey: ['brand', 'getBrand'] });
      })
      // The next message that is read marks this one too.
      .catch(() => {
        markedUpTo.current = 0;
      });
  }, [visible, waits, upTo, brandId, optInId, queryClient]);
}

/** The conversation about one opt-in, live, with its messages oldest first. */
export function useThread(brandId: string, optInId: string, looked: boolean) {
  const myId = useMe()?.id;
  const [conversation, setConversation] = useState<Conversation | null>(null);
  const [typing, setTyping, forgetTyping] = useTransient<Typing>(TYPING_MS);
  const [scheduled, setScheduled] = useState<Message[]>([]);
  const [email, setEmail] = useState<EmailSide | null>(null);

  const read = useCallback(
    async (query: MessageQuery) => {
      const page = await client.call(listMessages, { params: { brandId, optInId }, query });
      if (query.before === undefined) setScheduled(page.scheduled);
      setConversation(page.conversation);
      if (page.email) setEmail(page.email);
      return page;
    },
    [brandId, optInId],
  );
  const thread = useMessages(read);
  const { messages, setMessages, hasMore, loading, error, load, follows } = thread;
  const takeSent = thread.take;

  const take = useCallback(
    (found: readonly Message[]) => {
      const sent = found.filter(({ number }) => number > 0);
      takeSent(sent);
      const later = found.filter(({ number, sendAt }) => number === 0 && sendAt !== null);
      setScheduled((now) => withScheduled(now, later, new Set(sent.map(({ id }) => id))));
    },
    [takeSent],
  );

  useLiveEvents(brandId, (event) => {
    if (event.type === 'reset') return void load();
    const ofThis =
      event.optInId === optInId ||
      (event.data.conversationId !== undefined &&
        event.data.conversationId === conversation?.id &&
        (event.optInId === null || optInId === conversation.id));
    if (!ofThis) return;
    if (event.type === 'message') {
      const { message } = event.data as { message?: Message };
      if (message) forgetTyping(({ by }) => by === message.kind);
      if (message && follows(message)) take([message]);
      else void load();
    }
    if (event.type === 'opt-in') void load();
    if (event.type === 'read') {
      const { by, upTo, at } = event.data as { by: string; upTo: number; at: string };
      const written = by === 'creator' ? 'brand' : 'creator';
      const isMeant = ({ campaignId }: Message) => campaignId === event.campaignId;
      setMessages((now) => now && mergeMessages(now, markReadUpTo(now.filter(isMeant), written, upTo, at)));
    }
    if (event.type === 'typing' && event.data.userId !== myId)
      setTyping({
        by: event.data.by === 'brand' ? 'brand' : 'creator',
        name: String(event.data.name ?? ''),
      });
  });

  useReadMark({ brandId, optInId, messages, unread: conversation?.unread ?? 0, looked }, (upTo, left) => {
    setMessages((now) => now && markReadUpTo(now, 'creator', upTo, new Date().toISOString()));
    setConversation((now) => now && { ...now, unread: left });
  });

  return {
    conversation,
    email,
    messages: messages ?? [],
    scheduled,
    hasMore,
    loading,
    error,
    typing,
    take,
    setConversation,
    /** A canceled one no longer exists. */
    dropScheduled: (id: string) => setScheduled((now) => now.filter((one) => one.id !== id)),
    loadEarlier: () => {
      const oldest = messages?.[0]?.number;
      if (oldest !== undefined && hasMore && !loading) void load({ before: oldest });
    },
    retry: () => void load(),
  };
}

export type Thread = ReturnType<typeof useThread>;

/**
 * Drafts and outgoing messages of one conversation: drafts survive a reload, and unsent messages stay until the server
 * accepts them. `onSent` is called with each message sent.
 */
export function useOutbox(brandId: string, optInId: string, onSent: (message: Message) => void) {
  const draft = useDraftFields(`conversation.${optInId}`, NOTHING_WRITTEN);
  const post: OutboxOptions['post'] = useCallback(
    async ({ clientId, text, note, email, attachments: files, sendAt = null }) => {
      const params = { brandId, optInId };
      const attachments = files.map(({ id }) => id);
      const { message } = email
        ? await client.call(sendEmail, { params, body: { clientId, text, attachments, ...email } })
        : await client.call(sendMessage, { params, body: { clientId, text, note, sendAt, attachments } });
      onSent(message);
    },
    [brandId, optInId, onSent],
  );
  const { failure, ...outbox } = useSending(draft, post);
  return {
    ...draft.values,
    ...outbox,
    change: draft.change,
    failure: failure === null ? null : errorText(failure),
  };
}

export type Outbox = ReturnType<typeof useOutbox>;
