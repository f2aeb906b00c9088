import { readToken, signToken } from '../access/secret.ts';
import type { Config } from '../config.ts';

const HOUR = 3_600_000;
const PURPOSE = 'file';

/** The file that a signed URL gives access to. */
export interface FileGrant {
  key: string;
  name: string;
  type: string;
  bytes: number;
  /** When the usage rights end, ISO 8601; then the URL fails with `rights_expired`. */
  rightsEnd?: string | null;
}

/**
 * Returns a signed public URL of a file, valid for one to two hours. It stays the same for an hour, so that browsers
 * can cache the file.
 */
export function fileUrl(
  { SECRET_KEY, API_ORIGIN }: Pick<Config, 'SECRET_KEY' | 'API_ORIGIN'>,
  { key, name, type, bytes, rightsEnd }: FileGrant,
  now: Date,
): string {
  const expires = new Date((Math.floor(now.getTime() / HOUR) + 2) * HOUR);
  const grant = { k: key, n: name.slice(0, 200), t: type, b: bytes, ...(rightsEnd ? { r: rightsEnd } : {}) };
  return `${API_ORIGIN}/file/${signToken(SECRET_KEY, PURPOSE, grant, expires)}`;
}

/** Returns what a signed URL gives access to; null if forged or expired. */
export function readFileGrant(secretKey: string, token: string, now: Date): FileGrant | null {
  const grant = readToken(secretKey, PURPOSE, token, now) as {
    k: string;
    n: string;
    t: string;
    b: number;
    r?: string;
  } | null;
  return grant && { key: grant.k, name: grant.n, type: grant.t, bytes: grant.b, rightsEnd: grant.r ?? null };
}
