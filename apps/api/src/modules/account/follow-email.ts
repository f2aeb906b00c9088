import type { TokenClaims } from '../../platform/access/token.ts';
import type { Database } from '../../platform/database.ts';
import type { KnownUser } from './brand/brand-member.queries.ts';
import { saveEmail } from './user/user.queries.ts';

type Claims = Pick<TokenClaims, 'payload'>;

/**
 * The email that a token brings and we do not have yet; null when there is none. People change their email at the
 * login host. Tokens from before that still go round for a while and change nothing back.
 */
export function movedEmail(user: Pick<KnownUser, 'email' | 'emailAsOf'>, { payload }: Claims): string | null {
  const { email, email_verified: verified, iat } = payload;
  if (typeof email !== 'string' || (verified !== true && verified !== 'true') || !iat) return null;
  if (user.emailAsOf && Date.parse(user.emailAsOf) >= iat * 1000) return null;
  const next = email.replaceAll('\u0000', '').slice(0, 320);
  return next && next !== user.email ? next : null;
}

/** Takes over the email of a token. */
export async function followEmail(db: Database, user: KnownUser, claims: Claims): Promise<KnownUser> {
  const email = movedEmail(user, claims);
  if (!email) return user;
  const emailAsOf = new Date(Number(claims.payload.iat) * 1000).toISOString();
  await saveEmail(db, user.id, email, emailAsOf);
  return { ...user, email, emailAsOf };
}
