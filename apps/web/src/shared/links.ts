import { config, type LinkName } from './config.ts';

/** Where a link leads when the deployment does not say: always to a page of the product itself. */
const ownPages: Record<LinkName, string> = {
  collaborationHub: '/campaigns',
  pricing: '/pricing',
  blog: '/updates',
  contact: '/book-a-demo',
  helpCenter: `${config.apiUrl}/docs`,
  storeApp: config.sandboxUrl ? `${config.sandboxUrl}/shopify` : '/order-integration-install',
  newDashboard: '/',
  legacyDashboard: '/',
};

/** The address a header link leads to. */
export function linkTarget(name: LinkName): string {
  return config.links[name] || ownPages[name];
}

/** The header's links, in order. */
export const headerLinks: readonly { name: LinkName; label: string }[] = [
  { name: 'collaborationHub', label: 'Collaboration Hub' },
  { name: 'pricing', label: 'Pricing' },
  { name: 'blog', label: 'Blog' },
  { name: 'contact', label: 'Contact' },
  { name: 'helpCenter', label: 'Help Center' },
];
