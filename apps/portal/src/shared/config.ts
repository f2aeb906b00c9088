/** Where this instance's hosts are; the web server writes it into the page. */
export interface Config {
  apiUrl: string;
  issuer: string;
  clientId: string;
  webOrigin: string;
  portalOrigin: string;
  /** What tokens are asked for; empty leaves the parameter out, for issuers that do not know it. */
  resource: string;
}

/**
 * Reads the configuration of a page. What is left out gets the default ports on the same host.
 * @param text content of the element `troupe-config`
 * @param here address of the page
 */
export function readConfig(text: string | null | undefined, here: Pick<URL, 'hostname' | 'origin'>): Config {
  const given = (text?.trim() ? JSON.parse(text) : {}) as Partial<Config>;
  return {
    apiUrl: given.apiUrl ?? `http://${here.hostname}:4000`,
    issuer: given.issuer ?? `http://${here.hostname}:4001`,
    clientId: given.clientId ?? 'troupe-portal',
    webOrigin: given.webOrigin ?? `http://${here.hostname}:3000`,
    portalOrigin: given.portalOrigin ?? here.origin,
    resource: given.resource ?? 'urn:troupe:api',
  };
}
