import type { TagManagerConfig } from '../config.ts';
import { loadVendorScript } from '../vendor-script.ts';

declare global {
  interface Window {
    /** What a tag manager reads, where the deployment has one. */
    dataLayer?: unknown[];
  }
}

/** Screens whose addresses hold secrets of a person or a store, which tags would read along. */
const PRIVATE = new Set(['login', 'logout', 'team-invite', 'reopen', 'order-integration-install']);

let loaded = false;
let told: string | undefined;

/**
 * Reports an opened screen: loads the tag manager's container the first time, then pushes one `page_view` per
 * navigation, none if only the query changes. Screens whose URLs contain secrets are skipped, and personal data is
 * never included.
 * @param path the route's path, `/campaigns/$campaignId/opt-ins`: no ids, no query
 */
export function trackScreen(config: TagManagerConfig, path: string): void {
  const { pathname } = location;
  if (PRIVATE.has(pathname.split('/')[1] ?? '')) {
    // Back from there is a navigation, to whatever screen it leads.
    told = undefined;
    return;
  }
  if (!loaded) load(config);
  loaded = true;
  if (pathname === told) return;
  told = pathname;
  window.dataLayer?.push({ event: 'page_view', page_path: path.replace(/(?<=.)\/$/, '') });
}

function load({ container, script, consent }: TagManagerConfig): void {
  command('consent', 'default', {
    ad_storage: consent,
    ad_user_data: consent,
    ad_personalization: consent,
    analytics_storage: consent,
  });
  window.dataLayer?.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const address = new URL(script);
  address.searchParams.set('id', container);
  void loadVendorScript(address.href);
}

function command(..._words: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: the tag manager tells a command from an event by just that
  window.dataLayer.push(arguments);
}
