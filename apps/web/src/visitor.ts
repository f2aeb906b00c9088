import { sessionKeyOf, storedSession } from '@troupe/browser/stored-session';
import { legacyTarget } from './modules/account/user/legacy-host.ts';
import { runStorePage } from './modules/commerce/store/run-store-page.ts';
import { runDemoForm } from './modules/site/demo-request/run-demo-form.ts';
import { closeSmallScreenWarning, isSmallScreenWarningClosed } from './routes/-shell/small-screens.ts';
import { config } from './shared/config.ts';
import {
  prefersReducedMotion,
  slideTestimonials,
  whenHalfSeen,
} from './shared/visitor/slide-testimonials.ts';
import '@troupe/ui/theme.css';
import '@troupe/ui/action/button.css';
import '@troupe/ui/content/drawings.css';
import '@troupe/ui/feedback/error-state.css';
import '@troupe/ui/field/field.css';
import '@troupe/ui/action/icon-button.css';
import '@troupe/ui/content/logo.css';
import '@troupe/ui/content/pill.css';
import '@troupe/ui/field/segmented.css';
import '@troupe/ui/layout/visually-hidden.css';
import './modules/site/demo-request/demo-form.css';
import './modules/site/demo-request/demo-pages.css';
import './modules/site/pricing/pricing.css';
import './modules/commerce/store/store-connect.css';
import './routes/-shell/header.css';
import './routes/-shell/shell.css';
import './routes/-shell/side-menu.css';
import './routes/-shell/site-footer.css';
import './routes/-shell/small-screen-warning.css';
import './routes/-visitor/visitor-font.css';
import './routes/-visitor/visitor-menu.css';
import './shared/visitor/reading.css';
import './shared/visitor/reveal.css';
import './shared/visitor/testimonials.css';

/**
 * Hydrates the pages for visitors, which are rendered at build time (routes/-visitor/visitor-pages.tsx). No React, no
 * router, no calls except the form's. Signed-in users get the app, which has screens at the same URLs.
 */
// Back from a payment, the app finishes it, after a login where the session has ended.
const returning =
  location.pathname.startsWith('/pricing') && new URLSearchParams(location.search).has('checkout');
// After a deployment, the app's files may be gone; the page then works on its own.
const legacy = legacyTarget({
  at: new URL(location.href),
  legacyDashboard: config.links.legacyDashboard,
  newDashboard: config.links.newDashboard,
  administrator: false,
});
const sessionKey = sessionKeyOf(config);
if (storedSession(sessionKey) || returning) loadApp().catch(hydrate);
else if (legacy) location.replace(legacy);
else hydrate();

function hydrate(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.demo-form')) runDemoForm(form);
  for (const page of document.querySelectorAll<HTMLElement>('.store-connect'))
    runStorePage(page, {
      onKept: () => location.replace('/'),
      onRead: () => history.replaceState(null, '', location.pathname),
    });
  for (const section of document.querySelectorAll<HTMLElement>('.testimonials')) slideTestimonials(section);
  const warning = document.querySelector('.small-screen-warning');
  if (isSmallScreenWarningClosed()) warning?.remove();
  warning?.querySelector('button')?.addEventListener('click', () => {
    closeSmallScreenWarning();
    warning.remove();
  });
  const reducedMotion = prefersReducedMotion();
  for (const section of document.querySelectorAll<HTMLElement>('.reveal')) {
    const show = () => section.setAttribute('data-shown', 'true');
    if (reducedMotion) show();
    else whenHalfSeen(section, show);
  }
  keepPeriodInAddress();
  const { tagManager } = config.widgets;
  if (tagManager)
    void import('./shared/visitor/tag-manager.ts').then((module) =>
      module.trackScreen(tagManager, location.pathname),
    );
  // Signed in from another tab.
  addEventListener('storage', ({ key }) => {
    if (key === sessionKey && storedSession(sessionKey)) location.reload();
  });
}

/** The billing period is in the URL, so that it can be shared. */
function keepPeriodInAddress(): void {
  const radios = [...document.querySelectorAll<HTMLInputElement>('.pricing-period input')];
  const asked = new URLSearchParams(location.search).get('period') === 'monthly' ? 'monthly' : 'yearly';
  for (const radio of radios) {
    radio.checked = radio.value === asked;
    radio.addEventListener('change', () => {
      const address = new URL(location.href);
      if (radio.value === 'monthly') address.searchParams.set('period', radio.value);
      else address.searchParams.delete('period');
      history.replaceState(null, '', address);
    });
  }
}

/** The app in the place of a page for visitors, by the files that the build wrote into it: its styles first, so that it never shows without them. */
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
