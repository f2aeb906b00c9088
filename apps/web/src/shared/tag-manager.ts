import type { TagManagerConfig } from './config.ts';
import { loadVendorScript } from './vendor-script.ts';

declare global {
  interface Window {
    /** What a tag manager reads, where the deployment has one. */
    dataLayer?: unknown[];
  }
}

/** Screens whose addresses hold secrets of a person or a store, which tags would read along. */
const PRIVATE = new Set(['login', 'logout', 'team-invite', 'reopen', 'order-integration-install']);

let loaded = false;

/**
 * Loads the container of the tag manager, once a page, and not before a screen is open whose address may be known.
 * Nothing about the person goes into its data layer.
 */
export function loadTagManager({ container, script, consent }: TagManagerConfig): void {
  if (loaded || PRIVATE.has(location.pathname.split('/')[1] ?? '')) return;
  loaded = true;
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
