import { readToken, signToken } from '../access/secret.ts';
import type { Config } from '../config.ts';

const HOUR = 3_600_000;
const PURPOSE = 'file';

/** What a signed address leads to. */
export interface FileGrant {
  key: string;
  name: string;
  type: string;
  bytes: number;
  /** When the rights to use it end, ISO 8601; from then on the address is refused with `rights_expired`. */
  rightsEnd?: string | null;
}

/**
 * An address of a kept file that anybody may open for one to two hours. It is the same all through an hour, so that
 * browsers keep what they have loaded.
 */
export function fileAddress(
  { SECRET_KEY, API_ORIGIN }: Pick<Config, 'SECRET_KEY' | 'API_ORIGIN'>,
  { key, name, type, bytes, rightsEnd }: FileGrant,
  now: Date,
): string {
  const expires = new Date((Math.floor(now.getTime() / HOUR) + 2) * HOUR);
  const grant = { k: key, n: name.slice(0, 200), t: type, b: bytes, ...(rightsEnd ? { r: rightsEnd } : {}) };
  return `${API_ORIGIN}/file/${signToken(SECRET_KEY, PURPOSE, grant, expires)}`;
}

/** What an address grants; null when it was not signed here, or has expired. */
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
