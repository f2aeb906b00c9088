import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readToken, signToken } from './secret.ts';

const MINUTE_MS = 60_000;
/** How long an entered password is valid. */
const ACCESS_MS = 60 * MINUTE_MS;

/** Limits of links for people without an account. */
export const SHARE_LIMITS = {
  /** Attempts at the password of a link, and from a network, in a quarter hour. */
  attempts: 10,
  attemptsMs: 15 * MINUTE_MS,
  /** Reads of links from a network in a minute: guessing has no chance anyway, but costs a query each. */
  reads: 120,
  readsMs: MINUTE_MS,
} as const;

/** Returns the hash under which the token of a link is stored. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** argon2id with 19 MiB and two passes, the minimum OWASP recommends, as on the login host. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Returns a password as it is hashed: the same however a keyboard composes its characters. */
const normalize = (password: string): string => password.normalize('NFKC');
// Loaded when a password is first set or asked for: few links have one, and it takes 3 MB.
const argon2 = () => import('@node-rs/argon2');
/** Returns the hash of a password. */
export const hashOf = async (password: string): Promise<string> =>
  (await argon2()).hash(normalize(password), COST);
let decoy: Promise<string> | undefined;

/** Compares a password with a hash. Without a hash it does the same work. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  decoy ??= hashOf('no link has this password');
  const { verify } = await argon2();
  const fits = await verify(hash ?? (await decoy), normalize(password));
  return hash !== null && fits;
}

/** A link with a password. */
interface ProtectedLink {
  id: string;
  generation: number;
  passwordHash: string | null;
}

/** An entered password is valid for one link; a new link or another password ends it. */
const accessOf = ({ id, generation, passwordHash }: ProtectedLink) => [
  id,
  generation,
  sha256(passwordHash ?? ''),
];

/** Returns the value of the access header for someone who entered the password. */
export const signAccess = (secretKey: string, purpose: string, link: ProtectedLink, now: Date): string =>
  signToken(secretKey, purpose, accessOf(link), new Date(now.getTime() + ACCESS_MS));

/** Whether the value of an access header opens a link. */
export function isAccess(
  secretKey: string,
  purpose: string,
  { link, given, now }: { link: ProtectedLink; given: string | null; now: Date },
): boolean {
  if (given === null) return false;
  return JSON.stringify(readToken(secretKey, purpose, given, now)) === JSON.stringify(accessOf(link));
}

/** Returns a header of at most 1,000 characters, or null. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  const given = request.headers[name.toLowerCase()];
  return typeof given === 'string' && given.length <= 1000 ? given : null;
}

/** Shared pages are only for people with the link, not for caches, search engines or linked sites. */
export function hide(reply: FastifyReply): void {
  reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('referrer-policy', 'no-referrer');
}
