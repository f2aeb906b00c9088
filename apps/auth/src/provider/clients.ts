import type { ClientMetadata } from 'oidc-provider';
import type { Config } from '../config.ts';

export const portalClientId = 'troupe-portal';
const webClientId = 'troupe-web';

/** Our own apps, public clients that use PKCE instead of a secret. */
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

/** Returns the origin of the app with a client id; the dashboard for unknown ones. */
export function clientOrigin(config: Config, clientId: unknown): string {
  return clientId === portalClientId ? config.portalOrigin : config.webOrigin;
}

/**
 * Returns where to continue in the app if the login no longer exists.
 * @param returnTo path requested by the app; ignored unless it is a plain path of the app
 */
export function continueAddress(config: Config, clientId: string, returnTo: string | null): string {
  return `${clientOrigin(config, clientId)}${safeReturnPath(returnTo) ?? '/login'}`;
}

/** Returns a path on the app's own origin, or null. */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 1000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value))
    return null;
  return new URL(value, 'http://app.invalid').origin === 'http://app.invalid' ? value : null;
}

/**
 * Validates a return URL.
 * @returns it if it is on the origin of one of our apps, else null
 */
export function appReturn(config: Config, address: string | null): string | null {
  if (!address || address.length > 1000) return null;
  const url = URL.parse(address);
  const own = url && [config.webOrigin, config.portalOrigin].includes(url.origin);
  return own && !url.username && !url.password ? url.href : null;
}

/** Returns the start page of a person's app. */
export const homeOf = (config: Config, role: 'brand' | 'creator'): string =>
  role === 'creator' ? `${config.portalOrigin}/account` : `${config.webOrigin}/profile`;
