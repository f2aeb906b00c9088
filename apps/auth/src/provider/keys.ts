import { randomBytes } from 'node:crypto';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  jwtVerify,
} from 'jose';
import type { Config } from '../config.ts';
import { type Database, type Queryable, underStartLock } from '../database.ts';
import type { Vault } from '../vault.ts';
import { ownClients } from './clients.ts';
import { listRevocations } from './revocations.ts';

/** Key lifetimes in seconds. */
const keyTimes = {
  /** Age after which a signing key is replaced. */
  signFor: 90 * 24 * 3600,
  /** How long a new key is published before it signs: longer than anyone caches the key set. */
  publishAhead: 3600,
  /**
   * How long a key stays published after its last signature: access tokens last at most an hour,
   * but an ID token can be the hint of a sign-out until its session ends.
   */
  keepAfter: 15 * 24 * 3600,
};

/** The current keys: the first one signs, the others only verify. */
export interface KeySet {
  signing: JWK[];
  cookies: string[];
  /** Key for tokens that bind a form to its browser. */
  form: string;
  /** Changes with the set or its order. */
  version: string;
}

/** Binds encrypted private keys to their purpose. */
const ownerOf = (kid: string) => `signing-key:${kid}`;

const inOrder = `order by (active_from <= now()) desc,
  case when active_from <= now() then active_from end desc, active_from`;

/**
 * Loads the keys: creates missing ones, replaces expired ones, encrypts plain-text ones of earlier
 * versions and deletes unneeded ones.
 * @throws Error if `SECRET_KEY` doesn't decrypt a key
 */
export async function loadKeys(db: Database, vault: Vault): Promise<KeySet> {
  return await underStartLock(db, async (client) => {
    await client.query(
      `delete from signing_key k using (
         select kid, lead(active_from) over (order by active_from, kid) as followed_at from signing_key
       ) s where s.kid = k.kid and s.followed_at < now() - make_interval(secs => $1)`,
      [keyTimes.keepAfter],
    );
    await sealPlainKeys(client, vault);
    const { rows: ages } = await client.query<{ newest: number | null }>(
      'select extract(epoch from now() - max(active_from))::float8 as newest from signing_key',
    );
    const newest = ages[0]?.newest ?? null;
    if (newest === null) await addKey(client, vault, 0);
    else if (newest > keyTimes.signFor) await addKey(client, vault, keyTimes.publishAhead);
    const { rows } = await client.query<{ kid: string; sealed: string }>(
      `select kid, sealed_jwk as sealed from signing_key ${inOrder}`,
    );
    const signing = rows.map(({ kid, sealed }) => openKey(vault, kid, sealed));
    const cookies = await secret(client, 'cookies');
    const form = await secret(client, 'form');
    return { signing, cookies: [cookies], form, version: signing.map((key) => key.kid).join(' ') };
  });
}

/** Returns the version of the stored key set, to compare with `KeySet.version`. */
export async function readKeysVersion(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ kid: string }>(`select kid from signing_key ${inOrder}`);
  return rows.map(({ kid }) => kid).join(' ');
}

/**
 * Adds a signing key.
 * @param now true if it must sign immediately (a key has leaked); otherwise it signs once verifiers
 * know it
 * @returns the new key's id and when it starts signing
 */
export async function rotateKeys(
  db: Database,
  vault: Vault,
  { now = false }: { now?: boolean } = {},
): Promise<{ kid: string; activeFrom: Date }> {
  return await underStartLock(db, (client) => addKey(client, vault, now ? 0 : keyTimes.publishAhead));
}

/**
 * Revokes a leaked key: it is unpublished, and verifiers that read our revocation list reject its
 * tokens within seconds. A new key signs immediately if there is no other.
 * @returns the new key, if one was needed
 * @throws Error if the key doesn't exist
 */
export async function revokeKey(db: Database, vault: Vault, kid: string): Promise<{ kid: string } | null> {
  return await underStartLock(db, async (client) => {
    const { rowCount } = await client.query('delete from signing_key where kid = $1', [kid]);
    if (!rowCount) throw new Error(`There is no signing key ${kid}. Published keys are listed at /jwks.`);
    await client.query(`insert into revocation (kind, id) values ('key', $1) on conflict do nothing`, [kid]);
    const { rowCount: active } = await client.query(
      'select 1 from signing_key where active_from <= now() limit 1',
    );
    return active ? null : await addKey(client, vault, 0);
  });
}

async function sealPlainKeys(client: Queryable, vault: Vault): Promise<void> {
  const { rows } = await client.query<{ kid: string; key: JWK }>(
    'select kid, private_jwk as key from signing_key where private_jwk is not null',
  );
  for (const { kid, key } of rows) {
    await client.query('update signing_key set sealed_jwk = $2, private_jwk = null where kid = $1', [
      kid,
      vault.seal(ownerOf(kid), JSON.stringify(key)),
    ]);
  }
}

function openKey(vault: Vault, kid: string, sealed: string): JWK {
  try {
    return JSON.parse(vault.open(ownerOf(kid), sealed)) as JWK;
  } catch {
    throw new Error(
      `SECRET_KEY does not open the signing key ${kid}. Start with the SECRET_KEY it was sealed with, or drop the key with rotate-keys.ts --revoke ${kid}.`,
    );
  }
}

async function addKey(
  client: Queryable,
  vault: Vault,
  ahead: number,
): Promise<{ kid: string; activeFrom: Date }> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const key = { ...jwk, kid, alg: 'RS256', use: 'sig' };
  const { rows } = await client.query<{ active_from: Date }>(
    `insert into signing_key (kid, sealed_jwk, active_from)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3)) returning active_from`,
    [kid, vault.seal(ownerOf(kid), JSON.stringify(key)), ahead],
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

/**
 * Validates an access token.
 * @param authorization the request header
 * @returns the account's id; undefined if there is none, it wasn't issued here for one of our apps,
 * or its session ended
 */
export async function readAccessToken(
  { config, db, signingKeys }: { config: Config; db: Database; signingKeys: KeySet['signing'] },
  authorization: string | undefined,
): Promise<string | undefined> {
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
  if (!token) return undefined;
  const keys = signingKeys.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }));
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      issuer: config.issuer,
      audience: config.audience,
      algorithms: ['RS256'],
      typ: 'at+jwt',
    });
    const own = ownClients(config).some(({ client_id }) => client_id === payload.client_id);
    if (!own) return undefined;
    const { sessions, grants } = await listRevocations(db);
    const revoked = sessions.includes(String(payload.sid)) || grants.includes(String(payload.gid));
    return revoked ? undefined : payload.sub;
  } catch {
    return undefined;
  }
}
