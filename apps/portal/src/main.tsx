import '@troupe/ui/theme.css';
import { loaders } from 'virtual:troupe-messages';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { RouterAnchor } from '@troupe/browser/address';
import { startLanguage, useLanguage } from '@troupe/browser/language';
import { CrashBoundary, fetchCrashDialog } from '@troupe/ui/feedback/crash-boundary';
import { watchVersion } from '@troupe/ui/lib/app-version';
import { loadTextFont } from '@troupe/ui/lib/text-font';
import { TroupeProvider } from '@troupe/ui/provider';
import { Fragment, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAppRouter } from './router.tsx';
import { queryClient } from './shared/api.ts';
import { hasDrafts } from './shared/draft.ts';
import { login, sessionState } from './shared/session.ts';

/** Milliseconds after the start of the page before low-priority parts load. */
const LATER_MS = 3000;

loadTextFont();
watchVersion({ entry: import.meta.url, unsaved: hasDrafts });
setTimeout(() => {
  // The dialog for crashes and the code for renewing must not be missing when they are needed: a new build removes them.
  fetchCrashDialog();
  if (sessionState().status === 'open') login().catch(() => {});
  // People whose focus was lost find their place again with the Tab key.
  import('@troupe/ui/lib/keep-focus').then(({ keepFocus }) => keepFocus()).catch(() => {});
}, LATER_MS);

/** Theme and notices are inside the router, so that the links of notices open inside the app too. */
function InsideRouter({ children }: { children: ReactNode }) {
  return <TroupeProvider link={RouterAnchor}>{children}</TroupeProvider>;
}

/** Renders everything again in another language: texts are read while components render. */
function InLanguage({ children }: { children: ReactNode }) {
  return <Fragment key={useLanguage()}>{children}</Fragment>;
}

await startLanguage(loaders);
const router = createAppRouter();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <InLanguage>
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} InnerWrap={InsideRouter} />
        </QueryClientProvider>
      </CrashBoundary>
    </InLanguage>
  </StrictMode>,
);
