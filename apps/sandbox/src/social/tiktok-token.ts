import type { Account, SocialWorld } from './social-world.ts';

const HOUR = 3_600_000;

/** What a creator's consent gives: an access token for 24 hours and one to renew it for a year. */
export interface TiktokTokens {
  open_id: string;
  scope: string;
  access_token: string;
  expires_in: number;
  refresh_token: string;
  refresh_expires_in: number;
  token_type: 'Bearer';
}

const token = (kind: string, origin: string, expires: number) =>
  `${kind}.${Buffer.from(origin).toString('base64url')}.${expires}`;

/** Tokens as they are given out after a consent, or for a token to renew. */
export function issueTokens(account: Account, now: Date): TiktokTokens {
  return {
    open_id: account.id,
    scope: 'user.info.basic,user.info.profile,user.info.stats,video.list',
    access_token: token('act', account.origin, now.getTime() + 24 * HOUR),
    expires_in: 24 * 3600,
    refresh_token: token('rft', account.origin, now.getTime() + 365 * 24 * HOUR),
    refresh_expires_in: 365 * 24 * 3600,
    token_type: 'Bearer',
  };
}

/** Whose token it is; null when it is none, has expired, or the consent was withdrawn. */
export function holderOf(world: SocialWorld, kind: 'act' | 'rft', text: string, now: Date): Account | null {
  const [is, name = '', expires = ''] = text.split('.');
  if (is !== kind || !(Number(expires) > now.getTime())) return null;
  const origin = Buffer.from(name, 'base64url').toString();
  const account = origin ? world.ofOrigin('tiktok', origin) : null;
  return account && account.state !== 'revoked' && account.state !== 'gone' ? account : null;
}
