/** Where this instance's hosts are; the web server writes it into the page. */
export interface Config {
  apiUrl: string;
  issuer: string;
  clientId: string;
  webOrigin: string;
  portalOrigin: string;
  /** Where the outside world is played, on an instance that has a sandbox. */
  sandboxUrl: string | null;
  /** What tokens are asked for; empty leaves the parameter out, for issuers that do not know it. */
  resource: string;
  /** How people pay in a dialog over our pages; null sends them to the provider's page. */
  checkout: {
    /** Address of Chargebee.js. */
    script: string;
    /** The provider's site it speaks for. */
    site: string;
  } | null;
  /** Targets of links; what is missing leads to a page of the product. */
  links: Partial<Record<LinkName, string>>;
}

/** The addresses that are configuration: the header's links, our app at the store platform, the old and new dashboard. */
export type LinkName =
  | 'collaborationHub'
  | 'pricing'
  | 'blog'
  | 'contact'
  | 'helpCenter'
  | 'storeApp'
  | 'newDashboard'
  | 'legacyDashboard';

function readConfig(): Config {
  const text = document.getElementById('troupe-config')?.textContent?.trim();
  const given = (text ? JSON.parse(text) : {}) as Partial<Config>;
  const host = location.hostname;
  return {
    apiUrl: given.apiUrl ?? `http://${host}:4000`,
    issuer: given.issuer ?? `http://${host}:4001`,
    clientId: given.clientId ?? 'troupe-web',
    webOrigin: given.webOrigin ?? location.origin,
    portalOrigin: given.portalOrigin ?? `http://${host}:3001`,
    sandboxUrl: given.sandboxUrl ?? null,
    resource: given.resource ?? 'urn:troupe:api',
    checkout: given.checkout ?? null,
    links: given.links ?? {},
  };
}

/** This instance's configuration, read once. */
export const config: Config = readConfig();
