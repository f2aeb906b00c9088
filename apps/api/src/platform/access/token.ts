import { hash } from 'node:crypto';
import { Problem, problem } from '@troupe/domain/problem';
import { upTo } from '@troupe/server/cache';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { RevocationList } from './revocation-list.ts';

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** The issuer's discovery document. */
interface Discovery {
  keys: Keys;
  userinfo: string | null;
  /** Null for issuers without a revocation list. */
  revoked: RevocationList | null;
}

interface Verified {
  claims: TokenClaims;
  kid: string;
}

/** The contents of a verified access token. */
export interface TokenClaims {
  subject: string;
  groups: string[];
  payload: JWTPayload;
}

const MAX_CACHE_MS = 60_000;
const CLOCK_TOLERANCE_S = 30;

/**
 * Verifies access tokens of any standards-conforming issuer. Verified tokens are cached until they expire, at most 60
 * s, because verifying a signature is much slower than a lookup. Rejects tokens issued longer than
 * `OIDC_TOKEN_MAX_AGE_S` ago, and those of revoked keys and sessions even if cached.
 */
export class TokenVerifier {
  readonly #config: Config;
  readonly #seen = new LRUCache<string, Verified>(upTo(10_000));
  #discovery: Promise<Discovery> | null = null;

  constructor(config: Config) {
    this.#config = config;
  }

  /** Returns the claims of a token. Throws `unauthenticated`, or `unavailable` when the key host doesn't respond. */
  async verify(token: string): Promise<TokenClaims> {
    const key = hash('sha256', token, 'base64');
    const discovery = await this.#discover();
    // Refresh before verifying: a revoked key must not pass with a cached key set.
    await discovery.revoked?.refresh();
    const verified = this.#seen.get(key) ?? (await this.#check(token, key, discovery));
    if (isRevoked(discovery, verified)) {
      this.#seen.delete(key);
      throw problem('unauthenticated', { detail: 'revoked' });
    }
    return verified.claims;
  }

  /** Returns whether a verified token has been revoked since; for streams that outlive their request. */
  async hasEnded(token: string): Promise<boolean> {
    try {
      await this.verify(token);
      return false;
    } catch (error) {
      return error instanceof Problem && error.code === 'unauthenticated';
    }
  }

  async #check(token: string, key: string, { keys }: Discovery): Promise<Verified> {
    let payload: JWTPayload;
    let kid: string;
    try {
      const result = await jwtVerify(token, keys, {
        issuer: this.#config.OIDC_ISSUER,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['sub', 'exp', 'iat'],
        maxTokenAge: this.#config.OIDC_TOKEN_MAX_AGE_S,
        ...(this.#config.OIDC_TOKEN_TYP ? { typ: this.#config.OIDC_TOKEN_TYP } : {}),
      });
      payload = result.payload;
      kid = result.protectedHeader.kid ?? '';
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
        throw keyHostDown(error);
      throw problem('unauthenticated', { detail: error.code });
    }
    this.#checkAudience(payload);
    const claims: TokenClaims = { subject: String(payload.sub), groups: this.#groups(payload), payload };
    const verified = { claims, kid };
    const ends = Math.min(Number(payload.exp), Number(payload.iat) + this.#config.OIDC_TOKEN_MAX_AGE_S);
    const left = ends * 1000 - Date.now();
    if (left > 0) this.#seen.set(key, verified, { ttl: Math.min(left, MAX_CACHE_MS) });
    return verified;
  }

  /** Returns the user's claims from the user-info endpoint, for issuers whose access tokens have none. */
  async userinfo(token: string): Promise<JWTPayload> {
    const { userinfo } = await this.#discover();
    if (!userinfo) return {};
    const response = await fetch(userinfo, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(5000),
    }).catch((error: unknown) => {
      throw keyHostDown(error);
    });
    return response.ok ? ((await response.json()) as JWTPayload) : {};
  }

  // Some issuers (Cognito) have no audience in access tokens: check the client ID instead, and `token_use` to exclude
  // ID tokens.
  #checkAudience(payload: JWTPayload): void {
    const { OIDC_AUDIENCE: audience, OIDC_CLIENT_IDS: clients } = this.#config;
    if (payload.aud !== undefined && audience) {
      if ([payload.aud].flat().includes(audience)) return;
      throw problem('unauthenticated', { detail: 'audience' });
    }
    const client = payload.client_id ?? payload.azp;
    if (clients.length > 0) {
      if (clients.includes(String(client)) && (payload.token_use ?? 'access') === 'access') return;
      throw problem('unauthenticated', { detail: 'client' });
    }
    if (audience) throw problem('unauthenticated', { detail: 'no audience' });
  }

  #groups(payload: JWTPayload): string[] {
    return this.#config.OIDC_GROUPS_CLAIM.flatMap((claim) => payload[claim] ?? []).map((group) =>
      String(group).replace(/^\//, ''),
    );
  }

  #discover() {
    this.#discovery ??= this.#fetchDiscovery().catch((error: unknown) => {
      this.#discovery = null;
      throw keyHostDown(error);
    });
    return this.#discovery;
  }

  async #fetchDiscovery(): Promise<Discovery> {
    const { OIDC_ISSUER: issuer, OIDC_JWKS_URI: jwksUri } = this.#config;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const remote = (uri: string) => createRemoteJWKSet(new URL(uri), { timeoutDuration: 5000 });
    const response = await fetch(address, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) {
      if (jwksUri) return { keys: remote(jwksUri), userinfo: null, revoked: null };
      throw new Error(`The issuer's configuration responded with ${response.status}`);
    }
    const found = (await response.json()) as {
      jwks_uri: string;
      userinfo_endpoint?: string;
      revocation_list_uri?: string;
    };
    const keys = remote(jwksUri ?? found.jwks_uri);
    // A revoked key is no longer published: drop the cached key set.
    const revoked = found.revocation_list_uri
      ? new RevocationList(found.revocation_list_uri, () => keys.reload())
      : null;
    return { keys, userinfo: found.userinfo_endpoint ?? null, revoked };
  }
}

const isRevoked = ({ revoked }: Discovery, { claims, kid }: Verified): boolean =>
  revoked?.names({ kid, sid: claims.payload.sid, gid: claims.payload.gid }) ?? false;

const keyHostDown = (detail: unknown) =>
  problem('unavailable', { message: "The login service isn't responding. Try again in a moment.", detail });
