import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  buildSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { type Answer, ok } from '../platform/faults.ts';
import {
  answerShop,
  type CallContext,
  covers,
  gid,
  need,
  numberOf,
  type PageArgs,
  pageOf,
  refusal,
  type ShopCall,
  tokenOf,
  wrongToken,
} from './shopify-context.ts';
import { discountRoot } from './shopify-discount.ts';
import { draftOrderRoot } from './shopify-draft-order.ts';
import { type Shop, type ShopOrder, secondOf } from './shopify-order.ts';
import { orderView } from './shopify-order-view.ts';
import { productRoot } from './shopify-product.ts';
import type { ShopifyStore, Subscription } from './shopify-store.ts';

const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));
const DAYS_60_MS = 60 * 86_400_000;
const COST = 100;

type Call = {
  Params: { shop: string; version: string };
  Body: { query?: unknown; variables?: Record<string, unknown> | null } | null;
};

/** The Admin API: `POST /shopify/{shop}/admin/api/{version}/graphql.json`. */
export function registerShopifyGraphql(app: FastifyInstance, store: ShopifyStore): void {
  app.post<Call>('/shopify/:shop/admin/api/:version/graphql.json', (request, reply) =>
    answerShop(store, request, reply, (shop) => admit(store, shop, request)),
  );
}

/**
 * Points are reported as by the platform but not counted: only the fault `throttle` uses them up.
 */
const costOf = (throttled: boolean) => ({
  cost: {
    requestedQueryCost: COST,
    actualQueryCost: throttled ? null : COST,
    throttleStatus: {
      maximumAvailable: 2000,
      currentlyAvailable: throttled ? COST / 2 : 1900,
      restoreRate: 100,
    },
  },
});

function admit(store: ShopifyStore, shop: Shop, request: FastifyRequest<Call>): ShopCall {
  const { version } = request.params;
  if (!/^20\d\d-(01|04|07|10)$/.test(version)) throw refusal(404, 'Not Found');
  const token = tokenOf(store, shop, request);
  const { query, variables } = request.body ?? {};
  if (typeof query !== 'string' || query === '')
    throw refusal(400, 'query: Required parameter missing or invalid');
  const document = read(query);
  if (!('kind' in document))
    return { names: [], work: () => ok({ errors: document.map((one) => one.toJSON()) }) };
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  const fields = (operation?.selectionSet.selections ?? []).flatMap((one) =>
    one.kind === Kind.FIELD ? [one.name.value] : [],
  );
  const origin = `${request.protocol}://${request.host}`;
  async function work(failure: string | null): Promise<Answer> {
    if (failure === 'wrong_key') {
      store.state.tokens.delete(token.token);
      throw wrongToken;
    }
    if (failure === 'frozen') throw refusal(402, 'Unavailable Shop');
    if (failure === 'throttle') {
      const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
      return ok({ errors, extensions: costOf(true) });
    }
    const { errors, data } = await execute({
      schema,
      document: document as DocumentNode,
      rootValue: root,
      contextValue: { store, shop, scopes: token.scopes, version, origin } satisfies CallContext,
      variableValues: variables ?? {},
    });
    const told = {
      data,
      ...(errors && { errors: errors.map((one) => one.toJSON()) }),
      extensions: costOf(false),
    };
    return { ...ok(told), headers: { 'x-shopify-api-version': version }, note: errors?.[0]?.message ?? null };
  }
  return { names: [...fields, 'graphql', '*'], work };
}

/** Parses a query, or returns its errors. */
function read(query: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(query, { maxTokens: 20_000 });
    const errors = validate(schema, document, specifiedRules);
    return errors.length > 0 ? errors : document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

/** The store's orders visible to the app: those of 60 days, unless granted more. */
function visibleOrders(context: CallContext): ShopOrder[] {
  const orders = context.store.ordersOf(context.shop.domain);
  if (covers(context.scopes, 'read_all_orders')) return orders;
  const since = new Date(Date.now() - DAYS_60_MS).toISOString();
  return orders.filter(({ createdAt }) => createdAt >= since);
}

/** The search filter used by our adapter: `updated_at:>='2026-05-01T10:00:00Z'`. */
function orderFilter(query: string | null | undefined): (order: ShopOrder) => boolean {
  const since = /^updated_at:>='?([^']+)'?$/.exec(query ?? '')?.[1];
  if (query && !since) throw new GraphQLError(`The sandbox cannot search for ${query}.`);
  const second = since ? secondOf(new Date(since).toISOString()) : '';
  return ({ updatedAt }) => secondOf(updatedAt) >= second;
}

type UserError = { field: string[]; message: string };

const subscriptionView = ({ id, topic, url }: Subscription) => ({
  id: gid('WebhookSubscription', id),
  topic: topic.toUpperCase().replace('/', '_'),
  uri: url,
});

/** Webhooks require https, except on this machine, where nothing has a certificate. */
function addressError(text: string): string | null {
  if (!URL.canParse(text)) return 'Address is invalid';
  const { protocol, hostname } = new URL(text);
  const near = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && near)) return null;
  return `Address protocol ${protocol}// is not supported`;
}

function errorsOf({ store, shop, scopes }: CallContext, url: string, topic: string): UserError[] {
  const scope = topic.startsWith('disputes/') ? 'read_shopify_payments_disputes' : 'read_orders';
  if (topic !== 'app/uninstalled' && !covers(scopes, scope))
    return [{ field: ['topic'], message: `The topic ${topic} requires the ${scope} access scope.` }];
  const taken = store.subscriptionsOf(shop.domain).some((one) => one.topic === topic && one.url === url);
  const message = addressError(url) ?? (taken ? 'Address for this topic has already been taken' : null);
  return message ? [{ field: ['webhookSubscription', 'uri'], message }] : [];
}

/** Queries and mutations of the schema. */
const root = {
  ...discountRoot,
  ...productRoot,
  ...draftOrderRoot,

  shop: (_: unknown, { shop }: CallContext) => ({
    id: gid('Shop', shop.id),
    name: shop.name,
    myshopifyDomain: shop.domain,
    currencyCode: shop.currency,
  }),

  order: ({ id }: { id: string }, context: CallContext) => {
    need(context, 'read_orders', 'order');
    const wanted = numberOf('Order', id);
    const found = visibleOrders(context).find((one) => one.id === wanted);
    return found ? orderView(found, context) : null;
  },

  orders: (args: PageArgs & { sortKey?: string | null; query?: string | null }, context: CallContext) => {
    need(context, 'read_orders', 'orders');
    const key = args.sortKey === 'UPDATED_AT' ? 'updatedAt' : 'createdAt';
    return pageOf(
      visibleOrders(context).filter(orderFilter(args.query)),
      args,
      (order) => orderView(order, context),
      (order) => `${secondOf(order[key])} ${order.id}`,
    );
  },

  webhookSubscriptions: (args: PageArgs, { store, shop }: CallContext) =>
    pageOf(store.subscriptionsOf(shop.domain), args, subscriptionView, ({ id }) => String(id)),

  webhookSubscriptionCreate: (
    args: { topic: string; webhookSubscription: { uri?: string | null } },
    context: CallContext,
  ) => {
    const { store, shop, version } = context;
    const url = args.webhookSubscription.uri ?? '';
    // `ORDERS_CREATE` is `orders/create`.
    const topic = args.topic.toLowerCase().replace('_', '/');
    const userErrors = errorsOf(context, url, topic);
    if (userErrors.length > 0) return { webhookSubscription: null, userErrors };
    const made = { id: store.nextId(), shop: shop.domain, topic, url, apiVersion: version };
    store.state.subscriptions.set(made.id, made);
    return { webhookSubscription: subscriptionView(made), userErrors };
  },
};
