import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
import { breakOff } from '../platform/faults.ts';
import {
  type CallContext,
  CallRefusal,
  callerOf,
  covers,
  failCall,
  gid,
  need,
  numberOf,
  type PageArgs,
  pageOf,
  WRONG_TOKEN,
} from './shopify-context.ts';
import { discountRoot } from './shopify-discount.ts';
import type { ShopOrder } from './shopify-entity.ts';
import { orderView } from './shopify-order-view.ts';
import { productRoot } from './shopify-product.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { subscriptionRoot } from './shopify-subscription.ts';
import { secondOf } from './shopify-value.ts';

const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));
const DAYS_60_MS = 60 * 86_400_000;
const COST = 100;

type Call = {
  Params: { shop: string; version: string };
  Body: { query?: unknown; variables?: Record<string, unknown> | null } | null;
};

/** The Admin API: `POST /shopify/{shop}/admin/api/{version}/graphql.json`. */
export function registerShopifyGraphql(app: FastifyInstance, store: ShopifyStore): void {
  app.post<Call>('/shopify/:shop/admin/api/:version/graphql.json', async (request, reply) => {
    try {
      return await answer(store, request, reply);
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      store.seen(request.params.shop, 'graphql', error.status, error.message);
      return reply.code(error.status).send(error.toBody());
    }
  });
}

/** Points are told as the platform does, but not counted: only the fault `throttle` uses them up. */
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

async function answer(
  store: ShopifyStore,
  request: FastifyRequest<Call>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { version } = request.params;
  if (!/^20\d\d-(01|04|07|10)$/.test(version)) throw new CallRefusal(404, 'Not Found');
  const { shop, token } = callerOf(store, request);
  const { query, variables } = request.body ?? {};
  if (typeof query !== 'string' || query === '')
    throw new CallRefusal(400, 'query: Required parameter missing or invalid');
  const document = read(query);
  if (!('kind' in document)) return reply.send({ errors: document.map((one) => one.toJSON()) });
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  const fields = (operation?.selectionSet.selections ?? []).flatMap((one) =>
    one.kind === Kind.FIELD ? [one.name.value] : [],
  );
  const fault = await failCall(store, shop, [...fields, 'graphql', '*'], reply);
  if (fault === 'ended') return reply;
  if (fault === 'wrong_key') {
    store.state.tokens.delete(token.token);
    throw new CallRefusal(401, WRONG_TOKEN);
  }
  const seen = (status: number, note: string | null) =>
    store.seen(shop.domain, fields.join(' '), status, note);
  if (fault === 'throttle') {
    seen(200, 'THROTTLED');
    const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
    return reply.send({ errors, extensions: costOf(true) });
  }
  const { errors, data } = await execute({
    schema,
    document,
    rootValue: root,
    contextValue: {
      store,
      shop,
      scopes: token.scopes,
      version,
      origin: `${request.protocol}://${request.host}`,
    } satisfies CallContext,
    variableValues: variables ?? {},
  });
  if (operation?.operation === 'mutation') await store.save();
  seen(fault === 'lost' ? 0 : 200, errors?.[0]?.message ?? fault);
  if (fault === 'lost') return breakOff(reply);
  return reply
    .header('x-shopify-api-version', version)
    .send({ data, ...(errors && { errors: errors.map((one) => one.toJSON()) }), extensions: costOf(false) });
}

/** The query as it stands, or what is wrong with it. */
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

/** The store's orders that the app may see: those of 60 days, unless it was granted more. */
function visibleOrders(context: CallContext): ShopOrder[] {
  const orders = context.store.ordersOf(context.shop.domain);
  if (covers(context.scopes, 'read_all_orders')) return orders;
  const since = new Date(Date.now() - DAYS_60_MS).toISOString();
  return orders.filter(({ createdAt }) => createdAt >= since);
}

/** The filter of a search: `updated_at:>='2026-05-01T10:00:00Z'`, the one our adapter uses. */
function orderFilter(query: string | null | undefined): (order: ShopOrder) => boolean {
  const since = /^updated_at:>='?([^']+)'?$/.exec(query ?? '')?.[1];
  if (query && !since) throw new GraphQLError(`The sandbox cannot search for ${query}.`);
  const second = since ? secondOf(new Date(since).toISOString()) : '';
  return ({ updatedAt }) => secondOf(updatedAt) >= second;
}

/** What the API answers: the queries and mutations of the schema. */
const root = {
  ...subscriptionRoot,
  ...discountRoot,
  ...productRoot,

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
};
