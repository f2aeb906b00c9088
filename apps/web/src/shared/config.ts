import { type HostConfig, pageConfig, readHosts } from '@troupe/browser/host-config';

/** Settings of this instance; the web server writes them into the page. */
export interface Config extends HostConfig {
  /** Where the outside world is played, on an instance that has a sandbox. */
  sandboxUrl: string | null;
  /** How people pay in a dialog over our pages; null sends them to the provider's page. */
  checkout: {
    /** Address of Chargebee.js. */
    script: string;
    /** The provider's site it speaks for. */
    site: string;
  } | null;
  /** Widgets of other companies, where this deployment has any. */
  widgets: {
    support: SupportWidgetConfig | null;
    updates: UpdatesWidgetConfig | null;
    tagManager: TagManagerConfig | null;
  };
  /** Targets of links; what is missing leads to a page of the product. */
  links: Partial<Record<LinkName, string>>;
}

/** Intercom: its workspace, where it answers, and its script. */
export interface SupportWidgetConfig {
  appId: string;
  apiBase: string;
  script: string;
}

/** What opens behind What's New in the place of our own list. */
export interface UpdatesWidgetConfig {
  vendor: 'beamer' | 'headway';
  id: string;
  script: string;
}

/** Google Tag Manager. */
export interface TagManagerConfig {
  container: string;
  script: string;
  /** What tags may do before a consent tool in the container says more. */
  consent: 'denied' | 'granted';
}

/** The addresses that are configuration: links of header and footer, our app at the store platform, the old and new dashboard. */
export type LinkName =
  | 'collaborationHub'
  | 'pricing'
  | 'blog'
  | 'contact'
  | 'helpCenter'
  | 'home'
  | 'terms'
  | 'faq'
  | 'creatorApp'
  | 'instagram'
  | 'tiktok'
  | 'youtube'
  | 'storeApp'
  | 'newDashboard'
  | 'legacyDashboard';

/** True while public pages are prerendered, when hosts are unknown. */
export const prerendering = typeof document === 'undefined';

/** Where the web server writes our hosts into a page that was made before (scripts/src/visitor-page.ts). */
const PLACES: Partial<Config> = {
  apiUrl: '{{apiUrl}}',
  issuer: '{{issuer}}',
  webOrigin: '{{webOrigin}}',
  portalOrigin: '{{portalOrigin}}',
};

function readConfig(): Config {
  const given = prerendering ? PLACES : pageConfig<Config>();
  return {
    ...readHosts(given, 'web', prerendering ? { hostname: '', origin: '' } : location),
    sandboxUrl: given.sandboxUrl ?? null,
    checkout: given.checkout ?? null,
    widgets: given.widgets ?? { support: null, updates: null, tagManager: null },
    links: given.links ?? {},
  };
}

/** This instance's configuration, read once. */
export const config: Config = readConfig();
