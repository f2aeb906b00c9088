import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Database, type Queryable, underStartLock } from './database.ts';

/** When keys change. All in seconds. */
const keyTimes = {
  /** A key that has signed this long is followed by a new one. */
  signFor: 90 * 24 * 3600,
  /** A new key is published this long before it signs: longer than anybody caches the key set. */
  publishAhead: 3600,
  /**
   * A key stays published this long after its last signature: the longest life of an access token is an hour,
   * but an ID token may come back as the hint of a sign-out as late as its session ends.
   */
  keepAfter: 15 * 24 * 3600,
};

/** Keys of one moment: the first one signs, the others only verify. */
export interface KeySet {
  signing: JWK[];
  cookies: string[];
  /** Key for the tokens that bind a form to its browser. */
  form: string;
  /** Changes whenever the set or its order does. */
  version: string;
}

/**
 * Reads the keys; makes what is missing (first start) or too old, and takes away keys nobody needs any more.
 */
export async function loadKeys(db: Database): Promise<KeySet> {
  return await underStartLock(db, async (client) => {
    await client.query(
      `delete from signing_key k using (
         select kid, lead(active_from) over (order by active_from, kid) as followed_at from signing_key
       ) s where s.kid = k.kid and s.followed_at < now() - make_interval(secs => $1)`,
      [keyTimes.keepAfter],
    );
    const { rows: ages } = await client.query<{ newest: number | null }>(
      'select extract(epoch from now() - max(active_from))::float8 as newest from signing_key',
    );
    const newest = ages[0]?.newest ?? null;
    if (newest === null) await addKey(client, 0);
    else if (newest > keyTimes.signFor) await addKey(client, keyTimes.publishAhead);
    const { rows } = await client.query<{ private_jwk: JWK }>(
      `select private_jwk from signing_key
       order by (active_from <= now()) desc, case when active_from <= now() then active_from end desc, active_from`,
    );
    const signing = rows.map((row) => row.private_jwk);
    const cookies = await secret(client, 'cookies');
    const form = await secret(client, 'form');
    return { signing, cookies: [cookies], form, version: signing.map((key) => key.kid).join(' ') };
  });
}

/**
 * Adds a signing key.
 * @param now true: it signs at once (a key has leaked); otherwise after the time in which verifiers learn of it
 * @returns the new key's id and the moment from which it signs
 */
export async function rotateKeys(
  db: Database,
  { now = false }: { now?: boolean } = {},
): Promise<{ kid: string; activeFrom: Date }> {
  return await underStartLock(db, (client) => addKey(client, now ? 0 : keyTimes.publishAhead));
}

async function addKey(client: Queryable, ahead: number): Promise<{ kid: string; activeFrom: Date }> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const { rows } = await client.query<{ active_from: Date }>(
    `insert into signing_key (kid, private_jwk, active_from)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3)) returning active_from`,
    [kid, { ...jwk, kid, alg: 'RS256', use: 'sig' }, ahead],
  );
  return { kid, activeFrom: rows[0]?.active_from ?? new Date() };
}

async function secret(client: Queryable, name: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(
    `insert into secret (name, value) values ($1, $2)
     on conflict (name) do update set name = excluded.name returning value`,
    [name, randomBytes(32).toString('base64url')],
  );
  return rows[0]?.value ?? '';
}
