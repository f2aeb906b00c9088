import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { BillingConfig } from '../config.ts';
import { html } from '../page/page.ts';
import {
  type Calls,
  flag,
  type Input,
  listOf,
  needed,
  number,
  oneOf,
  registerControl,
  secondsList,
  text,
  whole,
} from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { type Delivery, newDelivery, Webhooks } from '../platform/webhooks.ts';
import { registerBillingApi } from './billing-api.ts';
import { cancelPage, openPage, pageOf, payPage } from './billing-checkout.ts';
import { registerBillingPages } from './billing-pages.ts';
import {
  cardBehaviors,
  cardThat,
  collect,
  DECLINED,
  type PaymentOutcome,
  refund,
  saveCard,
} from './billing-payment.ts';
import { type BillingEvent, BillingStore, seconds } from './billing-store.ts';
import { passTime, renewNow, settleDue } from './billing-subscription.ts';
import { missing, wrongValue } from './billing-wire.ts';

const SETTLE_EVERY_MS = 30_000;
const ANSWER_WITHIN_MS = 20_000;

/**
 * The billing provider: the Chargebee API v2 (Product Catalog 2.0) operations our adapter uses, its
 * hosted checkout and portal, browser script and webhooks. See {@link registerBillingApi} for the
 * operations.
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
  await registerBillingApi(app, store, { key: config.key, faults });
  await registerBillingControl(app, store, webhooks, { site: config.site, faults });
  await registerBillingPages(app, store, faults, config.site);

  const settling = setInterval(() => {
    if (settleDue(store))
      store.save().catch((error: unknown) => log.error({ err: error }, 'failed to save billing state'));
  }, SETTLE_EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(settling));
  webhooks.runWith(app);
}

/** Sends all events to the configured URL. */
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

const DAY = 86_400;

const card = oneOf(cardBehaviors);

/** The provider's state and actions below /api/billing; its page is /billing. */
async function registerBillingControl(
  app: FastifyInstance,
  store: BillingStore,
  webhooks: Webhooks<Delivery>,
  { site, faults }: { site: string; faults: Faults },
): Promise<void> {
  const intro = () =>
    html`Chargebee with the site <code>${site}</code>. Webhooks go to <code>${store.settings.url || 'nowhere'}</code>${store.settings.stopped && '; sending is stopped'}.`;
  const state = () => stateOf(store);
  await registerControl(app, { provider: 'billing', faults, intro, state, save: store.save }, (on) => {
    on('DELETE', '/', {}, () => {
      store.forget();
      return state();
    });
    registerPeople(on, store);
    registerTime(on, store);
    registerWebhooks(on, store, webhooks);
  });
}

function stateOf({ state, calls, settings }: BillingStore) {
  const { password: _, ...webhooks } = settings;
  return {
    customers: [...state.customers.values()],
    subscriptions: [...state.subscriptions.values()],
    invoices: [...state.invoices.values()],
    transactions: [...state.transactions.values()],
    hostedPages: [...state.pages.values()].map(({ page }) => page),
    events: [...state.events.values()].map((event) => ({
      ...event,
      delivery: state.deliveries.get(event.id) ?? null,
    })),
    webhooks,
    calls: calls.list,
  };
}

/** Actions of shoppers: on a checkout page and with their card. */
function registerPeople(on: Calls, store: BillingStore): void {
  const act = needed(oneOf(['open', 'pay', 'cancel', 'expire']));
  on('POST', '/hosted-pages/:id/:act', { act, card }, ({ id, act, card = 'pays' }) => {
    const stored = pageOf(store, id);
    let outcome: PaymentOutcome = { ok: true };
    if (act === 'open') openPage(store, stored);
    else if (act === 'cancel') cancelPage(store, stored);
    else if (act === 'expire') stored.page.expires_at = seconds();
    else outcome = payPage(store, stored, cardThat(card));
    return { hosted_page: stored.page, failure: outcome.ok ? null : outcome.code };
  });
  on('POST', '/customers/:id/card', { card: needed(card) }, ({ id, card }) => {
    const customer = store.customer(id);
    saveCard(store, customer, cardThat(card));
    return { customer };
  });
}

/** Renewals, passing time and payments of invoices. */
function registerTime(on: Calls, store: BillingStore): void {
  on('POST', '/subscriptions/:id/renew', { payment: oneOf(['succeeds', 'fails']) }, ({ id, payment }) => {
    const subscription = store.subscription(id);
    renewNow(store, subscription, payment);
    return { subscription };
  });
  on('POST', '/subscriptions/:id/age', { days: needed(number(3700)) }, ({ id, days }) => {
    const subscription = store.subscription(id);
    passTime(store, subscription, Math.round(days * DAY));
    return { subscription };
  });
  const act = needed(oneOf(['collect', 'fail', 'exhaust', 'refund']));
  on('POST', '/invoices/:id/:act', { act }, ({ id, act }) => {
    const invoice = store.invoice(id);
    if (act === 'exhaust') invoice.status = 'not_paid';
    if (act === 'collect') collect(store, invoice, { ok: true });
    else if (act === 'fail' || act === 'exhaust') collect(store, invoice, DECLINED);
    else refund(store, invoice);
    return { invoice };
  });
}

const burstFields = {
  count: needed(whole(1, 1500)),
  subscriptions: listOf(text(), 1000),
  duplicates: whole(0, 1500),
  shuffled: flag,
};

function registerWebhooks(on: Calls, store: BillingStore, webhooks: Webhooks<Delivery>): void {
  /** Sends an event again. */
  const replay = ({ id }: BillingEvent) => webhooks.resend(store.state.deliveries.get(id) ?? newDelivery(id));
  const login = { user: text(100), password: text(200) };
  on('PUT', '/webhooks', { url: text(1000), ...login, retrySeconds: secondsList, stopped: flag }, (input) => {
    Object.assign(store.state.webhooks, input);
    return stateOf(store).webhooks;
  });
  on('POST', '/webhooks/replay', {}, () => {
    for (const event of store.state.events.values()) replay(event);
    return { events: store.state.events.size };
  });
  on('POST', '/events/:id/replay', {}, ({ id }) => {
    replay(store.state.events.get(id) ?? missing('Event', id));
    return { events: 1 };
  });
  on('POST', '/webhooks/burst', burstFields, (input) => sendBurst(store, input));
}

/**
 * Changes subscriptions `count` times in turn, each with a `subscription_changed` event numbered in
 * `subscription.meta_data.burst`; the highest number per subscription must win. `duplicates` of the
 * events are sent twice. Without names, all subscriptions are changed.
 */
function sendBurst(
  store: BillingStore,
  { count, subscriptions: named, duplicates = 0, shuffled }: Input<'', typeof burstFields>,
) {
  const subscriptions = named?.map((id) => store.subscription(id)) ?? [...store.state.subscriptions.values()];
  for (let at = 0; at < count; at += 1) {
    const subscription = subscriptions[at % subscriptions.length];
    if (!subscription) throw wrongValue('subscriptions', 'There is no subscription yet.');
    subscription.meta_data = { burst: at + 1 };
    store.touch(subscription);
    const event = store.emit('subscription_changed', store.about(subscription));
    const delivery = store.state.deliveries.get(event.id);
    if (!delivery) continue;
    delivery.twice = at < duplicates;
    if (shuffled) delivery.nextAt = Date.now() + Math.random() * 100;
  }
  return { events: count };
}
