import { getSupportIdentity } from '@troupe/contract/site/support';
import { problem } from '@troupe/domain/problem';
import { decodeJwt, SignJWT } from 'jose';
import type { Api } from '../../../platform/api.ts';
import { readPerson } from './support.queries.ts';

/**
 * Registers the call that identifies users to the support widget. Signed here, which prevents impersonation;
 * the secret never leaves the server. Expires with the access token of the request.
 */
export function supportRoutes({ db, config, clock, implement }: Api): void {
  const secret = new TextEncoder().encode(config.INTERCOM_SECRET);

  implement(getSupportIdentity, async ({ caller, request }) => {
    // Administrators don't need support, and creators have their own app.
    if (caller.administrator || caller.role !== 'brand') throw problem('forbidden');
    if (secret.length === 0) return { identity: null };
    const person = await readPerson(db, caller.userId);
    if (!person) throw problem('unauthenticated');
    const expires = expiryOf(request.headers.authorization ?? '');
    const token = await new SignJWT({
      user_id: caller.userId,
      email: person.email,
      ...(person.name ? { name: person.name } : {}),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(clock.now())
      .setExpirationTime(expires)
      .sign(secret);
    return { identity: { token, expiresAt: expires.toISOString(), createdAt: person.createdAt } };
  });
}

/** Returns the expiry of an already verified access token. */
function expiryOf(authorization: string): Date {
  const { exp } = decodeJwt(authorization.slice('Bearer '.length));
  if (exp === undefined) throw problem('unauthenticated');
  return new Date(exp * 1000);
}
