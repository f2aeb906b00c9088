import { Store } from '@troupe/domain/commerce/store';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ storeId: Id });
const hash = z.string().regex(/^[0-9a-f]{64}$/i, 'Must be a hex-encoded SHA-256 hash');
/** Treats an empty string as missing. */
const optionalText = (max: number) =>
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
    "Starts a Shopify app installation. Verifies the query Shopify opened the app with (`query`, exactly as received) and returns the store's consent page. `nonceHash` is the hex-encoded SHA-256 of a secret kept in this browser.",
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
    'Connects a Shopify store with the code from its consent page. Verifies `hmac`, `host`, `state` and `timestamp` if given; `query` can hold the whole query string instead. `state` requires the `nonce` of the browser that started the installation. Sending the same code again returns the same store.',
  params,
  body: z.object({
    shop: text({ max: 200, required: 'Store domain is required' }),
    code: text({ max: 500, required: 'Authorization code is required' }),
    hmac: optionalText(200),
    host: optionalText(500),
    state: optionalText(2000),
    timestamp: optionalText(40),
    nonce: optionalText(200),
    query: optionalText(4000),
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
  summary:
    "Lists the brand's stores, connected stores first. Disconnected stores are included because their orders are kept.",
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
  summary: 'Disconnects a store. Existing orders are kept; no new orders are imported.',
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
  audit: 'Synced store orders',
  summary:
    'Starts importing orders that changed since the last sync. Runs in the background and updates `lastSyncAt` when done.',
  params: one,
  output: z.object({ store: Store }),
  problems: ['not_found', 'invalid_transition'],
});
