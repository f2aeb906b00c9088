import type { ClientMetadata } from 'oidc-provider';
import type { Config } from '../config.ts';

export const portalClientId = 'troupe-portal';
const webClientId = 'troupe-web';

/** Our own apps. They run in browsers, so they hold no secret: PKCE takes its place. */
export function ownClients(config: Config): ClientMetadata[] {
  return [
    ownClient(webClientId, 'Troupe', config.webOrigin),
    ownClient(portalClientId, 'Troupe for creators', config.portalOrigin),
  ];
}

function ownClient(id: string, name: string, origin: string): ClientMetadata {
  return {
    client_id: id,
    client_name: name,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${origin}/login`],
    post_logout_redirect_uris: [`${origin}/login`, `${origin}/`],
    scope: 'openid profile email offline_access',
  };
}

/** Where the app behind a client id lives; the dashboard for anything unknown. */
export function clientOrigin(config: Config, clientId: unknown): string {
  return clientId === portalClientId ? config.portalOrigin : config.webOrigin;
}

/**
 * Where a person goes on in their app when the login they started is gone.
 * @param returnTo path the app asked to come back to; anything but a plain path of its own is ignored
 */
export function continueAddress(config: Config, clientId: string, returnTo: string | null): string {
  return `${clientOrigin(config, clientId)}${safeReturnPath(returnTo) ?? '/login'}`;
}

/** The value when it is a path on the app's own origin, else null. */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 1000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value))
    return null;
  return new URL(value, 'http://app.invalid').origin === 'http://app.invalid' ? value : null;
}

/**
 * An address to go back to, as an app named it.
 * @returns it, when it lies on the origin of one of our apps; else null
 */
export function appReturn(config: Config, address: string | null): string | null {
  if (!address || address.length > 1000) return null;
  const url = URL.parse(address);
  const own = url && [config.webOrigin, config.portalOrigin].includes(url.origin);
  return own && !url.username && !url.password ? url.href : null;
}

/** Where the app of a person starts. */
export const homeOf = (config: Config, role: 'brand' | 'creator'): string =>
  role === 'creator' ? `${config.portalOrigin}/account` : `${config.webOrigin}/profile`;
