import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Faults } from '../platform/faults.ts';
import { registerBillingApi } from './billing-api.ts';
import { registerBillingCalls } from './billing-call.ts';
import { registerBillingControl } from './billing-control.ts';
import type { WebhookSettings } from './billing-entity.ts';
import { registerBillingPages } from './billing-pages.ts';
import { BillingStore } from './billing-store.ts';
import { settleDue } from './billing-subscription.ts';
import { BillingWebhooks } from './billing-webhook.ts';

const SETTLE_EVERY_MS = 30_000;

/** Configuration of the billing vendor. */
export interface BillingConfig {
  /** The API key of the site. */
  key: string;
  /** The name of the site, as its pages show it. */
  site: string;
  webhooks: WebhookSettings;
}

/**
 * The billing vendor: the operations of Chargebee's API v2 (Product Catalog 2.0) that our adapter calls, its hosted
 * checkout and portal, its browser script and its webhooks. {@link registerBillingApi} lists the operations.
 */
export async function registerBilling(
  app: FastifyInstance,
  options: { dataDir: string; config: BillingConfig; faults: Faults; log: Logger },
): Promise<void> {
  const { dataDir, config, faults, log } = options;
  const store = new BillingStore(dataDir);
  await store.open();
  const webhooks = new BillingWebhooks(store, config.webhooks, faults, log);
  await registerBillingCalls(app, store, {
    key: config.key,
    faults,
    register: (calls) => registerBillingApi(calls, store),
  });
  await registerBillingControl(app, store, webhooks, { site: config.site, faults });
  await registerBillingPages(app, store, faults, config.site);

  const settling = setInterval(() => {
    if (settleDue(store))
      store.save().catch((error: unknown) => log.error({ err: error }, 'failed to save billing state'));
  }, SETTLE_EVERY_MS).unref();
  app.addHook('onReady', async () => webhooks.start());
  app.addHook('onClose', async () => {
    clearInterval(settling);
    webhooks.stop();
    await store.save();
  });
}
