import type { HostConfig } from './host-config.ts';

/** A session as the OpenID client stores it. */
export interface Session {
  token: string;
  /** Subject of the token: the user. */
  subject: string;
  /** Seconds since 1970. */
  expiresAt: number;
  /** Groups in the ID token. */
  groups: readonly string[];
}

export const STORAGE_PREFIX = 'troupe.';

/** Returns the seconds until a session's access token expires. */
export const secondsLeft = ({ expiresAt }: Pick<Session, 'expiresAt'>): number =>
  expiresAt - Date.now() / 1000;

/** Tokens with less than this remaining are renewed before a call, in seconds. */
const USABLE_SECONDS = 30;

/** Whether a session's token can be used for a call without renewal. */
export const isUsable = (session: Pick<Session, 'expiresAt'>): boolean =>
  secondsLeft(session) > USABLE_SECONDS;

/** Returns the storage key of an app's session. */
export const sessionKeyOf = ({ issuer, clientId }: Pick<HostConfig, 'issuer' | 'clientId'>): string =>
  `${STORAGE_PREFIX}user:${issuer}:${clientId}`;

interface StoredUser {
  access_token?: string;
  expires_at?: number;
  profile?: { sub?: string; groups?: string[]; 'cognito:groups'?: string[] };
}

/** Returns the session in this browser's storage; null when signed out. */
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
