/** URLs of this instance's hosts; the web server writes them into the page. */
export interface HostConfig {
  apiUrl: string;
  issuer: string;
  clientId: string;
  webOrigin: string;
  portalOrigin: string;
  /** The resource to request tokens for; empty omits the parameter, for issuers that don't support it. */
  resource: string;
}

/**
 * Returns the hosts of this instance. Missing settings get the default ports on the same host.
 * @param given the page's configuration
 * @param app the app that reads it
 * @param here the page's URL
 */
export function readHosts(
  given: Partial<HostConfig>,
  app: 'web' | 'portal',
  here: Pick<URL, 'hostname' | 'origin'>,
): HostConfig {
  const at = (port: number) => `http://${here.hostname}:${port}`;
  return {
    apiUrl: given.apiUrl ?? at(4000),
    issuer: given.issuer ?? at(4001),
    clientId: given.clientId ?? `troupe-${app}`,
    webOrigin: given.webOrigin ?? (app === 'web' ? here.origin : at(3000)),
    portalOrigin: given.portalOrigin ?? (app === 'portal' ? here.origin : at(3001)),
    resource: given.resource ?? 'urn:troupe:api',
  };
}

/** Reads the page's `troupe-config` element; empty object if there is none. */
export function pageConfig<T>(): Partial<T> {
  const text = document.getElementById('troupe-config')?.textContent?.trim();
  return text ? (JSON.parse(text) as Partial<T>) : {};
}
