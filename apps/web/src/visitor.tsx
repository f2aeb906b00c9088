import '@troupe/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { VisitorPricing } from './routes/-pricing/visitor-pricing.tsx';
import { onSessionChange, sessionState } from './shared/session/session.ts';

/**
 * The pricing page as visitors first see it, without the app: no router, no calls. Whoever is signed in gets the
 * app, which shows the same page among its own.
 */
// Back from a payment, the app finishes it, after a login where the session has ended.
const returning = new URLSearchParams(location.search).has('checkout');
if (sessionState().status === 'none' && !returning) {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id root.');
  createRoot(root).render(
    <StrictMode>
      <VisitorPricing />
    </StrictMode>,
  );
  // Signed in meanwhile, in another tab.
  onSessionChange(() => location.reload());
} else {
  void loadApp();
}

/** The app, by the files that the build wrote into the page: its styles first, so that it never shows without them. */
async function loadApp(): Promise<void> {
  const { script, styles } = JSON.parse(document.getElementById('troupe-app')?.textContent || '{}') as {
    script: string;
    styles: string[];
  };
  addLink('modulepreload', script);
  await Promise.all(styles.map((style) => addLink('stylesheet', style)));
  await import(/* @vite-ignore */ script);
}

function addLink(rel: string, href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), {
      rel,
      href,
      onload: resolve,
      onerror: resolve,
    });
    document.head.append(link);
  });
}
