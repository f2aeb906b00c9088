/** Where this instance's hosts are; the web server writes it into the page. */
export interface HostConfig {
  apiUrl: string;
  issuer: string;
  clientId: string;
  webOrigin: string;
  portalOrigin: string;
  /** The resource that tokens are requested for; empty leaves the parameter out, for issuers that don't know it. */
  resource: string;
}

/**
 * Returns the hosts of this instance. Settings that are missing get the default ports on the same host.
 * @param given what the page's configuration says
 * @param app which app reads it
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

/** The settings in the page's `troupe-config` element; none when it is empty. */
export function pageConfig<T>(): Partial<T> {
  const text = document.getElementById('troupe-config')?.textContent?.trim();
  return text ? (JSON.parse(text) as Partial<T>) : {};
}
