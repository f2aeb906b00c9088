import { config } from '../config.ts';

/** What a signed-in browser holds, as the OpenID client keeps it in the browser's storage. */
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
export const sessionKey = `${STORAGE_PREFIX}user:${config.issuer}:${config.clientId}`;

interface StoredUser {
  access_token?: string;
  expires_at?: number;
  profile?: { sub?: string; groups?: string[]; 'cognito:groups'?: string[] };
}

/** The session in this browser's storage; null where nobody is signed in. */
export function storedSession(): Session | null {
  try {
    const user = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as StoredUser | null;
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
