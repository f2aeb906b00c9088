import '@troupe/ui/theme.css';
import { TroupeProvider } from '@troupe/ui/provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './routes/app.tsx';
import { Anchor } from './shared/anchor.tsx';
import { CrashBoundary } from './shared/crash-boundary.tsx';

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
