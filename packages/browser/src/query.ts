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

/** How long responses stay fresh, and how long unused ones are cached, in milliseconds. */
export interface QueryTimes {
  staleTime: number;
  gcTime?: number;
}

/**
 * Creates the query options of calls, shared by route loaders and components. The key is `[noun, call name,
 * input]`, so `invalidateQueries({ queryKey: ['creator-list'] })` matches all calls of a noun.
 * @param timesOf how long a noun's responses stay fresh
 */
export function createCallOptions(client: Pick<Client, 'call'>, timesOf: (noun: string) => QueryTimes) {
  return <C extends Call>(spec: C, input: ClientInput<C>) =>
    queryOptions<CallOutput<C>, CallError>({
      queryKey: [spec.noun, spec.name, input],
      queryFn: ({ signal }) => client.call(spec, input, { signal }),
      ...timesOf(spec.noun),
    });
}

/** Retries once after a network or server error, never after a rejection. */
function retry(failures: number, error: Error): boolean {
  const status = error instanceof CallError ? error.status : 500;
  return failures < 1 && (status === 0 || status >= 500);
}

/**
 * Creates the query cache; one per page.
 * @param queries default options of all queries
 * @param onError called for every error
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
  // Refetch failed and stale queries when the connection is back.
  onReconnect(
    () =>
      void queryClient.invalidateQueries({
        predicate: (query) => query.state.status === 'error' || query.isStale(),
      }),
  );
  return queryClient;
}
