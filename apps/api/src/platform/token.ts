import { createHash } from 'node:crypto';
import { problem } from '@troupe/domain/problem';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Config } from './config.ts';

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** What a verified access token says. */
export interface TokenClaims {
  subject: string;
  groups: string[];
  payload: JWTPayload;
}

const MAX_CACHE_MS = 60_000;
const CLOCK_TOLERANCE_S = 30;

/**
 * Verifies access tokens of any standards-conforming issuer. A verified token is remembered until it expires,
 * at most 60 s, because checking a signature costs far more than a look-up.
 */
export class TokenVerifier {
  readonly #config: Config;
  readonly #seen = new LRUCache<string, TokenClaims>({ max: 10_000 });
  #discovery: Promise<{ keys: Keys; userinfo: string | null }> | null = null;

  constructor(config: Config) {
    this.#config = config;
  }

  /** The claims of a token. Refusals are `unauthenticated`; a key host that does not answer is `unavailable`. */
  async verify(token: string): Promise<TokenClaims> {
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.#seen.get(key);
    if (known) return known;
    const { keys } = await this.#discover();
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keys, {
        issuer: this.#config.OIDC_ISSUER,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['sub', 'exp'],
        ...(this.#config.OIDC_TOKEN_TYP ? { typ: this.#config.OIDC_TOKEN_TYP } : {}),
      }));
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
        throw keyHostDown(error);
      throw problem('unauthenticated', { detail: error.code });
    }
    this.#checkAudience(payload);
    const claims: TokenClaims = { subject: String(payload.sub), groups: this.#groups(payload), payload };
    const left = Number(payload.exp) * 1000 - Date.now();
    if (left > 0) this.#seen.set(key, claims, { ttl: Math.min(left, MAX_CACHE_MS) });
    return claims;
  }

  /** The person's claims from the issuer's user-info address, for issuers whose access tokens carry none. */
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

  // Some issuers (Cognito) put no audience into access tokens: there the client id stands in for it, and
  // `token_use` tells an access token from an ID token.
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

  async #fetchDiscovery(): Promise<{ keys: Keys; userinfo: string | null }> {
    const { OIDC_ISSUER: issuer, OIDC_JWKS_URI: jwksUri } = this.#config;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const remote = (uri: string) => createRemoteJWKSet(new URL(uri), { timeoutDuration: 5000 });
    const response = await fetch(address, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) {
      if (jwksUri) return { keys: remote(jwksUri), userinfo: null };
      throw new Error(`The issuer's configuration answered ${response.status}`);
    }
    const found = (await response.json()) as { jwks_uri: string; userinfo_endpoint?: string };
    return { keys: remote(jwksUri ?? found.jwks_uri), userinfo: found.userinfo_endpoint ?? null };
  }
}

const keyHostDown = (detail: unknown) =>
  problem('unavailable', { message: 'The login host does not answer. Try again in a moment.', detail });
