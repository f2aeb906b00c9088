import { shopOf } from '@troupe/domain/commerce/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { type Html, html } from '../page/html.ts';
import { sendVendorPage, vendorPage } from '../page/vendor-page.ts';
import { breakOff } from '../platform/faults.ts';
import { type CallFault, CallRefusal, callerOf, failCall, SCOPES, WRONG_TOKEN } from './shopify-context.ts';
import type { Shop } from './shopify-entity.ts';
import { uninstall } from './shopify-install.ts';
import { hostOf, randomHex, signedQuery, timestampOf } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { exchangeCode, newCode, refresh, type TokenAnswer, TokenRefusal } from './shopify-token.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

type ShopParams = { Params: { shop: string } };
type Fields = Record<string, unknown> | URLSearchParams | null;

/** What an app asks a merchant for. */
interface ConsentRequest {
  scopes: string[];
  redirectUri: string;
  state: string | null;
}

/** Reads the query of `/admin/oauth/authorize`; people are sent only to the app's own addresses. */
function readConsent(store: ShopifyStore, query: URLSearchParams): ConsentRequest {
  if (query.get('client_id') !== store.config.key)
    throw new CallRefusal(
      400,
      'Oauth error application_cannot_be_found: The application could not be found.',
    );
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri) || new URL(redirectUri).origin !== new URL(store.settings.webOrigin).origin)
    throw new CallRefusal(400, 'Oauth error invalid_request: The redirect_uri is not whitelisted.');
  const scopes = [...new Set((query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean))];
  const unknown = scopes.find((scope) => !(scope in SCOPES));
  if (unknown !== undefined)
    throw new CallRefusal(400, `Oauth error invalid_scope: The access scope is invalid: ${unknown}`);
  return { scopes, redirectUri, state: query.get('state') };
}

/** Where the person goes after a yes, with a code for what this merchant gives. */
function consentAddress(store: ShopifyStore, shop: Shop, asked: ConsentRequest): string {
  const scopes = asked.scopes.filter((scope) => !shop.withheld.includes(scope));
  const code = newCode(store, shop.domain, scopes);
  const failure = store.takeFault(shop.domain, ['authorize'])?.failure;
  if (failure === 'used_code') code.used = true;
  const other = [...store.state.shops.keys()].find((domain) => domain !== shop.domain) ?? shop.domain;
  return backTo(asked, {
    domain: failure === 'other_shop' ? other : shop.domain,
    answer: { code: code.code },
    state: failure === 'wrong_state' ? randomHex() : asked.state,
    moved: failure === 'stale' ? -300 : 0,
    secret: failure === 'wrong_hmac' ? randomHex() : store.config.secret,
  });
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
  const fields = {
    ...Object.fromEntries(address.searchParams),
    ...back.answer,
    host: hostOf(back.domain),
    shop: back.domain,
    ...(back.state !== null && { state: back.state }),
    timestamp: timestampOf(back.moved),
  };
  address.search = signedQuery(fields, back.secret).toString();
  return address.href;
}

function merchantPage(reply: FastifyReply, status: number, title: string, content: Html, about = '') {
  const note = 'No store is touched.';
  return sendVendorPage(reply, status, vendorPage({ vendor: 'Sandbox store', title, content, about, note }));
}

/** Asks the merchant whether the app may be installed. */
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

/**
 * How an app is let into a store and leaves it: `GET /shopify/{shop}/admin/oauth/authorize` asks the merchant (not when
 * all of it was granted before), `POST .../access_token` gives tokens for the code or for a refresh token, and
 * `DELETE /shopify/{shop}/admin/api_permissions/current.json` gives the access back.
 */
export function registerShopifyOAuth(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
): void {
  registerConsent(app, store);

  const answer = (
    call: string,
    work: (shop: Shop, request: FastifyRequest, fault: CallFault) => object,
    find: (request: FastifyRequest<ShopParams>) => Shop,
  ) =>
    async function handler(request: FastifyRequest<ShopParams>, reply: FastifyReply) {
      const { shop: domain } = request.params;
      try {
        const shop = find(request);
        const fault = await failCall(store, shop, [call, '*'], reply);
        if (fault === 'ended') return reply;
        const done = work(shop, request, fault);
        await store.save();
        store.seen(domain, call, fault === 'lost' ? 0 : 200, fault);
        return fault === 'lost' ? breakOff(reply) : reply.header('cache-control', 'no-store').send(done);
      } catch (error) {
        if (!(error instanceof TokenRefusal || error instanceof CallRefusal)) throw error;
        store.seen(domain, call, error.status, error.message);
        return reply
          .code(error.status)
          .send(error instanceof TokenRefusal ? error.toBody() : { errors: error.message });
      }
    };

  app.post<ShopParams>(
    '/shopify/:shop/admin/oauth/access_token',
    answer(
      'access_token',
      (shop, request, fault) => answerFor(store, webhooks, shop, request.body as Fields, fault),
      ({ params }) => {
        const shop = store.state.shops.get(shopOf(params.shop) ?? '');
        if (!shop) throw new TokenRefusal(404, 'invalid_request', 'There is no such store');
        return shop;
      },
    ),
  );
  app.delete<ShopParams>(
    '/shopify/:shop/admin/api_permissions/current.json',
    answer(
      'api_permissions',
      (shop, _request, fault) => {
        if (fault === 'wrong_key') throw new CallRefusal(401, WRONG_TOKEN);
        uninstall(store, webhooks, shop);
        return {};
      },
      (request) => callerOf(store, request).shop,
    ),
  );
}

function registerConsent(app: FastifyInstance, store: ShopifyStore): void {
  const path = '/shopify/:shop/admin/oauth/authorize';
  const ask = async (request: FastifyRequest<ShopParams>, reply: FastifyReply, decision: string | null) => {
    const refuse = (status: number, why: string) =>
      merchantPage(reply, status, 'Not possible', html`<h1>This app can't be installed</h1><p>${why}</p>`);
    const domain = shopOf(request.params.shop);
    if (!domain)
      return refuse(
        400,
        `"${request.params.shop}" is not a store address. One looks like your-store.myshopify.com.`,
      );
    const shop = store.state.shops.get(domain);
    if (!shop) return refuse(404, `There is no store at ${domain}. Check the spelling.`);
    const query = new URL(request.url, 'http://x').searchParams;
    try {
      const asked = readConsent(store, query);
      if (decision === 'decline') {
        const { secret } = store.config;
        const back = { domain, answer: { error: 'access_denied' }, state: asked.state, moved: 0, secret };
        return reply.redirect(backTo(asked, back), 302);
      }
      const isGranted = asked.scopes.every((scope) => shop.installation?.scopes.includes(scope));
      if (decision !== 'install' && !(shop.installation && isGranted))
        return consentPage(reply, shop, asked, query);
      const address = consentAddress(store, shop, asked);
      await store.save();
      return reply.redirect(address, 302);
    } catch (error) {
      if (error instanceof CallRefusal) return refuse(error.status, error.message);
      throw error;
    }
  };
  app.get<ShopParams>(path, (request, reply) => ask(request, reply, null));
  app.post<ShopParams & { Body: URLSearchParams | null }>(path, { preHandler: fromHere }, (request, reply) =>
    ask(request, reply, request.body?.get('decision') ?? null),
  );
}

/** JSON and forms are both accepted. */
const fieldOf = (fields: Fields, name: string): string =>
  String((fields instanceof URLSearchParams ? fields.get(name) : fields?.[name]) ?? '');

function answerFor(
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  shop: Shop,
  fields: Fields,
  fault: CallFault,
): TokenAnswer {
  const { key, secret } = store.config;
  if (fieldOf(fields, 'client_id') !== key || fault === 'wrong_key')
    throw new TokenRefusal(400, 'application_cannot_be_found', 'The application could not be found');
  if (fieldOf(fields, 'client_secret') !== secret)
    throw new TokenRefusal(401, 'invalid_client', 'The client secret is wrong');
  const grant = fieldOf(fields, 'grant_type') || 'authorization_code';
  const [name, value] =
    grant === 'refresh_token'
      ? ['refresh_token', fieldOf(fields, 'refresh_token')]
      : ['code', fieldOf(fields, 'code')];
  if (grant !== 'refresh_token' && grant !== 'authorization_code')
    throw new TokenRefusal(400, 'unsupported_grant_type', `The grant type ${grant} is not supported here`);
  // A used code or refresh token is one that nobody knows any more.
  const known = fault === 'used_code' ? '' : value;
  const expiring = ['1', 'true'].includes(fieldOf(fields, 'expiring'));
  return name === 'code' ? exchangeCode(store, webhooks, shop, known, expiring) : refresh(store, shop, known);
}
