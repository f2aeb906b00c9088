import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Faults } from '../platform/faults.ts';
import { type Delivery, newDelivery, Webhooks } from '../platform/webhooks.ts';
import { registerBillingApi } from './billing-api.ts';
import { registerBillingCalls } from './billing-call.ts';
import { registerBillingControl } from './billing-control.ts';
import { registerBillingPages } from './billing-pages.ts';
import { BillingStore, type WebhookSettings } from './billing-store.ts';
import { settleDue } from './billing-subscription.ts';

const SETTLE_EVERY_MS = 30_000;
const ANSWER_WITHIN_MS = 20_000;

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
  const store = new BillingStore(dataDir, config.webhooks);
  await store.open();
  const webhooks = webhooksOf(store, faults, log);
  store.onEvent = ({ id }) => {
    if (store.settings.url !== '') webhooks.begin(newDelivery(id));
  };
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
  app.addHook('onClose', async () => clearInterval(settling));
  webhooks.runWith(app);
}

/** Sends every event to the configured address. */
function webhooksOf(store: BillingStore, faults: Faults, log: Logger): Webhooks<Delivery> {
  const vendor = {
    provider: 'billing' as const,
    deliveries: () => store.state.deliveries,
    settings: () => store.settings,
    save: store.save,
    request({ id, forged }: Delivery) {
      const event = store.state.events.get(id);
      if (!event) return null;
      const { url, user, password } = store.settings;
      const login = Buffer.from(`${user}:${password}${forged ? '-wrong' : ''}`).toString('base64');
      return {
        url,
        headers: {
          'content-type': 'application/json;charset=UTF-8',
          'user-agent': 'ChargeBee',
          authorization: `Basic ${login}`,
        },
        body: JSON.stringify(event),
        withinMs: ANSWER_WITHIN_MS,
      };
    },
  };
  return new Webhooks(vendor, faults, log);
}
