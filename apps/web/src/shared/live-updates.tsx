import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { isBeginning } from '@troupe/contract/live-client';
import type { LiveEvent } from '@troupe/domain/conversation';
import { useLiveEvents } from './live-events.ts';

/** So many things may happen in a moment that they are asked for together. */
const GATHER_MS = 300;

const UNREAD = ['brand', 'getBrand'];
const CONVERSATIONS = ['conversation', 'listConversations'];

/** What is to be read anew after each event. */
const NEWS: Partial<Record<LiveEvent['type'], readonly (readonly string[])[]>> = {
  message: [CONVERSATIONS, UNREAD],
  read: [CONVERSATIONS, UNREAD],
  'opt-in': [['opt-in'], CONVERSATIONS, ['campaign'], ['payable']],
  content: [['campaign-content'], ['campaign']],
  campaign: [['campaign'], UNREAD],
  notification: [['notification']],
  brand: [['brand'], ['billing'], ['credit'], ['team'], ['usage']],
  store: [['store'], ['order']],
  reset: [
    CONVERSATIONS,
    UNREAD,
    ['opt-in'],
    ['campaign-content'],
    ['campaign'],
    ['notification'],
    ['store'],
    ['order'],
  ],
};

const waiting = new Map<string, readonly string[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks once for what several parts of the page want anew. */
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
  useLiveEvents(brandId, (event) =>
    gather(isBeginning(event) ? [CONVERSATIONS] : (NEWS[event.type] ?? []), queryClient),
  );
  return null;
}
