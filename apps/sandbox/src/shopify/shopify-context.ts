import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Fault } from '../platform/faults.ts';
import type { Shop } from './shopify-entity.ts';
import type { ShopifyStore } from './shopify-store.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

/** What an app may ask for here, as the consent page words it. */
export const SCOPES: Record<string, string> = {
  read_orders: 'View orders of the last 60 days',
  write_orders: 'Edit orders',
  read_all_orders: 'View all orders, regardless of age',
  read_products: 'View products',
  write_products: 'Edit products',
  read_customers: 'View customers',
  write_customers: 'Edit customers',
  read_discounts: 'View discounts',
  write_discounts: 'Create and edit discounts',
  read_price_rules: 'View price rules',
  write_price_rules: 'Edit price rules',
  read_customer_events: 'View what customers do in the store',
  write_pixels: 'Add pixels to the store',
  read_marketing_events: 'View marketing campaigns',
  write_marketing_events: 'Edit marketing campaigns',
};

/** Whether what was granted is enough: writing includes reading. */
export const covers = (granted: string[], scope: string): boolean =>
  granted.includes(scope) || granted.includes(scope.replace('read_', 'write_'));

/** Who asks, and of which store. */
export interface CallContext {
  store: ShopifyStore;
  webhooks: ShopifyWebhooks;
  shop: Shop;
  /** What the token may. */
  scopes: string[];
  /** The version that answers. */
  version: string;
  /** Of the sandbox, for pictures: `http://localhost:4002`. */
  origin: string;
}

/** Refuses a field that takes a scope the token has not. */
export function need({ scopes }: CallContext, scope: string, field: string): void {
  if (covers(scopes, scope)) return;
  const requiredAccess = `\`${scope}\` access scope.`;
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: { code: 'ACCESS_DENIED', requiredAccess },
  });
}

/** `gid://shopify/Order/5501`. */
export const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;

/** The number in a global id of that type; refuses anything else. */
export function numberOf(type: string, id: string): number {
  const match = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(id);
  if (!match || match[1] !== type)
    throw new GraphQLError(`Invalid global id '${id}'`, { extensions: { code: 'INVALID_GLOBAL_ID' } });
  return Number(match[2]);
}

/** A refusal before anything of a call was looked at. */
export class CallRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const WRONG_TOKEN = '[API] Invalid API key or access token (unrecognized login or wrong password)';

/** Who calls: the store and what its token may. */
export function callerOf(store: ShopifyStore, request: FastifyRequest<{ Params: { shop: string } }>) {
  const shop = store.state.shops.get(request.params.shop);
  if (!shop) throw new CallRefusal(404, 'Not Found');
  const token = store.state.tokens.get(String(request.headers['x-shopify-access-token']));
  if (!token || token.shop !== shop.domain || (token.expiresAt !== null && token.expiresAt <= Date.now()))
    throw new CallRefusal(401, WRONG_TOKEN);
  if (token.expiresAt === null)
    throw new CallRefusal(403, '[API] Non-expiring access tokens are no longer accepted for the Admin API.');
  return { shop, token };
}

const errors = (status: number, text: string, headers = {}) => ({ status, body: { errors: text }, headers });
const ANSWERS = {
  error_500: errors(500, 'Internal Server Error'),
  rate_limit: errors(429, 'Exceeded 2 calls per second for api client.', { 'retry-after': '2.0' }),
  frozen: errors(402, 'Unavailable Shop'),
};

/** A fault that changes what a call does, or `ended` where that was all of it. */
export type CallFault = Fault['failure'] | null | 'ended';

/**
 * Fails a call of a store before anything is done.
 * @param names of the call, the narrowest first
 */
export async function failCall(
  store: ShopifyStore,
  { domain }: Shop,
  names: string[],
  reply: FastifyReply,
): Promise<CallFault> {
  const fault = store.takeFault(domain, names);
  const status = await store.faults.fail(fault, reply, ANSWERS);
  if (status === null) return fault?.failure ?? null;
  store.seen(domain, names[0] ?? '', status, fault?.failure ?? null);
  return 'ended';
}

const MOST = 250;

/** What every list takes. */
export interface PageArgs {
  first?: number | null;
  after?: string | null;
  reverse?: boolean | null;
}

/** How a list is sorted: by a value, and by id where values are equal. */
export interface Sorting<T> {
  value(item: T): string | number;
  id(item: T): number;
}

type Place = { last_id: number; last_value: string | number };

const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

function placeOf(cursor: string): Place {
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64').toString()) as Place;
    if (typeof place.last_id === 'number' && place.last_value !== undefined) return place;
  } catch {
    // Refused below, like one that can be read but means nothing.
  }
  throw refuse('Invalid cursor for current pagination sort.');
}

const order = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** One page of a list, as `edges`, `nodes` and `pageInfo`. A cursor stays right when items come or go. */
export function pageOf<T, V>(items: T[], args: PageArgs, sorting: Sorting<T>, view: (item: T) => V) {
  const size = args.first;
  if (size === null || size === undefined) throw refuse('you must provide one of first or last');
  if (size < 1) throw refuse('first must be greater than 0');
  if (size > MOST) throw refuse(`first cannot exceed ${MOST}`);
  const sign = args.reverse ? -1 : 1;
  const compare = (one: T, other: Place) =>
    sign * (order(sorting.value(one), other.last_value) || sorting.id(one) - other.last_id);
  const place = (item: T): Place => ({ last_id: sorting.id(item), last_value: sorting.value(item) });
  const sorted = items.toSorted((one, other) => compare(one, place(other)));
  const after = args.after ? placeOf(args.after) : null;
  const shown = sorted.filter((item) => !after || compare(item, after) > 0).slice(0, size);
  const edges = shown.map((item) => ({
    cursor: Buffer.from(JSON.stringify(place(item))).toString('base64'),
    node: view(item),
  }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: shown.length > 0 && sorted.at(-1) !== shown.at(-1),
      hasPreviousPage: after !== null,
    },
  };
}

/** A page of a short list that is sorted as it stands. */
export const pageInOrder = <T, V>(items: T[], args: PageArgs, view: (item: T) => V) => {
  const places = new Map(items.map((item, at) => [item, at + 1]));
  const at = (item: T) => places.get(item) ?? 0;
  return pageOf(items, args, { value: at, id: at }, view);
};
