import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { parseAddressQuery, writeAddressQuery } from '@troupe/browser/address';
import { routeTree } from './routeTree.gen.ts';
import { LoadFailure } from './shared/screen/load-failure.tsx';
import { PageLoading } from './shared/screen/page-loading.tsx';

/** The router over the files in `routes/`. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: LoadFailure,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    parseSearch: parseAddressQuery,
    stringifySearch: writeAddressQuery,
  });
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A step of its own for what lies over the first page. */
    layered?: boolean;
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
