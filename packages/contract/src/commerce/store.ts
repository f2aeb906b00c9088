import { Store } from '@troupe/domain/commerce/store';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ storeId: Id });
const hash = z.string().regex(/^[0-9a-f]{64}$/i, 'Not a SHA-256 in hexadecimal');
/** Optional parts are as good as left out when they are empty. */
const part = (max: number) =>
  text({ max })
    .optional()
    .transform((value) => value || undefined);

export const beginShopifyInstall = defineCall({
  name: 'beginShopifyInstall',
  noun: 'store',
  method: 'POST',
  path: '/shopify/installs',
  access: 'public',
  audit: false,
  summary:
    'Checks the query with which the store platform opened the store-connect page (`query` as it stood in the address) and says where its owner gives consent. `nonceHash` is the SHA-256 of a secret of this browser in hexadecimal.',
  body: z.object({ query: text({ max: 4000 }), nonceHash: hash }),
  output: z.object({ shop: z.string(), authorizeUrl: z.string() }),
  problems: ['invalid_signature', 'unavailable'],
  messageField: 'error',
});

export const connectShopifyStore = defineCall({
  name: 'connectShopifyStore',
  noun: 'store',
  method: 'POST',
  path: '/brand/:brandId/shopify/store/connect',
  access: 'brand',
  peopleOnly: true,
  audit: 'Connected store',
  summary:
    'Connects a store with the code of its consent page. `hmac`, `host`, `state` and `timestamp` are verified where they are given (`query`: the whole address as it came, which holds them too); `state` needs the `nonce` of the browser it was made for. Sending the same code again answers the same store.',
  params,
  body: z.object({
    shop: text({ max: 200, required: 'Which store is missing' }),
    code: text({ max: 500, required: 'The code of the store is missing' }),
    hmac: part(200),
    host: part(500),
    state: part(2000),
    timestamp: part(40),
    nonce: part(200),
    query: part(4000),
  }),
  output: z.object({ store: Store }),
  problems: ['invalid_signature', 'store_taken', 'store_refused', 'unavailable'],
  messageField: 'error',
});

export const listStores = defineCall({
  name: 'listStores',
  noun: 'store',
  method: 'GET',
  path: '/brand/:brandId/stores',
  access: 'brand',
  summary: 'The stores of a brand, connected ones first; those that were disconnected keep their orders.',
  params,
  output: z.object({ stores: z.array(Store) }),
});

export const disconnectStore = defineCall({
  name: 'disconnectStore',
  noun: 'store',
  method: 'DELETE',
  path: '/brand/:brandId/stores/:storeId',
  access: 'owner',
  audit: 'Disconnected store',
  summary: 'Ends the connection of a store. Its orders stay, and nothing new comes in.',
  params: one,
  output: z.object({ store: Store }),
  problems: ['not_found'],
});

export const syncStore = defineCall({
  name: 'syncStore',
  noun: 'store',
  method: 'POST',
  path: '/brand/:brandId/stores/:storeId/sync',
  access: 'brand',
  audit: 'Requested store orders',
  summary:
    'Asks a store in the background for the orders that changed since the last time; `lastSyncAt` moves when that is done.',
  params: one,
  output: z.object({ store: Store }),
  problems: ['not_found', 'invalid_transition'],
});
