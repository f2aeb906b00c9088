import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectShopifyStore } from '@troupe/contract/commerce/store';
import type { StorePlatformPort } from '@troupe/domain/commerce/store-platform';
import { expect } from 'vitest';
import { shopify } from '../../providers/store/shopify.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';

export const KEY = 'test-key';
export const SECRET = 'test-secret';
export const FORMER_SECRET = 'former-secret';
export const SHOP = 'larkmoor.myshopify.com';

/** Configurable responses of the fake platform: GraphQL by operation name, and tokens. */
export interface FakeShops {
  /** Valid codes and refresh tokens with their responses. */
  codes: Map<string, object>;
  /** Valid access tokens. */
  tokens: Set<string>;
  graph: Map<string, (variables: Record<string, unknown>) => unknown>;
  /** Shops whose app was uninstalled; `away` makes uninstalling fail. */
  left: string[];
  away: boolean;
  /** All received requests. */
  heard: { path: string; body: string }[];
  /** Called before each response. */
  before: (path: string) => Promise<void> | void;
  stop(): void;
  origin: string;
}

/** Starts a minimal fake of the store platform. */
async function startFakeShops(): Promise<FakeShops> {
  const shops: FakeShops = {
    codes: new Map(),
    tokens: new Set(),
    graph: new Map(),
    left: [],
    away: false,
    heard: [],
    before: () => {},
    stop: () => server.close(),
    origin: '',
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    shops.heard.push({ path, body });
    await shops.before(path);
    const answer = (status: number, json: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(json));
    };
    if (path.endsWith('/admin/oauth/access_token')) {
      const form = new URLSearchParams(body);
      const used = form.get('code') ?? form.get('refresh_token') ?? '';
      const given = shops.codes.get(used);
      if (!given || form.get('client_secret') !== SECRET) return answer(400, { error: 'invalid_request' });
      shops.codes.delete(used);
      shops.tokens.add((given as { access_token: string }).access_token);
      return answer(200, given);
    }
    const token = request.headers['x-shopify-access-token'];
    if (typeof token !== 'string' || !shops.tokens.has(token))
      return answer(401, { errors: '[API] Invalid' });
    if (request.method === 'DELETE') {
      if (shops.away) return answer(503, {});
      shops.left.push(path.split('/')[1] ?? '');
      shops.tokens.delete(token);
      return response.writeHead(200).end();
    }
    const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
    const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '';
    const made = shops.graph.get(name)?.(variables);
    answer(200, made ?? { errors: [{ message: 'unknown', extensions: { code: 'undefinedField' } }] });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  shops.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{shop}`;
  plainGraph(shops);
  return shops;
}

/** Answers all requests for a store without orders. */
export function plainGraph(shops: FakeShops): void {
  const pageInfo = { hasNextPage: false, endCursor: null };
  shops.graph.set('shop', () => ({ data: { shop: { name: 'Larkmoor Goods', currencyCode: 'EUR' } } }));
  shops.graph.set('orders', () => ({ data: { orders: { pageInfo, nodes: [] } } }));
  shops.graph.set('webhookSubscriptions', () => ({
    data: { webhookSubscriptions: { pageInfo, nodes: [] } },
  }));
  shops.graph.set('webhookSubscriptionCreate', () => ({
    data: { webhookSubscriptionCreate: { webhookSubscription: { id: 'gid://1' }, userErrors: [] } },
  }));
}

/** An order in webhook format. */
export const orderBody = (id: number, more: object = {}) => ({
  id,
  name: `#${id}`,
  created_at: '2026-05-01T10:00:00-04:00',
  updated_at: '2026-05-01T10:00:00-04:00',
  currency: 'EUR',
  total_price: '85.00',
  subtotal_price: '80.00',
  total_tax: '0.00',
  total_discounts: '15.00',
  total_shipping_price_set: { shop_money: { amount: '5.00', currency_code: 'EUR' } },
  taxes_included: false,
  financial_status: 'paid',
  fulfillment_status: null,
  test: false,
  cancelled_at: null,
  refunds: [],
  discount_codes: [{ code: 'MIA15', amount: '15.00', type: 'percentage' }],
  note_attributes: [{ name: 'ref', value: 'mia' }],
  landing_site: '/?utm_source=ig&ref=mia',
  referring_site: '',
  customer: { id: 77, email: 'b@test.dev' },
  line_items: [{ id: 9, title: 'Tent', sku: 'T1', quantity: 1, price: '95.00', total_discount: '0.00' }],
  ...more,
});

export const sign = (body: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('base64');

/** Signs a query like the platform. */
export function signedQuery(fields: Record<string, string>, secret = SECRET): string {
  const message = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const hmac = createHmac('sha256', secret).update(message).digest('hex');
  return new URLSearchParams({ ...fields, hmac }).toString();
}

export const seconds = (moved = 0): string => String(Math.floor(Date.now() / 1000) + moved);

/** Starts the API with the fake platform. */
export async function startStoreWorld(environment: Record<string, string> = {}) {
  const shops = await startFakeShops();
  const t = await startTestApi({
    SHOPIFY_API_KEY: KEY,
    SHOPIFY_API_SECRET: SECRET,
    SHOPIFY_OLD_API_SECRET: FORMER_SECRET,
    SHOPIFY_SHOP_ORIGIN: shops.origin,
    SHOPIFY_TIMEOUT_MS: '2000',
    ...environment,
  });
  return worldOf(t, shops);
}

/** The same adapter as the API's, for direct calls. */
const platformOf = (shops: FakeShops): StorePlatformPort =>
  shopify({
    key: KEY,
    secret: SECRET,
    formerSecret: '',
    scopes: [],
    version: '2026-07',
    timeoutMs: 2000,
    shopOrigin: shops.origin,
    book: { circuitOpenUntil: async () => null, reserveUnits: async () => true, recordCall: async () => {} },
    log: { warn: () => {} },
  });

function worldOf(t: TestApi, shops: FakeShops) {
  /** Creates a consent code with tokens named after it. */
  function code(more: object = {}): string {
    const made = randomBytes(8).toString('hex');
    shops.codes.set(made, {
      access_token: `at-${made}`,
      scope: 'read_orders,read_products,write_discounts,write_draft_orders',
      expires_in: 3600,
      refresh_token: `rt-${made}`,
      refresh_token_expires_in: 7_776_000,
      ...more,
    });
    return made;
  }
  async function connect(person: TestPerson, brandId: string, shop = SHOP, more: object = {}) {
    const { store } = await person.call(connectShopifyStore, {
      params: { brandId },
      body: { shop, code: code(more) },
    });
    return store;
  }
  async function webhook(
    topic: string,
    body: unknown,
    headers: Record<string, string> = {},
    secret = SECRET,
  ) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return fetch(`${t.url}/webhooks/shopify`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': SHOP,
        'x-shopify-event-id': randomBytes(8).toString('hex'),
        'x-shopify-webhook-id': randomBytes(8).toString('hex'),
        'x-shopify-triggered-at': new Date().toISOString(),
        'x-shopify-hmac-sha256': sign(text, secret),
        ...headers,
      },
      body: text,
    });
  }
  /** Waits until all received events are processed. */
  async function settled() {
    await expect
      .poll(
        async () => {
          const { rows } = await t.api.pool.query('select count(*) from store_event where due_at <= now()');
          return rows[0].count;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
  }
  async function stop() {
    await t.stop();
    shops.stop();
  }
  return { t, shops, platform: platformOf(shops), code, connect, webhook, settled, stop };
}

export type StoreWorld = ReturnType<typeof worldOf>;
