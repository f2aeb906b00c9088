import type { FastifyRequest } from 'fastify';
import type { ShopifyStore } from './shopify-store.ts';

/** A refusal before anything of the query was looked at. */
export class CallRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const WRONG_TOKEN = '[API] Invalid API key or access token (unrecognized login or wrong password)';
const NEVER_EXPIRES =
  '[API] Non-expiring access tokens are no longer accepted for the Admin API. Start using expiring offline tokens: ' +
  'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens';

/** Who calls: the store and what its token may. */
export function callerOf(store: ShopifyStore, request: FastifyRequest<{ Params: { shop: string } }>) {
  const shop = store.shops.get(request.params.shop);
  if (!shop) throw new CallRefusal(404, 'Not Found');
  const header = request.headers['x-shopify-access-token'];
  const token = typeof header === 'string' ? store.tokens.get(header) : undefined;
  if (!token || token.shop !== shop.domain || (token.expiresAt !== null && token.expiresAt <= Date.now()))
    throw new CallRefusal(401, WRONG_TOKEN);
  if (token.expiresAt === null) throw new CallRefusal(403, NEVER_EXPIRES);
  return { shop, token };
}
