import { GraphQLError } from 'graphql';
import type { Shop } from './shopify-entity.ts';
import { covers } from './shopify-scope.ts';
import type { ShopifyStore } from './shopify-store.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

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
  throw new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess: `\`${scope}\` access scope.`,
    },
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
