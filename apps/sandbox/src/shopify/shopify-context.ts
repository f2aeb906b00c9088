import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { type AdmittedCall, answerCall, Refusal } from '../platform/faults.ts';
import type { Shop } from './shopify-order.ts';
import type { AccessToken, ShopifyStore } from './shopify-store.ts';

/** Returns whether the granted scopes suffice: write includes read. */
export const covers = (granted: string[], scope: string): boolean =>
  granted.includes(scope) || granted.includes(scope.replace('read_', 'write_'));

/** The caller and its store. */
export interface CallContext {
  store: ShopifyStore;
  shop: Shop;
  /** Scopes of the token. */
  scopes: string[];
  /** The API version of the response. */
  version: string;
  /** Origin of the sandbox, for pictures: `http://localhost:4002`. */
  origin: string;
}

/** Rejects a field whose scope the token lacks. */
export function need({ scopes }: CallContext, scope: string, field: string): void {
  if (covers(scopes, scope)) return;
  const requiredAccess = `\`${scope}\` access scope.`;
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: { code: 'ACCESS_DENIED', requiredAccess },
  });
}

/** `gid://shopify/Order/5501`. */
export const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;

/** Returns the number in a global id of a type; rejects others. */
export function numberOf(type: string, id: string): number {
  const match = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(id);
  if (!match || match[1] !== type)
    throw new GraphQLError(`Invalid global id '${id}'`, { extensions: { code: 'INVALID_GLOBAL_ID' } });
  return Number(match[2]);
}

/** An error of a call; `code` for the OAuth format. */
export const refusal = (status: number, message: string, code: string | null = null): Refusal =>
  new Refusal(status, message, code ? { error: code, error_description: message } : { errors: message });

const WRONG_TOKEN = '[API] Invalid API key or access token (unrecognized login or wrong password)';
export const wrongToken = refusal(401, WRONG_TOKEN);

export const shopAt = ({ state }: ShopifyStore, domain: string): Shop => {
  const shop = state.shops.get(domain);
  if (!shop) throw refusal(404, 'There is no such store');
  return shop;
};

/** Returns the scopes of the caller's token. */
export function tokenOf({ state }: ShopifyStore, { domain }: Shop, request: FastifyRequest): AccessToken {
  const token = state.tokens.get(String(request.headers['x-shopify-access-token']));
  if (token?.shop !== domain || token.expiresAt <= Date.now()) throw wrongToken;
  return token;
}

const errors = (status: number, text: string, headers = {}) => ({ status, body: { errors: text }, headers });
const ANSWERS = {
  error_500: errors(500, 'Internal Server Error'),
  rate_limit: errors(429, 'Exceeded 2 calls per second for api client.', { 'retry-after': '2.0' }),
};

/** A call of a store; `names` for its faults, most specific first. */
export type ShopCall = Pick<AdmittedCall, 'work'> & { names: string[] };

/** Responds to a call of a store. */
export function answerShop(
  store: ShopifyStore,
  request: FastifyRequest<{ Params: { shop: string } }>,
  reply: FastifyReply,
  admit: (shop: Shop) => ShopCall,
): Promise<FastifyReply> {
  const { shop } = request.params;
  const { faults, save } = store;
  let [call = ''] = request.url.split('/').slice(-1);
  const seen = (status: number, note: string | null) => store.calls.add({ shop, call, status, note });
  return answerCall(reply, { faults, answers: ANSWERS, seen, save }, () => {
    const { names, work } = admit(shopAt(store, shop));
    [call = call] = names;
    return { fault: store.takeFault(shop, names), work };
  });
}

const MOST = 250;

/** Arguments of all lists. */
export interface PageArgs {
  first?: number | null;
  after?: string | null;
  reverse?: boolean | null;
}

/** Key of a list in its existing order. */
const keyOfPlace = (_item: unknown, at: number): string => String(at).padStart(9, '0');

/**
 * Returns a page of a list as `nodes` and `pageInfo`. Cursors stay valid when items are added or
 * removed.
 * @param keyOf unique sort key
 */
export function pageOf<T, V>(
  items: T[],
  { first, after, reverse }: PageArgs,
  view: (item: T) => V,
  keyOf: (item: T, at: number) => string = keyOfPlace,
) {
  if (!first || first < 1 || first > MOST)
    throw new GraphQLError(`first must be from 1 to ${MOST}`, { extensions: { code: 'BAD_USER_INPUT' } });
  const sign = reverse ? -1 : 1;
  const keyed = items.map((item, at) => ({ key: keyOf(item, at), item }));
  keyed.sort((one, other) => sign * (one.key < other.key ? -1 : 1));
  const from = after && Buffer.from(after, 'base64').toString();
  const rest = keyed.filter(({ key }) => !from || (reverse ? key < from : key > from));
  const shown = rest.slice(0, first);
  return {
    nodes: shown.map(({ item }) => view(item)),
    pageInfo: {
      endCursor: shown.length > 0 ? Buffer.from(shown.at(-1)?.key ?? '').toString('base64') : null,
      hasNextPage: rest.length > shown.length,
      hasPreviousPage: Boolean(after),
    },
  };
}
