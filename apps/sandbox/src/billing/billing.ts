import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { registerBillingCalls } from './billing-call.ts';
import { registerCheckoutPages } from './billing-checkout-pages.ts';
import { registerBillingControl } from './billing-control.ts';
import { registerCustomerCalls } from './billing-customer-calls.ts';
import { registerInvoiceCalls } from './billing-invoice-calls.ts';
import { registerPageCalls } from './billing-page-calls.ts';
import { registerBillingPages } from './billing-pages.ts';
import { registerPortalPages } from './billing-portal-pages.ts';
import { BillingStore } from './billing-store.ts';
import { registerSubscriptionCalls } from './billing-subscription-calls.ts';
import { settleDue } from './billing-term.ts';
import { BillingWebhooks } from './billing-webhook.ts';
import type { WebhookSettings } from './billing-webhook-order.ts';

const SETTLE_EVERY_MS = 30_000;

/** What the billing vendor is told by the environment. */
export interface BillingConfig {
  /** The API key of the site. */
  key: string;
  /** The name of the site, as its pages show it. */
  site: string;
  webhooks: WebhookSettings;
}

/**
 * The billing vendor: Chargebee's API v2 with Product Catalog 2.0, its pages for people, its script and its webhooks.
 *
 * The API is below `/billing/api/v2` (Basic, the key as user, no password; form-encoded bodies with brackets, JSON
 * answers; `chargebee-idempotency-key` on every POST). Client: protocol `http`, host of the sandbox, its port,
 * apiPath `/billing/api/v2`.
 *
 * | call | |
 * |---|---|
 * | `POST /customers`, `GET /customers`, `GET,POST /customers/{id}`, `POST /customers/{id}/update_billing_info` | |
 * | `POST /customers/{id}/collect_payment` | all that is due, or `invoice_allocations[]` |
 * | `POST /customers/{id}/subscription_for_items` | with the card on file |
 * | `GET /payment_sources` | |
 * | `GET /subscriptions`, `GET /subscriptions/{id}` | |
 * | `GET /subscriptions/{id}/retrieve_with_scheduled_changes`, `.../renewal_estimate` | |
 * | `POST /subscriptions/{id}/update_for_items` | `replace_items_list`, `prorate`, `end_of_term`, `force_term_reset` |
 * | `POST /subscriptions/{id}/cancel_for_items` | `end_of_term`, `cancel_at`, `cancel_option`, `credit_option_for_current_term_charges` |
 * | `POST /subscriptions/{id}/remove_scheduled_cancellation`, `.../remove_scheduled_changes`, `.../reactivate`, `.../change_term_end` | |
 * | `POST /estimates/update_subscription_for_items` | |
 * | `GET /invoices`, `GET /invoices/{id}`, `POST /invoices/{id}/pdf`, `.../collect_payment`, `.../refund` | |
 * | `POST /invoices/create_for_charge_items_and_charges` | |
 * | `GET /transactions`, `GET /transactions/{id}`, `GET /credit_notes` | |
 * | `GET /items`, `GET /items/{id}`, `GET /item_prices`, `GET /item_prices/{id}` | the catalogue of domain's `plan.ts` |
 * | `POST /hosted_pages/checkout_new_for_items`, `checkout_one_time_for_items`, `checkout_existing_for_items`, `manage_payment_sources`, `collect_now` | |
 * | `GET /hosted_pages`, `GET /hosted_pages/{id}`, `POST /hosted_pages/{id}/acknowledge` | |
 * | `POST /portal_sessions`, `GET /portal_sessions/{id}`, `POST /portal_sessions/{id}/logout` | |
 * | `GET /events`, `GET /events/{id}` | |
 *
 * Lists take `limit` (10, at most 100), `offset` (`next_offset` of the page before), `sort_by[asc|desc]`, and filters
 * `field[is|is_not|in|not_in|starts_with|is_present|gt|gte|lt|lte|after|before|on|between]`.
 *
 * People pay at the `url` of a hosted page and enter the portal at its `access_url`, both below `/billing/pages`.
 * `/billing/chargebee.js` is the vendor's script for pages of the product: `Chargebee.init({ site })` gives
 * `openCheckout({ hostedPage, success, close, error, step, loaded })` and `closeAll()`.
 *
 * Webhooks are posted to the configured address with Basic auth and retried seven times.
 *
 * What can be ordered is in {@link registerBillingControl}.
 */
export async function registerBilling(
  app: FastifyInstance,
  dataDir: string,
  config: BillingConfig,
  log: Logger,
): Promise<void> {
  const store = new BillingStore(dataDir);
  await store.open();
  const webhooks = new BillingWebhooks(store, config.webhooks, log);
  await registerBillingCalls(app, store, {
    key: config.key,
    register: (calls) => {
      registerCustomerCalls(calls, store);
      registerSubscriptionCalls(calls, store);
      registerInvoiceCalls(calls, store);
      registerPageCalls(calls, store);
    },
  });
  await registerBillingControl(app, store, webhooks);
  registerCheckoutPages(app, store, config.site);
  registerPortalPages(app, store, config.site);
  await registerBillingPages(app, store, webhooks, config.site);

  const settling = setInterval(() => {
    if (settleDue(store))
      store.save().catch((error: unknown) => log.error({ err: error }, 'billing state not written'));
  }, SETTLE_EVERY_MS).unref();
  app.addHook('onReady', async () => webhooks.start());
  app.addHook('onClose', async () => {
    clearInterval(settling);
    webhooks.stop();
    await store.save();
  });
}
