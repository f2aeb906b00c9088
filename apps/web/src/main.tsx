import { first, loaders, parts } from 'virtual:troupe-messages';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { parseAddressQuery, RouterAnchor, writeAddressQuery } from '@troupe/browser/address';
import { startLanguage, useLanguage } from '@troupe/browser/language';
import { whenIdle } from '@troupe/ui/hooks';
import { watchVersion } from '@troupe/ui/lib/app-version';
import { holdUntilShown } from '@troupe/ui/lib/first-screen';
import { loadTextFont } from '@troupe/ui/lib/text-font';
import { TroupeProvider } from '@troupe/ui/provider';
import { Fragment, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { meetStore } from './modules/commerce/store/store-address.ts';
import { routeTree } from './routeTree.gen.ts';
import { createQueryClient } from './shared/call/query.ts';
import { config } from './shared/config.ts';
import { hasDrafts } from './shared/draft.ts';
import { holdEarlyKeys } from './shared/panels.ts';
import { LoadFailure, PageLoading } from './shared/screen/screen.tsx';
import { keepRenewed, login, sessionState } from './shared/session/session.ts';
import '@troupe/ui/theme.css';

/** Work that waits for the first screen starts after this many milliseconds at the latest. */
const LONGEST_WAIT_MS = 10_000;

loadTextFont();
meetStore();
if (sessionState().status !== 'none') holdEarlyKeys();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
holdUntilShown(firstScreen());
keepRenewed();
// A build that replaces this one removes the code for renewing: load it before it is needed.
if (sessionState().status === 'open') void whenIdle().then(() => login().catch(() => {}));
watchVersion({ entry: import.meta.url, unsaved: hasDrafts });
// Without it, keyboard users find their place again with Tab.
whenIdle()
  .then(() => import('@troupe/ui/lib/keep-focus'))
  .then(({ keepFocus }) => keepFocus())
  .catch(() => {});
const { tagManager } = config.widgets;
if (tagManager) {
  router.subscribe('onResolved', async () => {
    const { pathname } = location;
    const path = router.state.matches.at(-1)?.fullPath ?? '/';
    const { trackScreen } = await import('./shared/visitor/tag-manager.ts');
    // Skip it if the user has navigated on; the new screen is tracked instead.
    if (location.pathname === pathname) trackScreen(tagManager, path);
  });
}

/** Theme and notices stand inside the router, so that the links of notices open inside the app too. */
function InsideRouter({ children }: { children: ReactNode }) {
  return <TroupeProvider link={RouterAnchor}>{children}</TroupeProvider>;
}

/** Renders everything again in another language: texts are read while components render. */
function InLanguage({ children }: { children: ReactNode }) {
  return <Fragment key={useLanguage()}>{children}</Fragment>;
}

await startLanguage(loaders, { parts, first });
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <InLanguage>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} InnerWrap={InsideRouter} />
      </QueryClientProvider>
    </InLanguage>
  </StrictMode>,
);

/** Settles once the screen that was opened is painted with its data, or after {@link LONGEST_WAIT_MS}. */
function firstScreen(): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const open = router.state.status !== 'idle' || router.state.resolvedLocation === undefined;
      if (open || queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0) return;
      // A query may follow from the answer to another.
      timer = setTimeout(() => requestAnimationFrame(() => setTimeout(end)), 50);
    };
    const stops = [queryClient.getQueryCache().subscribe(look), router.subscribe('onResolved', look)];
    const end = () => {
      for (const stop of stops) stop();
      clearTimeout(longest);
      resolve();
    };
    const longest = setTimeout(end, LONGEST_WAIT_MS);
  });
}

/** The router over the files in `routes/`. */
function createAppRouter(queryClient: QueryClient) {
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
    /** A separate history entry for an overlay on the first page. */
    layered?: boolean;
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
