import type { HostConfig } from './host-config.ts';

/** A signed-in browser's session, as the OpenID client stores it. */
export interface Session {
  token: string;
  /** Subject of the token: whose session this is. */
  subject: string;
  /** Seconds since 1970. */
  expiresAt: number;
  /** Groups in the identity token. */
  groups: readonly string[];
}

export const STORAGE_PREFIX = 'troupe.';

/** Seconds until the access token of a session expires. */
export const secondsLeft = ({ expiresAt }: Pick<Session, 'expiresAt'>): number =>
  expiresAt - Date.now() / 1000;

/** Tokens with less than this left are renewed before a call, in seconds. */
const USABLE_SECONDS = 30;

/** Whether a call can be made with the token of a session as it is. */
export const isUsable = (session: Pick<Session, 'expiresAt'>): boolean =>
  secondsLeft(session) > USABLE_SECONDS;

/** The storage key of an app's session. */
export const sessionKeyOf = ({ issuer, clientId }: Pick<HostConfig, 'issuer' | 'clientId'>): string =>
  `${STORAGE_PREFIX}user:${issuer}:${clientId}`;

interface StoredUser {
  access_token?: string;
  expires_at?: number;
  profile?: { sub?: string; groups?: string[]; 'cognito:groups'?: string[] };
}

/** The session in this browser's storage; null when signed out. */
export function storedSession(key: string): Session | null {
  try {
    const user = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredUser | null;
    if (!user?.access_token || !user.profile?.sub) return null;
    return {
      token: user.access_token,
      subject: user.profile.sub,
      expiresAt: user.expires_at ?? 0,
      groups: user.profile.groups ?? user.profile['cognito:groups'] ?? [],
    };
  } catch {
    return null;
  }
}
