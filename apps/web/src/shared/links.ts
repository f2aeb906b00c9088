import { config, type LinkName, prerendering } from './config.ts';
import { t } from './messages/messages.gen.ts';

/** Links of header and footer; the dashboards are hosts, not pages of this one. */
type PageLink = Exclude<LinkName, 'newDashboard' | 'legacyDashboard'>;

/** Where a link leads when the deployment does not say: always to a page of the product itself. */
const ownPages: Record<PageLink, string> = {
  collaborationHub: '/campaigns',
  pricing: '/pricing',
  blog: '/updates',
  contact: '/book-a-demo',
  helpCenter: `${config.apiUrl}/docs`,
  home: '/',
  terms: '/terms',
  faq: '/faq',
  creatorApp: config.portalOrigin,
  // What they have to do with us.
  instagram: '/faq#platforms',
  tiktok: '/faq#platforms',
  youtube: '/faq#platforms',
  storeApp: config.sandboxUrl ? `${config.sandboxUrl}/shopify` : '/order-integration-install',
};

/** The address a link of header or footer leads to. */
export function linkTarget(name: PageLink): string {
  // A prerendered page has a placeholder with a fallback, which the web server replaces.
  if (prerendering) return `{{link:${name}|${ownPages[name]}}}`;
  return config.links[name] || ownPages[name];
}

/** Whether a link leads to a page of the product that has this path. */
export const leadsTo = (name: PageLink, path: string): boolean =>
  (prerendering ? ownPages[name] : linkTarget(name)) === path;

/** The header's links, in order. */
export const headerLinks = (): { name: PageLink; label: string }[] =>
  (['collaborationHub', 'pricing', 'blog', 'contact', 'helpCenter'] as const).map((name) => ({
    name,
    label: t(`link.${name}`),
  }));
