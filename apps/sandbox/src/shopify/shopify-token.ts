import type { AccessToken, AuthorizationCode, RefreshToken, Shop } from './shopify-entity.ts';
import { randomHex } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

const CODE_LIVES_MS = 10 * 60_000;
/** A refresh token that was used may be used again for so long at most, counted from the first time. */
const AGAIN_WITHIN_MS = 30 * 86_400_000;

/** A refusal of the token endpoint, in the shape of OAuth. */
export class TokenRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  toBody(): Record<string, string> {
    return { error: this.code, error_description: this.message };
  }
}

/** What the token endpoint gives. */
export type TokenAnswer = {
  access_token: string;
  scope: string;
  expires_in?: number;
  refresh_token?: string;
  refresh_token_expires_in?: number;
};

/** A code that can be exchanged once, for the scopes that were consented to. */
export function newCode(store: ShopifyStore, domain: string, scopes: string[]): AuthorizationCode {
  const code = {
    code: randomHex(),
    shop: domain,
    scopes,
    expiresAt: Date.now() + CODE_LIVES_MS,
    used: false,
  };
  store.state.codes.set(code.code, code);
  return code;
}

/** What was consented to becomes a token; the app counts as installed from now on. */
export function exchangeCode(
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  shop: Shop,
  text: string,
  expiring: boolean,
): TokenAnswer {
  const code = store.state.codes.get(text);
  if (!code || code.shop !== shop.domain || code.used || code.expiresAt <= Date.now())
    throw new TokenRefusal(
      400,
      'invalid_request',
      'The authorization code was not found or was already used',
    );
  code.used = true;
  shop.installation = { at: shop.installation?.at ?? new Date().toISOString(), scopes: code.scopes };
  webhooks.withdrawRedact(shop.domain);
  // A store and an app have one expiring token at a time.
  for (const kept of [store.state.tokens, store.state.refreshTokens])
    for (const [key, one] of kept) if (one.shop === shop.domain) kept.delete(key);
  return giveToken(store, shop.domain, code.scopes, expiring ? null : undefined);
}

/** A new pair for a refresh token, which stays usable until the new one is used for the first time. */
export function refresh(store: ShopifyStore, shop: Shop, text: string): TokenAnswer {
  const found = store.state.refreshTokens.get(text);
  const now = Date.now();
  const tooLate = found?.usedAt != null && now - found.usedAt > AGAIN_WITHIN_MS;
  if (!found || found.shop !== shop.domain || found.expiresAt <= now || tooLate)
    throw new TokenRefusal(
      400,
      'invalid_grant',
      'The refresh token is invalid, expired or was already replaced',
    );
  found.usedAt ??= now;
  for (const [key, one] of store.state.refreshTokens) {
    // Whatever came before, and other replacements of the same one, end with its first use.
    const stays = one.token === found.token || one.replaces === found.token || one.shop !== shop.domain;
    if (!stays) store.state.refreshTokens.delete(key);
  }
  return giveToken(store, shop.domain, found.scopes, found.token);
}

/** @param replaces the refresh token before; null where it is the first; undefined for a token that never expires */
function giveToken(
  store: ShopifyStore,
  shop: string,
  scopes: string[],
  replaces: string | null | undefined,
): TokenAnswer {
  const { tokenSeconds, refreshTokenSeconds } = store.settings;
  const expires = replaces !== undefined;
  const token: AccessToken = {
    token: `shpat_${randomHex()}`,
    shop,
    scopes,
    expiresAt: expires ? Date.now() + tokenSeconds * 1000 : null,
  };
  store.state.tokens.set(token.token, token);
  const answer = { access_token: token.token, scope: scopes.join(',') };
  if (!expires) return answer;
  const refreshToken: RefreshToken = {
    token: `shprt_${randomHex()}`,
    shop,
    scopes,
    expiresAt: Date.now() + refreshTokenSeconds * 1000,
    replaces,
    usedAt: null,
  };
  store.state.refreshTokens.set(refreshToken.token, refreshToken);
  return {
    ...answer,
    expires_in: tokenSeconds,
    refresh_token: refreshToken.token,
    refresh_token_expires_in: refreshTokenSeconds,
  };
}

/** Lets tokens end now, as if their time were over. */
export function expireTokens(store: ShopifyStore, domain: string, which: 'access' | 'refresh'): number {
  let ended = 0;
  const kept = which === 'access' ? store.state.tokens : store.state.refreshTokens;
  for (const one of kept.values()) {
    if (one.shop !== domain) continue;
    one.expiresAt = Date.now();
    ended += 1;
  }
  return ended;
}
