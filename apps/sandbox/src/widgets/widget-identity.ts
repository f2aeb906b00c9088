import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the messenger sends of who writes. */
export interface IdentityClaim {
  app_id?: string | undefined;
  intercom_user_jwt?: string | undefined;
}

/** Who it is, or what is wrong about it. */
export type IdentityAnswer = { userId: string; wrong: null } | { userId: null; wrong: string };

const wrong = (text: string): IdentityAnswer => ({ userId: null, wrong: text });

/** Checks who writes, as the vendor does once the check is enforced. */
export function checkIdentity({ intercom_user_jwt: token }: IdentityClaim, secret: string): IdentityAnswer {
  if (!token) return wrong('There is no token.');
  const [head = '', body = '', signature = '', more] = token.split('.');
  const header = parsed(head);
  const claims = parsed(body);
  if (more !== undefined || !header || !claims) return wrong('The token cannot be read.');
  if (header.alg !== 'HS256') return wrong('The token is not signed with HS256.');
  const right = createHmac('sha256', secret).update(`${head}.${body}`).digest();
  if (!same(right, Buffer.from(signature, 'base64url')))
    return wrong('The token was signed with another secret.');
  const { exp, user_id: userId } = claims;
  if (exp !== undefined && !(Number(exp) * 1000 > Date.now())) return wrong('The token has expired.');
  if (typeof userId !== 'string' || userId === '') return wrong('The token has no user_id.');
  return { userId, wrong: null };
}

const same = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

function parsed(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
