import { createHmac, randomBytes } from 'node:crypto';
import { shopOf } from '@troupe/domain/commerce/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere, type Html, html, sendVendorPage } from '../page/page.ts';
import { ok, Refusal } from '../platform/faults.ts';
import { answerShop, refusal, tokenOf, wrongToken } from './shopify-context.ts';
import type { Shop } from './shopify-order.ts';
import type { AccessToken, ShopifyStore } from './shopify-store.ts';

const CODE_LIVES_MS = 10 * 60_000;
const TOKEN_SECONDS = 3600;
const REFRESH_TOKEN_SECONDS = 90 * 86_400;

/** Possible errors of signed links to the app. */
export const linkTroubles = [
  'stale',
  'altered_host',
  'wrong_hmac',
  'foreign_domain',
  'no_shop',
  'no_hmac',
  'no_host',
] as const;
export type LinkTrouble = (typeof linkTroubles)[number];

/** An unguessable id or token. */
const randomHex = (): string => randomBytes(16).toString('hex');

/** The `hmac` of a query: lowercase hex over its other fields, sorted by name. */
function queryHmac(query: URLSearchParams, secret: string): string {
  const sorted = new URLSearchParams([...query].sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHmac('sha256', secret).update(sorted.toString()).digest('hex');
}

/** `host`: the store's admin URL, base64 without padding. */
const hostOf = (domain: string): string =>
  Buffer.from(`admin.shopify.com/store/${domain.split('.')[0]}`)
    .toString('base64')
    .replaceAll('=', '');

/** The signed query of links to the app: shop, host, time and `fields`. */
export function signedQuery(
  domain: string,
  secret: string,
  { fields = {}, trouble = '' }: { fields?: Record<string, string>; trouble?: LinkTrouble | '' } = {},
): URLSearchParams {
  const query = new URLSearchParams({
    ...fields,
    host: hostOf(domain),
    shop: trouble === 'foreign_domain' ? `${domain}.example.com` : domain,
    timestamp: String(Math.floor(Date.now() / 1000) - (trouble === 'stale' ? 300 : 0)),
  });
  query.set('hmac', queryHmac(query, trouble === 'wrong_hmac' ? randomHex() : secret));
  if (trouble === 'altered_host') query.set('host', hostOf('another-store'));
  if (trouble.startsWith('no_')) query.delete(trouble.slice(3));
  return query;
}

/** Scopes with the consent page's description. */
const SCOPES: Record<string, string> = {
  read_shopify_payments_disputes: 'Read disputed payments',
  read_orders: 'View orders of the last 60 days',
  read_all_orders: 'View all orders, regardless of age',
  read_products: 'View products',
  read_customers: 'View customers',
  read_discounts: 'View discounts',
  write_discounts: 'Create and edit discounts',
  write_draft_orders: 'Create draft orders',
};

type Form = Record<string, string>;
type ShopParams = { Params: { shop: string } };

/** Scopes an app requests from a merchant. */
type ConsentRequest = ReturnType<typeof readConsent>;

/**
 * How an app is installed and uninstalled: `GET /shopify/{shop}/admin/oauth/authorize` asks the
 * merchant (unless everything was already granted), `POST .../access_token` returns tokens for a
 * code or refresh token, and `DELETE /shopify/{shop}/admin/api_permissions/current.json` revokes
 * access.
 */
export function registerShopifyOAuth(app: FastifyInstance, store: ShopifyStore): void {
  registerConsent(app, store);
  app.post<ShopParams>('/shopify/:shop/admin/oauth/access_token', (request, reply) =>
    answerShop(store, request, reply, (shop) => ({
      names: ['access_token', '*'],
      work: (failure) => ok(answerToken(store, shop, request.body, failure)),
    })),
  );
  app.delete<ShopParams>('/shopify/:shop/admin/api_permissions/current.json', (request, reply) =>
    answerShop(store, request, reply, (shop) => ({
      names: ['api_permissions', '*'],
      work(failure) {
        tokenOf(store, shop, request);
        if (failure === 'wrong_key') throw wrongToken;
        uninstall(store, shop);
        return ok({});
      },
    })),
  );
}

function registerConsent(app: FastifyInstance, store: ShopifyStore): void {
  const path = '/shopify/:shop/admin/oauth/authorize';
  const ask = async (request: FastifyRequest<ShopParams>, reply: FastifyReply, decision: string | null) => {
    const shop = store.state.shops.get(shopOf(request.params.shop) ?? '');
    try {
      if (!shop) throw refusal(404, `There is no store at ${request.params.shop}. Check the spelling.`);
      const query = new URL(request.url, 'http://x').searchParams;
      const asked = readConsent(store, query);
      if (decision === 'decline')
        return reply.redirect(backTo(store, shop, asked, { error: 'access_denied' }), 302);
      const isGranted = asked.scopes.every((scope) => shop.installation?.scopes.includes(scope));
      if (decision !== 'install' && !isGranted) return consentPage(reply, shop, asked, query);
      const code = giveCode(store, shop, asked.scopes);
      await store.save();
      return reply.redirect(backTo(store, shop, asked, { code }), 302);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const content = html`<h1>This app can't be installed</h1><p>${error.message}</p>`;
      return merchantPage(reply, error.status, 'Not possible', content);
    }
  };
  app.get<ShopParams>(path, (request, reply) => ask(request, reply, null));
  app.post<ShopParams & { Body: URLSearchParams | null }>(path, { preHandler: fromHere }, (request, reply) =>
    ask(request, reply, request.body?.get('decision') ?? null),
  );
}

/** Validates the query of `/admin/oauth/authorize`; redirects only to the app's own URLs. */
function readConsent(store: ShopifyStore, query: URLSearchParams) {
  if (query.get('client_id') !== store.config.key)
    throw refusal(400, 'Oauth error application_cannot_be_found: The application could not be found.');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri) || new URL(redirectUri).origin !== new URL(store.settings.webOrigin).origin)
    throw refusal(400, 'Oauth error invalid_request: The redirect_uri is not whitelisted.');
  const scopes = [...new Set((query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean))];
  const unknown = scopes.find((scope) => !(scope in SCOPES));
  if (unknown !== undefined)
    throw refusal(400, `Oauth error invalid_scope: The access scope is invalid: ${unknown}`);
  return { scopes, redirectUri, state: query.get('state') ?? '' };
}

/** Returns the redirect after a decision; faults of `authorize` modify it. */
function backTo(
  store: ShopifyStore,
  { domain }: Shop,
  { redirectUri, state }: ConsentRequest,
  answer: Record<string, string>,
): string {
  const failure = store.takeFault(domain, ['authorize'])?.failure;
  const address = new URL(redirectUri);
  const fields = { ...answer, state: failure === 'wrong_state' ? randomHex() : state };
  const trouble = linkTroubles.find((one) => one === failure) ?? '';
  address.search = signedQuery(domain, store.config.secret, { fields, trouble }).toString();
  return address.href;
}

function merchantPage(reply: FastifyReply, status: number, title: string, content: Html, about = '') {
  const note = 'No store is touched.';
  return sendVendorPage(reply, { vendor: 'Sandbox store', title, content, about, note, status });
}

/** Shows the consent page. */
function consentPage(reply: FastifyReply, shop: Shop, asked: ConsentRequest, query: URLSearchParams) {
  const withheld = asked.scopes.filter((scope) => shop.withheld.includes(scope));
  const given = asked.scopes.filter((scope) => !shop.withheld.includes(scope));
  const list = (scopes: string[]) =>
    html`<ul class="plain">${scopes.map((scope) => html`<li>${SCOPES[scope] ?? scope} <code>${scope}</code></li>`)}</ul>`;
  const verb = shop.installation ? 'Update' : 'Install';
  const content = html`<h1>${verb} Troupe</h1>
<p>${shop.installation ? 'Troupe needs more access to' : 'Troupe wants to be installed on'} <strong>${shop.name}</strong>.</p>
<section class="panel"><h2>Troupe will be able to</h2>${list(given)}</section>
${withheld.length > 0 && html`<section class="panel"><h2>This store does not allow</h2>${list(withheld)}</section>`}
<form method="post" action="?${query.toString()}" class="row"><button class="main" name="decision" value="install">${verb} app</button>
<button name="decision" value="decline">Cancel</button></form>`;
  return merchantPage(reply, 200, `${verb} app`, content, shop.domain);
}

/** Creates a single-use code for the granted scopes. */
function giveCode(store: ShopifyStore, { domain, withheld }: Shop, asked: string[]): string {
  const code = randomHex();
  const scopes = asked.filter((scope) => !withheld.includes(scope));
  store.state.codes.set(code, { token: code, shop: domain, scopes, expiresAt: Date.now() + CODE_LIVES_MS });
  return code;
}

function answerToken(store: ShopifyStore, shop: Shop, body: unknown, failure: string | null): object {
  // Accepts JSON and forms.
  const fields = (body instanceof URLSearchParams ? Object.fromEntries(body) : (body ?? {})) as Form;
  if (fields.client_id !== store.config.key || failure === 'wrong_key')
    throw refusal(400, 'The application could not be found', 'application_cannot_be_found');
  if (fields.client_secret !== store.config.secret)
    throw refusal(401, 'The client secret is wrong', 'invalid_client');
  return fields.grant_type === 'refresh_token'
    ? refresh(store, shop, fields.refresh_token ?? '')
    : exchangeCode(store, shop, fields.code ?? '');
}

/** Exchanges consent for tokens and installs the app. */
function exchangeCode(store: ShopifyStore, shop: Shop, text: string): object {
  const { codes } = store.state;
  const code = codes.get(text);
  if (code?.shop !== shop.domain || code.expiresAt <= Date.now())
    throw refusal(400, 'The authorization code was not found or was already used', 'invalid_request');
  codes.delete(text);
  shop.installation = { at: shop.installation?.at ?? new Date().toISOString(), scopes: code.scopes };
  store.webhooks.withdrawRedact(shop.domain);
  // A store and an app have one expiring token at a time.
  removeTokens(store, shop);
  return giveTokens(store, shop.domain, code.scopes, null);
}

function removeTokens({ state }: ShopifyStore, { domain }: Shop): void {
  for (const kept of [state.tokens, state.refreshTokens])
    for (const [key, one] of kept) if (one.shop === domain) kept.delete(key);
}

/** Returns new tokens for a refresh token, which stays valid until the new one is first used. */
function refresh(store: ShopifyStore, shop: Shop, text: string): object {
  const { refreshTokens } = store.state;
  const found = refreshTokens.get(text);
  if (found?.shop !== shop.domain || found.expiresAt <= Date.now())
    throw refusal(400, 'The refresh token is invalid, expired or was already replaced', 'invalid_grant');
  for (const [key, one] of refreshTokens) {
    // Its first use invalidates earlier tokens and other replacements.
    const stays = one.token === found.token || one.replaces === found.token || one.shop !== shop.domain;
    if (!stays) refreshTokens.delete(key);
  }
  return giveTokens(store, shop.domain, found.scopes, found.token);
}

/** @param replaces the previous refresh token; null for the first */
function giveTokens({ state }: ShopifyStore, shop: string, scopes: string[], replaces: string | null) {
  const make = (prefix: string, seconds: number): AccessToken => ({
    token: `${prefix}_${randomHex()}`,
    shop,
    scopes,
    expiresAt: Date.now() + seconds * 1000,
  });
  const token = make('shpat', TOKEN_SECONDS);
  const refreshToken = { ...make('shprt', REFRESH_TOKEN_SECONDS), replaces };
  state.tokens.set(token.token, token);
  state.refreshTokens.set(refreshToken.token, refreshToken);
  return {
    access_token: token.token,
    scope: scopes.join(','),
    expires_in: TOKEN_SECONDS,
    refresh_token: refreshToken.token,
    refresh_token_expires_in: REFRESH_TOKEN_SECONDS,
  };
}

/**
 * Uninstalls the app: tokens and codes are revoked, `app/uninstalled` is sent to subscribers,
 * subscriptions are deleted, and `shop/redact` follows after two days.
 */
export function uninstall(store: ShopifyStore, shop: Shop): void {
  const { domain } = shop;
  shop.installation = null;
  removeTokens(store, shop);
  for (const [key, code] of store.state.codes) if (code.shop === domain) store.state.codes.delete(key);
  store.webhooks.emit(domain, ['app/uninstalled'], {
    id: shop.id,
    name: shop.name,
    domain,
    currency: shop.currency,
    myshopify_domain: domain,
  });
  for (const { id } of store.subscriptionsOf(domain)) store.state.subscriptions.delete(id);
  store.webhooks.withdrawRedact(domain);
  store.webhooks.emitCompliance(shop, 'shop/redact', store.settings.redactSeconds);
}
