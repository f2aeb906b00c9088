import { missingScopes, scopesOf } from '@troupe/domain/commerce/store';
import {
  type StoreAccess,
  StoreFailure,
  type StorePlatformPort,
  type StoreTokens,
} from '@troupe/domain/commerce/store-platform';
import { z } from 'zod';
import { type ShopifyCaller, type ShopifyOptions, shopifyCaller } from './shopify-call.ts';
import { shopifyDiscounts } from './shopify-discount.ts';
import { readDispute } from './shopify-dispute.ts';
import { shopifyDraftOrders } from './shopify-draft-order.ts';
import {
  DISPUTE_TOPICS,
  ORDERS_QUERY,
  SHOP_QUERY,
  SUBSCRIBE_MUTATION,
  SUBSCRIPTIONS_QUERY,
  TOPICS,
} from './shopify-graph.ts';
import { idOfNode, OrdersPage, readGraphOrder } from './shopify-graph-order.ts';
import { shopifyJourneys } from './shopify-journey.ts';
import { readOrder, readRefund } from './shopify-order.ts';
import { wholeOrder } from './shopify-order-rest.ts';
import { shopifyProducts } from './shopify-product.ts';
import { isSignedBody, isSignedQuery } from './shopify-signature.ts';

const TOKEN_PATH = '/admin/oauth/access_token';

const Tokens = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().nullish(),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().nullish(),
});

/** Our key or secret is wrong, so stores must not lose their tokens. */
const OUR_MISTAKE = 'invalid_client';

const Refusal = z.object({ error: z.string().catch('') }).catch({ error: '' });

/** Shopify's Admin API (GraphQL) and OAuth with expiring offline tokens. */
export function shopify(options: ShopifyOptions): StorePlatformPort {
  const { key, secret, formerSecret } = options;
  const call = shopifyCaller(options);
  return {
    configured: key !== '' && secret !== '',
    isSigned: (query) => isSignedQuery(secret, query),
    isSignedBody: (body, signature) => isSignedBody([secret, formerSecret], body, signature),
    ...consent(options, call),
    async readShop(access) {
      const { shop } = await call.query(access, { name: 'shop', text: SHOP_QUERY, data: Shop });
      return { name: shop.name, currency: shop.currencyCode };
    },
    subscribe: (access, address, allowed) => subscribe(call, access, address, allowed),
    uninstall: (access) => call.uninstall(access),
    readOrders: (access, since, after) => readOrders(call, access, since, after),
    ...shopifyJourneys(call),
    ...shopifyDiscounts(call),
    ...shopifyProducts(call),
    ...shopifyDraftOrders(call),
    readOrder,
    readRefund,
    readDispute,
  };
}

/** OAuth operations: consent and tokens. */
function consent(
  options: ShopifyOptions,
  call: ShopifyCaller,
): Pick<StorePlatformPort, 'scopes' | 'consentUrl' | 'exchangeCode' | 'refresh'> {
  const scopes = scopesOf(options.scopes.join(','));
  return {
    scopes,
    consentUrl(shop, state, redirectUrl) {
      const address = new URL(call.address(shop, '/admin/oauth/authorize'));
      address.search = new URLSearchParams({
        client_id: options.key,
        scope: scopes.join(','),
        redirect_uri: redirectUrl,
        state,
      }).toString();
      return address.href;
    },
    // A code works once: if the response is lost, the person must start again.
    exchangeCode: (shop, code) => requestTokens(options, call, shop, { code, expiring: '1' }, false),
    refresh: (shop, refreshToken) =>
      requestTokens(options, call, shop, { grant_type: 'refresh_token', refresh_token: refreshToken }, true),
  };
}

async function requestTokens(
  { key, secret }: ShopifyOptions,
  call: ShopifyCaller,
  shop: string,
  form: Record<string, string>,
  repeatable: boolean,
): Promise<StoreTokens> {
  const started = Date.now();
  const { status, body } = await call.post(
    shop,
    TOKEN_PATH,
    { client_id: key, client_secret: secret, ...form },
    repeatable,
  );
  if (status >= 400) {
    const code = Refusal.parse(body).error || String(status);
    throw new StoreFailure(code === OUR_MISTAKE ? 'unavailable' : 'refused', code);
  }
  const parsed = Tokens.safeParse(body);
  if (!parsed.success) throw new StoreFailure('unavailable', 'unreadable');
  const { access_token, scope, expires_in, refresh_token, refresh_token_expires_in } = parsed.data;
  const after = (seconds: number | null | undefined) =>
    seconds ? new Date(started + seconds * 1000).toISOString() : null;
  return {
    accessToken: access_token,
    expires: after(expires_in),
    refreshToken: refresh_token ?? null,
    refreshExpires: after(refresh_token_expires_in),
    scopes: scopesOf(scope),
  };
}

async function* eachSubscription(call: ShopifyCaller, access: StoreAccess) {
  for (let after: string | null = null; ; ) {
    const { webhookSubscriptions: page }: z.output<typeof Subscriptions> = await call.query(access, {
      name: 'webhookSubscriptions',
      text: SUBSCRIPTIONS_QUERY,
      variables: { after },
      data: Subscriptions,
    });
    yield* page.nodes;
    if (!page.pageInfo.hasNextPage || !page.pageInfo.endCursor) return;
    after = page.pageInfo.endCursor;
  }
}

async function subscribe(
  call: ShopifyCaller,
  access: StoreAccess,
  address: string,
  allowed: readonly string[],
): Promise<void> {
  const may = (scope: string) => missingScopes([scope], allowed).length === 0;
  const wanted = new Set<string>(may('read_orders') ? TOPICS : ['APP_UNINSTALLED']);
  if (may('read_shopify_payments_disputes')) for (const topic of DISPUTE_TOPICS) wanted.add(topic);
  for await (const { topic, uri } of eachSubscription(call, access))
    if (uri === address) wanted.delete(topic);
  for (const topic of wanted) {
    const { webhookSubscriptionCreate: done } = await call.query(access, {
      name: 'webhookSubscriptionCreate',
      text: SUBSCRIBE_MUTATION,
      variables: { topic, webhookSubscription: { uri: address } },
      data: Subscribed,
    });
    const [error] = done?.userErrors ?? [];
    // Another process may have created it concurrently.
    if (error && !/taken|already/i.test(error.message)) throw new StoreFailure('refused', error.message);
  }
}

async function readOrders(
  call: ShopifyCaller,
  access: StoreAccess,
  since: Date,
  after: string | null,
): ReturnType<StorePlatformPort['readOrders']> {
  // Dates from `toISOString` have no quotes that could end the search term.
  const query = `updated_at:>='${since.toISOString()}'`;
  const { orders } = await call.query(access, {
    name: 'orders',
    text: ORDERS_QUERY,
    variables: { query, after },
    data: OrdersPage,
  });
  const unreadable: string[] = [];
  const nodes: unknown[] = [];
  // One at a time: they share the store's points.
  for (const node of orders.nodes) nodes.push(await wholeOrder(call, access, node));
  const read = nodes.flatMap((node) => {
    try {
      return [readGraphOrder(node)];
    } catch {
      unreadable.push(idOfNode(node));
      return [];
    }
  });
  const { hasNextPage, endCursor } = orders.pageInfo;
  return { orders: read, unreadable, next: hasNextPage ? (endCursor ?? null) : null };
}

const Shop = z.object({ shop: z.object({ name: z.string(), currencyCode: z.string() }) });

const Subscriptions = z.object({
  webhookSubscriptions: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string().nullish() })),
  }),
});

const Subscribed = z.object({
  webhookSubscriptionCreate: z
    .object({ userErrors: z.array(z.object({ message: z.string() })).default([]) })
    .nullish(),
});
