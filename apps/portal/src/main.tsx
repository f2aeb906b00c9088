import '@troupe/ui/theme.css';
import { CrashBoundary, fetchCrashDialog } from '@troupe/ui/feedback/crash-boundary';
import { watchVersion } from '@troupe/ui/lib/app-version';
import { TroupeProvider } from '@troupe/ui/provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './routes/app.tsx';
import { Anchor } from './shared/anchor.tsx';
import { hasDrafts } from './shared/draft.ts';

watchVersion({ entry: import.meta.url, unsaved: hasDrafts });
// What says that something broke must not be missing itself.
setTimeout(fetchCrashDialog, 3000);
// Whoever has none of it finds their place again with the tab key.
setTimeout(() => {
  import('@troupe/ui/lib/keep-focus').then(({ keepFocus }) => keepFocus()).catch(() => {});
}, 3000);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <TroupeProvider link={Anchor}>
      <CrashBoundary>
        <App />
      </CrashBoundary>
    </TroupeProvider>
  </StrictMode>,
);
