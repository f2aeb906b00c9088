import { createHash } from 'node:crypto';
import { lifetimes } from '../config.ts';
import type { Queryable } from '../database.ts';

/** Path of the revocation list for verifiers, named in the discovery document. */
export const revocationPath = '/revocations';

/** Returns the public id of a session or grant: a hash, because the real ids are secrets. */
export const publicId = (id: string): string =>
  createHash('sha256').update(`troupe:${id}`).digest('base64url').slice(0, 27);

/** Everything revoked before its tokens expired. Always complete, so readers keep no state. */
export interface RevocationList {
  /** Ids of signing keys. */
  keys: string[];
  /** Values of the claims `sid` and `gid`. */
  sessions: string[];
  grants: string[];
}

// Replacing a session's cookie deletes and inserts it within one request.
const settledAfter = 2;

/** How long one query result is shared, in milliseconds. */
const SHARED_MS = 1_000;

/** Returns a reader that queries the database at most once a second for all callers. */
export function sharedRevocations(db: Queryable): () => Promise<RevocationList> {
  let reading: Promise<RevocationList> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (reading && now - readAt < SHARED_MS) return reading;
    readAt = now;
    const latest = listRevocations(db);
    latest.catch(() => {
      if (reading === latest) reading = undefined;
    });
    reading = latest;
    return latest;
  };
}

/** Returns revocations younger than the longest lifetime of an access token. */
export async function listRevocations(db: Queryable): Promise<RevocationList> {
  const { rows } = await db.query<{ kind: 'key' | 'session' | 'grant'; id: string }>(
    `select kind, id from revocation r
     where kind = 'key'
        or (revoked_at > now() - make_interval(secs => $1) and revoked_at < now() - make_interval(secs => $2)
            and not exists (select from oidc_model m where kind = 'session' and m.model = 'Session' and m.uid = r.id)
            and not exists (select from oidc_model m where kind = 'grant' and m.model = 'Grant' and m.grant_id = r.id))`,
    [lifetimes.accessToken + 5 * 60, settledAfter],
  );
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { keys: of('key'), sessions: of('session').map(publicId), grants: of('grant').map(publicId) };
}
