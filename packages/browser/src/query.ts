import {
  type DefaultOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Call, CallOutput } from '@troupe/contract/call';
import { CallError, type Client, type ClientInput } from '@troupe/contract/client';
import { onReconnect } from '@troupe/ui/lib/connection';

/** How long answers stay fresh, and how long unused ones are kept, in milliseconds. */
export interface QueryTimes {
  staleTime: number;
  gcTime?: number;
}

/**
 * Makes the queries of calls, the same for a route's loader and for a component. Their key is
 * `[noun, call name, input]`, so `invalidateQueries({ queryKey: ['creator-list'] })` reaches all calls about a noun.
 * @param timesOf how long the answers about a noun stay fresh
 */
export function createCallOptions(client: Pick<Client, 'call'>, timesOf: (noun: string) => QueryTimes) {
  return <C extends Call>(spec: C, input: ClientInput<C>) =>
    queryOptions<CallOutput<C>, CallError>({
      queryKey: [spec.noun, spec.name, input],
      queryFn: ({ signal }) => client.call(spec, input, { signal }),
      ...timesOf(spec.noun),
    });
}

/** Retries once after a network or server failure; never what was refused. */
function retry(failures: number, error: Error): boolean {
  const status = error instanceof CallError ? error.status : 500;
  return failures < 1 && (status === 0 || status >= 500);
}

/**
 * Makes the cache of all answers; one per page.
 * @param queries what holds for all queries of the app
 * @param onError hears every failure
 */
export function makeQueryClient(
  queries: DefaultOptions['queries'],
  onError: (error: Error) => void = () => {},
): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry, retryDelay: 500, networkMode: 'always', ...queries },
      mutations: { networkMode: 'always' },
    },
  });
  // Read again what failed or went stale while the connection was lost; what is fresh stays.
  onReconnect(
    () =>
      void queryClient.invalidateQueries({
        predicate: (query) => query.state.status === 'error' || query.isStale(),
      }),
  );
  return queryClient;
}
