import { shopOf } from '@troupe/domain/commerce/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { sendVendorPage } from '../page/vendor-page.ts';
import {
  ConsentRefusal,
  consentAddress,
  declineAddress,
  isGranted,
  readConsent,
} from './shopify-authorize.ts';
import { consentFailurePage, consentPage } from './shopify-consent-page.ts';
import type { Shop } from './shopify-entity.ts';
import { type FailureOutcome, failBefore } from './shopify-fail.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { exchangeCode, refresh, type TokenAnswer, TokenRefusal } from './shopify-token.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

type ShopParams = { Params: { shop: string } };
type Fields = Record<string, unknown> | URLSearchParams | null;

const ADDRESS = 'An address looks like your-store.myshopify.com: letters, digits and hyphens before the dot.';

const queryOf = (request: FastifyRequest): URLSearchParams => new URL(request.url, 'http://x').searchParams;

/**
 * How an app is let into a store: `GET /shopify/{shop}/admin/oauth/authorize` asks the merchant (not when all of it was
 * granted before), and `POST .../access_token` gives tokens for the code, or for a refresh token.
 */
export function registerShopifyOAuth(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
): void {
  const path = '/shopify/:shop/admin/oauth/authorize';
  const ask = (request: FastifyRequest<ShopParams>, reply: FastifyReply, decision: string | null) => {
    const refuse = (status: number, why: string) => sendVendorPage(reply, status, consentFailurePage(why));
    const domain = shopOf(request.params.shop);
    if (!domain) return refuse(400, `"${request.params.shop}" is no address of a store. ${ADDRESS}`);
    const shop = store.shops.get(domain);
    if (!shop) return refuse(404, `There is no store at ${domain}. Look for a typing mistake.`);
    const query = queryOf(request);
    try {
      const asked = readConsent(store, query);
      if (decision === 'decline') return reply.redirect(declineAddress(store, shop, asked), 302);
      if (decision === 'install' || isGranted(shop, asked)) {
        const address = consentAddress(store, shop, asked);
        return store.save().then(() => reply.redirect(address, 302));
      }
      return sendVendorPage(reply, 200, consentPage(shop, asked, query));
    } catch (error) {
      if (error instanceof ConsentRefusal) return refuse(error.status, error.message);
      throw error;
    }
  };
  app.get<ShopParams>(path, async (request, reply) => ask(request, reply, null));
  app.post<ShopParams & { Body: URLSearchParams | null }>(
    path,
    { preHandler: fromHere },
    async (request, reply) => ask(request, reply, request.body?.get('decision') ?? null),
  );

  app.post<ShopParams & { Body: Fields }>(
    '/shopify/:shop/admin/oauth/access_token',
    async (request, reply) => {
      const note = (status: number, text: string | null) =>
        store.seen({
          at: new Date().toISOString(),
          shop: request.params.shop,
          call: 'access_token',
          status,
          note: text,
        });
      try {
        const shop = shopAt(store, request.params.shop);
        const failure = await failBefore(store, shop, ['access_token', '*'], reply, note);
        if (failure === 'ended') return reply;
        const answer = answerFor(store, webhooks, shop, request.body, failure);
        await store.save();
        if (failure === 'lost') {
          note(0, 'lost');
          reply.raw.destroy();
          return reply;
        }
        note(200, null);
        return reply.header('cache-control', 'no-store').send(answer);
      } catch (error) {
        if (!(error instanceof TokenRefusal)) throw error;
        note(error.status, error.code);
        return reply.code(error.status).send(error.toBody());
      }
    },
  );
}

function shopAt(store: ShopifyStore, domain: string): Shop {
  const shop = store.shops.get(shopOf(domain) ?? '');
  if (!shop) throw new TokenRefusal(404, 'invalid_request', 'There is no such store');
  return shop;
}

/** JSON and forms are both taken. */
const fieldOf = (fields: Fields, name: string): string => {
  const value = fields instanceof URLSearchParams ? fields.get(name) : fields?.[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
};

function answerFor(
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  shop: Shop,
  fields: Fields,
  failure: FailureOutcome,
): TokenAnswer {
  const { key, secret } = store.config;
  if (fieldOf(fields, 'client_id') !== key || failure === 'dead_token')
    throw new TokenRefusal(400, 'application_cannot_be_found', 'The application could not be found');
  if (fieldOf(fields, 'client_secret') !== secret)
    throw new TokenRefusal(401, 'invalid_client', 'The client secret is wrong');
  const grant = fieldOf(fields, 'grant_type') || 'authorization_code';
  if (grant === 'refresh_token') {
    if (failure === 'used_code')
      throw new TokenRefusal(
        400,
        'invalid_grant',
        'The refresh token is invalid, expired or was already replaced',
      );
    return refresh(store, shop, fieldOf(fields, 'refresh_token'));
  }
  if (grant !== 'authorization_code')
    throw new TokenRefusal(400, 'unsupported_grant_type', `The grant type ${grant} is not supported here`);
  if (failure === 'used_code')
    throw new TokenRefusal(
      400,
      'invalid_request',
      'The authorization code was not found or was already used',
    );
  const expiring = ['1', 'true'].includes(fieldOf(fields, 'expiring'));
  return exchangeCode(store, webhooks, shop, fieldOf(fields, 'code'), expiring);
}
