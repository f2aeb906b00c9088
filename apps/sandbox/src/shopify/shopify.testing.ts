import { createHmac } from 'node:crypto';
import { type Listener, startListener } from '../platform/listener.testing.ts';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';

const KEY = 'sandbox-shopify-key';
const SECRET = 'sandbox-shopify-secret';
export const SHOP = 'larkmoor-goods.myshopify.com';
export const YEN_SHOP = 'hoshi-paper.myshopify.com';
export const NARROW_SHOP = 'pine-and-tide.myshopify.com';
const REDIRECT = 'http://localhost:3000/order-integration-install';
export const SCOPES = 'read_orders,read_products,write_discounts';

/** A received webhook. */
export type ReceivedWebhook = Record<string, unknown> & { id: number; name?: string };

export interface Tokens {
  access_token: string;
  scope: string;
  expires_in: number;
  refresh_token: string;
  refresh_token_expires_in: number;
}

export interface GraphqlAnswer<T> {
  status: number;
  headers: Headers;
  body: {
    data: T;
    errors?: { message: string; extensions?: { code?: string } }[];
    extensions: {
      cost: {
        requestedQueryCost: number;
        actualQueryCost: number | null;
        throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
      };
    };
  };
}

/** A sandbox, an installable app and a webhook listener. */
export interface ShopifyWorld extends Pick<Listener<ReceivedWebhook>, 'hooks' | 'until'> {
  world: TestSandbox;
  hookUrl: string;
  url(path: string): string;
  /** URL of the consent page. */
  consentUrl(shop: string, more?: Record<string, string>): string;
  /** Accepts on the consent page; returns the query of the callback. */
  consent(shop: string, more?: Record<string, string>): Promise<URLSearchParams>;
  /** Calls the token endpoint. */
  token(
    shop: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; body: Tokens & { error?: string } }>;
  /** Consent and code exchange. */
  install(shop: string, more?: Record<string, string>): Promise<Tokens>;
  graphql<T = Record<string, never>>(
    shop: string,
    token: string,
    query: string,
    variables?: object,
    version?: string,
  ): Promise<GraphqlAnswer<T>>;
  /** Subscribes the listener to topics such as `ORDERS_CREATE`. */
  subscribe(shop: string, token: string, ...topics: string[]): Promise<void>;
  /** Calls the control API; throws on errors. */
  order<T = Record<string, never>>(method: string, path: string, body?: unknown): Promise<T>;
  /** Adds a fault. */
  fault(target: string, failure: string, more?: { times?: number; seconds?: number }): Promise<unknown>;
  /** Resets the stores, with webhooks sent to the listener. */
  anew(): Promise<void>;
  close(): Promise<void>;
}

/** The expected hex signature of a query. */
export function hmacOf(query: URLSearchParams, secret = SECRET): string {
  const rest = [...query]
    .filter(([name]) => name !== 'hmac')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha256', secret)
    .update(rest.map((pair) => pair.join('=')).join('&'))
    .digest('hex');
}

/** The expected base64 signature of a webhook. */
export const bodyHmacOf = (raw: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(raw).digest('base64');

export async function startShopify(): Promise<ShopifyWorld> {
  const world = await startTestSandbox();
  const listener = await startListener<ReceivedWebhook>(({ headers }) => headers['x-shopify-topic']);
  const shopify: ShopifyWorld = {
    world,
    hooks: listener.hooks,
    until: listener.until,
    hookUrl: listener.url,
    url: (path) => `${world.sandbox.origin}${path}`,
    consentUrl(shop, more = {}) {
      const query = new URLSearchParams({
        client_id: KEY,
        scope: SCOPES,
        redirect_uri: REDIRECT,
        state: 'state-1',
        ...more,
      });
      return shopify.url(`/shopify/${shop}/admin/oauth/authorize?${query}`);
    },
    async consent(shop, more) {
      const response = await fetch(shopify.consentUrl(shop, more), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ decision: 'install' }),
      });
      return new URL(response.headers.get('location') ?? '').searchParams;
    },
    async token(shop, fields) {
      const response = await fetch(shopify.url(`/shopify/${shop}/admin/oauth/access_token`), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: KEY, client_secret: SECRET, ...fields }),
      });
      return { status: response.status, body: await response.json() };
    },
    async install(shop, more) {
      const code = (await shopify.consent(shop, more)).get('code') ?? '';
      return (await shopify.token(shop, { code, expiring: '1' })).body;
    },
    async graphql(shop, token, query, variables = {}, version = '2026-07') {
      const response = await fetch(shopify.url(`/shopify/${shop}/admin/api/${version}/graphql.json`), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: JSON.stringify({ query, variables }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async subscribe(shop, token, ...topics) {
      for (const topic of topics) {
        const { body } = await shopify.graphql<{
          webhookSubscriptionCreate: { userErrors: { message: string }[] };
        }>(
          shop,
          token,
          `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
            webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) {
              webhookSubscription { id } userErrors { field message }
            }
          }`,
          { topic, uri: listener.url },
        );
        const [error] = body.data.webhookSubscriptionCreate.userErrors;
        if (error) throw new Error(error.message);
      }
    },
    order: (method, path, body) => world.order(method, `/shopify/_control${path}`, body),
    fault: (target, failure, more) =>
      world.order('POST', '/api/faults', { provider: 'shopify', target, failure, ...more }),
    async anew() {
      await world.order('DELETE', '/api/faults');
      await shopify.order('DELETE', '');
      listener.reset();
      await shopify.order('PUT', '/settings', { webhookUrl: listener.url });
    },
    async close() {
      await world.close();
      listener.close();
    },
  };
  await shopify.anew();
  return shopify;
}
