import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Faults } from '../platform/faults.ts';
import { registerShopifyControl } from './shopify-control.ts';
import type { ShopifyConfig } from './shopify-entity.ts';
import { registerShopifyGraphql } from './shopify-graphql.ts';
import { registerShopifyOAuth } from './shopify-oauth.ts';
import { ShopifyStore } from './shopify-store.ts';
import { ShopifyWebhooks } from './shopify-webhook.ts';

/**
 * The store platform: Shopify's OAuth with expiring offline tokens, its GraphQL Admin API and its webhooks, for some
 * demo stores. Everything of a store is below `/shopify/{shop}/admin`, as it is below `https://{shop}/admin` there.
 */
export async function registerShopify(
  app: FastifyInstance,
  options: { dataDir: string; config: ShopifyConfig; faults: Faults; log: Logger },
): Promise<void> {
  const { dataDir, config, faults, log } = options;
  const store = new ShopifyStore(dataDir, config, faults);
  await store.open();
  const webhooks = new ShopifyWebhooks(store, log);
  registerShopifyOAuth(app, store, webhooks);
  registerShopifyGraphql(app, store);
  await registerShopifyControl(app, store, webhooks);
  app.addHook('onReady', async () => webhooks.start());
  app.addHook('onClose', async () => {
    webhooks.stop();
    await store.save();
  });
}
