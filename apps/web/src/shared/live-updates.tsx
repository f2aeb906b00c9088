import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from './live-events.ts';
import { newsOf } from './live-news.ts';

/** So many things may happen in a moment that they are asked for together. */
const GATHER_MS = 300;

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
  useLiveEvents(brandId, (event) => gather(newsOf(event), queryClient));
  return null;
}
