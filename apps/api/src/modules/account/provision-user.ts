import { usableName } from '@troupe/domain/account/account-name';
import { NewBrand } from '@troupe/domain/account/brand';
import type { Role } from '@troupe/domain/account/user';
import { problem } from '@troupe/domain/problem';
import { findLanguage, type Language } from '@troupe/i18n/language';
import type { JWTPayload } from 'jose';
import type { TokenClaims, TokenVerifier } from '../../platform/access/token.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { insertBrand } from './brand/brand.queries.ts';
import { insertMember, type KnownUser, loadUser } from './brand/brand-member.queries.ts';
import { claimUser, insertUser, saveEmail } from './user/user.queries.ts';

/**
 * Creates the account on a user's first call: claims a row prepared for their verified email, otherwise inserts a new
 * one with the brand from sign-up. Concurrent first calls create one user and one brand: the second waits for the
 * first one's transaction and finds its result.
 */
export async function provisionUser(
  db: Database,
  tokens: TokenVerifier,
  { subject, payload }: TokenClaims,
  token: string,
): Promise<KnownUser> {
  const claims = payload.email === undefined ? { ...(await tokens.userinfo(token)), ...payload } : payload;
  // Invitations and profiles are assigned by email: an unconfirmed one proves nothing.
  const confirmed = claims.email_verified === true || claims.email_verified === 'true';
  const email = confirmed ? textOf(claims.email) : '';
  const language = languageOf(claims);
  if (!(email && (await claimUser(db, email, subject, language)))) {
    await db.transaction(async (transaction) => {
      const userId = await insertUser(transaction, {
        id: newId(),
        subject,
        email,
        ...nameOf(claims),
        role: roleOf(claims),
        language,
      });
      const brand = NewBrand.safeParse(claims.troupe_brand);
      if (!userId || !brand.success) return;
      await insertMember(transaction, await insertBrand(transaction, brand.data), userId, 'owner');
    });
  }
  const user = await loadUser(db, subject);
  if (!user) throw problem('internal', { detail: 'the user disappeared while being created' });
  return user;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, 320) : '';

const nameOf = (claims: JWTPayload) => ({
  // Other issuers may not validate names, which appear in emails.
  firstName: usableName(textOf(claims.given_name), 'person'),
  lastName: usableName(textOf(claims.family_name), 'person'),
});

/** The language that the person chose before they signed in; null leaves it to their browser. */
const languageOf = (claims: JWTPayload): Language | null => findLanguage([textOf(claims.locale)]);

const roleOf = (claims: JWTPayload): Role => (claims.troupe_role === 'creator' ? 'creator' : 'brand');

type Claims = Pick<TokenClaims, 'payload'>;

/**
 * Returns a new email from a token; null if unchanged. Users change their email at the login host; tokens issued
 * before that must not change it back.
 */
export function changedEmail(
  user: Pick<KnownUser, 'email' | 'emailAsOf'>,
  { payload }: Claims,
): string | null {
  const { email, email_verified: verified, iat } = payload;
  if (typeof email !== 'string' || (verified !== true && verified !== 'true') || !iat) return null;
  if (user.emailAsOf && Date.parse(user.emailAsOf) >= iat * 1000) return null;
  const next = email.replaceAll('\u0000', '').slice(0, 320);
  return next && next !== user.email ? next : null;
}

/** Saves a token's email. */
export async function applyTokenEmail(db: Database, user: KnownUser, claims: Claims): Promise<KnownUser> {
  const email = changedEmail(user, claims);
  if (!email) return user;
  const emailAsOf = new Date(Number(claims.payload.iat) * 1000).toISOString();
  await saveEmail(db, user.id, email, emailAsOf);
  return { ...user, email, emailAsOf };
}
