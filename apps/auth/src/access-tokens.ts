import { createLocalJWKSet, jwtVerify } from 'jose';
import { ownClients } from './clients.ts';
import type { Host } from './host.ts';

/**
 * Whose access token this is.
 * @param authorization the header of the request
 * @returns the account's id; undefined when there is none, or it was not made here for one of our apps
 */
export async function readAccessToken(
  { config, signingKeys }: Pick<Host, 'config' | 'signingKeys'>,
  authorization: string | undefined,
): Promise<string | undefined> {
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
  if (!token) return undefined;
  const keys = signingKeys.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }));
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      issuer: config.issuer,
      audience: config.audience,
      algorithms: ['RS256'],
      typ: 'at+jwt',
    });
    const own = ownClients(config).some(({ client_id }) => client_id === payload.client_id);
    return own ? payload.sub : undefined;
  } catch {
    return undefined;
  }
}
