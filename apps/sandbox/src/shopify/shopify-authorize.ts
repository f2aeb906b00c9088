import type { Shop } from './shopify-entity.ts';
import { SCOPES, scopesOf } from './shopify-scope.ts';
import { hostOf, randomHex, signedQuery, timestampOf } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { newCode } from './shopify-token.ts';

/** Why a person cannot be asked for consent, in the platform's words. */
export class ConsentRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What an app asks a merchant for. */
export interface ConsentRequest {
  scopes: string[];
  redirectUri: string;
  state: string | null;
}

/** Reads the query of `/admin/oauth/authorize`; people are sent only to the app's own addresses. */
export function readConsent(store: ShopifyStore, query: URLSearchParams): ConsentRequest {
  if (query.get('client_id') !== store.config.key)
    throw new ConsentRefusal(
      400,
      'Oauth error application_cannot_be_found: The application could not be found.',
    );
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri) || new URL(redirectUri).origin !== new URL(store.settings.webOrigin).origin)
    throw new ConsentRefusal(400, 'Oauth error invalid_request: The redirect_uri is not whitelisted.');
  const scopes = scopesOf(query.get('scope') ?? '');
  const unknown = scopes.find((scope) => !(scope in SCOPES));
  if (unknown !== undefined)
    throw new ConsentRefusal(400, `Oauth error invalid_scope: The access scope is invalid: ${unknown}`);
  return { scopes, redirectUri, state: query.get('state') };
}

/** Whether the merchant has already said yes to all of it. */
export const isGranted = (shop: Shop, { scopes }: ConsentRequest): boolean =>
  shop.installation !== null && scopes.every((scope) => shop.installation?.scopes.includes(scope));

/** Where the person goes after a yes, with a code for what this merchant gives. */
export function consentAddress(store: ShopifyStore, shop: Shop, asked: ConsentRequest): string {
  const scopes = asked.scopes.filter((scope) => !shop.withheld.includes(scope));
  const code = newCode(store, shop.domain, scopes);
  const failure = store.failures.decide(shop.domain, ['authorize'])?.failure;
  if (failure === 'used_code') code.used = true;
  return backTo(asked, {
    domain: failure === 'other_shop' ? otherShop(store, shop) : shop.domain,
    answer: { code: code.code },
    state: failure === 'wrong_state' ? randomHex() : asked.state,
    moved: failure === 'stale' ? -300 : 0,
    secret: failure === 'wrong_hmac' ? randomHex() : store.config.secret,
  });
}

/** Where the person goes after a no. */
export const declineAddress = (store: ShopifyStore, shop: Shop, asked: ConsentRequest): string =>
  backTo(asked, {
    domain: shop.domain,
    answer: { error: 'access_denied' },
    state: asked.state,
    moved: 0,
    secret: store.config.secret,
  });

/** Scopes that are asked for and that this merchant keeps back. */
export const withheldOf = (shop: Shop, { scopes }: ConsentRequest): string[] =>
  scopes.filter((scope) => shop.withheld.includes(scope));

function otherShop(store: ShopifyStore, shop: Shop): string {
  return [...store.shops.keys()].find((domain) => domain !== shop.domain) ?? shop.domain;
}

function backTo(
  asked: ConsentRequest,
  back: {
    domain: string;
    answer: Record<string, string>;
    state: string | null;
    moved: number;
    secret: string;
  },
): string {
  const address = new URL(asked.redirectUri);
  const query = signedQuery(
    {
      ...Object.fromEntries(address.searchParams),
      ...back.answer,
      host: hostOf(back.domain),
      shop: back.domain,
      ...(back.state !== null && { state: back.state }),
      timestamp: timestampOf(back.moved),
    },
    back.secret,
  );
  address.search = query.toString();
  return address.href;
}
