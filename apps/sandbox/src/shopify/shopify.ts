import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { registerShopifyApiPermissions } from './shopify-api-permissions.ts';
import { registerShopifyControl } from './shopify-control.ts';
import { registerShopifyGraphql } from './shopify-graphql.ts';
import { registerShopifyOAuth } from './shopify-oauth.ts';
import { OrderActs } from './shopify-order-acts.ts';
import { registerShopifyPages } from './shopify-pages.ts';
import type { ShopifyConfig } from './shopify-settings.ts';
import { ShopifyStore } from './shopify-store.ts';
import { ShopifyWebhooks } from './shopify-webhook.ts';

/**
 * The store platform: Shopify's way into a store (OAuth with expiring offline tokens), its GraphQL Admin API, and its
 * webhooks, for some demo stores. Everything of a store is below `/shopify/{shop}/admin`, as it is below
 * `https://{shop}/admin` there. `/shopify` is the page, {@link registerShopifyControl} what programs can order.
 */
export async function registerShopify(
  app: FastifyInstance,
  dataDir: string,
  config: ShopifyConfig,
  log: Logger,
): Promise<void> {
  const store = new ShopifyStore(dataDir, config);
  await store.open();
  const webhooks = new ShopifyWebhooks(store, log);
  const acts = new OrderActs(store, webhooks);
  registerShopifyOAuth(app, store, webhooks);
  registerShopifyGraphql(app, store, webhooks);
  registerShopifyApiPermissions(app, store, webhooks);
  registerShopifyControl(app, store, webhooks, acts);
  registerShopifyPages(app, store, webhooks, acts);
  app.addHook('preClose', async () => {
    for (const reply of store.hanging) reply.raw.destroy();
  });
  app.addHook('onReady', async () => webhooks.start());
  app.addHook('onClose', async () => {
    webhooks.stop();
    await store.save();
  });
}
