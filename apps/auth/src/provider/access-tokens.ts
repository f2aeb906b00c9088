import { createLocalJWKSet, jwtVerify } from 'jose';
import type { Host } from '../host.ts';
import { ownClients } from './clients.ts';
import { listRevocations } from './revocations.ts';

/**
 * Whose access token this is.
 * @param authorization the header of the request
 * @returns the account's id; undefined when there is none, it was not made here for one of our apps, or its session ended
 */
export async function readAccessToken(
  { config, db, signingKeys }: Pick<Host, 'config' | 'db' | 'signingKeys'>,
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
    if (!own) return undefined;
    const { sessions, grants } = await listRevocations(db);
    const revoked = sessions.includes(String(payload.sid)) || grants.includes(String(payload.gid));
    return revoked ? undefined : payload.sub;
  } catch {
    return undefined;
  }
}
