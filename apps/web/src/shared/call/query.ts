import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call, CallOutput } from '@troupe/contract/call';
import { CallError, type ClientInput } from '@troupe/contract/client';
import { onReconnect } from '@troupe/ui/lib/connection';
import { leaveEndedActing } from '../brand/acting.ts';
import { client } from './client.ts';

const second = 1000;

/** How long answers about a noun stay fresh, and how long unused ones are kept. */
const times: Record<string, { staleTime: number; gcTime?: number }> = {
  user: { staleTime: 300 * second, gcTime: 120 * second },
  campaign: { staleTime: 60 * second, gcTime: 30 * second },
};
const otherTimes = { staleTime: 30 * second };

/**
 * The query of a call: used by the route's loader and by the component alike.
 * Its key is `[noun, call name, input]`, so `invalidateQueries({ queryKey: ['creator-list'] })` reaches all
 * calls about a noun.
 */
export function callOptions<C extends Call>(spec: C, input: ClientInput<C>) {
  return queryOptions<CallOutput<C>, CallError>({
    queryKey: [spec.noun, spec.name, input],
    queryFn: ({ signal }) => client.call(spec, input, { signal }),
    ...(times[spec.noun] ?? otherTimes),
  });
}

/** Repeats once what failed on the way or at the server; never what was refused. */
function retry(failures: number, error: Error): boolean {
  const status = error instanceof CallError ? error.status : 500;
  return failures < 1 && (status === 0 || status >= 500);
}

/** Makes the cache of all answers; one per page. */
export function createQueryClient(): QueryClient {
  // Refused because a payment is past due: the brand says so too, once it is asked again.
  const onError = (error: Error) => {
    if (error instanceof CallError && error.code === 'acting_ended') leaveEndedActing();
    if (error instanceof CallError && error.code === 'payment_past_due') {
      void queryClient.invalidateQueries({ queryKey: ['brand', 'getBrand'] });
    }
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { ...otherTimes, retry, retryDelay: 500, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  // What failed or grew old while nothing got through; what is fresh stays.
  onReconnect(
    () =>
      void queryClient.invalidateQueries({
        predicate: (query) => query.state.status === 'error' || query.isStale(),
      }),
  );
  return queryClient;
}
